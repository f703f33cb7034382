//! Games that were played before, move for move.
//!
//! Two programs without chance or a clock play the same game again from the
//! same opening. It adds no information, but would shrink every interval if
//! counted.

use crate::game::GameRecord;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};

/// The games so far, by hashes of players, start and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeats(HashSet<u64>);

impl Repeats {
    /// Notes a game and returns whether it was noted before: the same players with the same colours,
    /// the same start and the same moves.
    pub fn note<P: Hash, M: Hash>(&mut self, black: P, white: P, start: &str, moves: &[M]) -> bool {
        let mut hasher = DefaultHasher::new();
        (black, white, start, moves).hash(&mut hasher);
        !self.0.insert(hasher.finish())
    }

    /// Notes both games of a pair of these players, the first of whom has Black in the first game,
    /// and returns whether either was noted before. Its pair is then no independent one.
    pub(crate) fn note_pair(&mut self, [one, other]: [usize; 2], games: &[GameRecord; 2]) -> bool {
        let [first, second] = games;
        let first = self.note(one, other, &first.start, &first.moves);
        let second = self.note(other, one, &second.start, &second.moves);
        first || second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_only_with_the_same_players_start_and_moves() {
        let mut repeats = Repeats::default();
        let moves = ["7g7f", "3c3d"];
        assert!(!repeats.note(0, 1, "startpos", &moves));
        assert!(!repeats.note(1, 0, "startpos", &moves), "other colours");
        assert!(!repeats.note(0, 1, "other", &moves));
        assert!(!repeats.note(0, 1, "startpos", &moves[..1]));
        assert!(!repeats.note(0, 2, "startpos", &moves));
        assert!(repeats.note(0, 1, "startpos", &moves));
    }
}
