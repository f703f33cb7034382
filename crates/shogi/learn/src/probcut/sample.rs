//! Which positions are searched.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use zenpuku_arena::openings::Opening;
use zenpuku_core::hash::fnv1a;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{MoveList, Position};

/// Which positions are drawn from the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampling {
    /// Decides which, and every random move.
    pub seed: u64,
    /// First and last ply, numbered as in the SFEN; the paper's are 10 to 61 [probcut2003] 4.2.
    pub plies: (u16, u16),
    /// Maximum number.
    pub positions: usize,
    /// Maximum number of random legal moves in each, to spread the values as in a search.
    pub random_moves: u16,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Index of its game.
    pub game: usize,
    /// The position, without the game before it.
    pub position: Position,
}

impl Sampling {
    /// Positions in the order of games and plies, no one twice, none in check, as ProbCut cuts
    /// none.
    #[must_use]
    pub fn draw(&self, games: &[Opening]) -> Vec<Sample> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (game, line) in games.iter().enumerate() {
            let start = usize::from(line.start.ply());
            let (first, last) = (usize::from(self.plies.0), usize::from(self.plies.1));
            let indices = first.saturating_sub(start)..(last + 1).saturating_sub(start);
            places.extend(indices.take_while(|&i| i <= line.moves.len()).map(|i| (game, i)));
        }
        SplitMix64::new(self.seed).shuffle(&mut places);
        let mut seen = HashSet::new();
        let mut samples = Vec::new();
        for (game, index) in places {
            if samples.len() == self.positions {
                break;
            }
            let Some(position) = self.position(&games[game], game, index) else { continue };
            if seen.insert(position.key()) {
                samples.push(((game, index), Sample { game, position }));
            }
        }
        samples.sort_by_key(|(place, _)| *place);
        samples.into_iter().map(|(_, sample)| sample).collect()
    }

    /// The position after `index` moves and the random ones; `None` if it is not a place for ProbCut.
    fn position(&self, line: &Opening, game: usize, index: usize) -> Option<Position> {
        let mut position = line.start.clone();
        line.moves[..index].iter().for_each(|&mv| position.do_move(mv));
        let place = SplitMix64::new(((game as u64) << 16) ^ index as u64).next_u64();
        let mut random = SplitMix64::new(self.seed ^ place);
        let mut moves = MoveList::new();
        for _ in 0..random.below(u64::from(self.random_moves) + 1) {
            position.legal_moves(&mut moves);
            position.do_move(*moves.get(random.below(moves.len().max(1) as u64) as usize)?);
        }
        let usable = !position.in_check() && position.has_legal_move();
        usable.then(|| Position::from_sfen(&position.to_sfen()).ok()).flatten()
    }
}

/// A number that identifies the sample.
#[must_use]
pub(super) fn fingerprint(samples: &[Sample]) -> u64 {
    let lines: Vec<String> = samples.iter().map(|sample| sample.position.to_sfen()).collect();
    fnv1a(lines.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Opening> {
        let line = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b";
        zenpuku_arena::openings::read(&format!("{line}\n{line}\nstartpos moves 2g2f")).unwrap()
    }

    fn sampling(positions: usize, random_moves: u16) -> Sampling {
        Sampling { seed: 3, plies: (3, 6), positions, random_moves }
    }

    #[test]
    fn plies_are_kept_and_no_position_comes_twice() {
        let samples = sampling(100, 0).draw(&games());
        let plies: Vec<u16> = samples.iter().map(|sample| sample.position.ply()).collect();
        let mut sorted = plies.clone();
        sorted.sort_unstable();
        // Both games are the same, so each ply comes from one of them.
        assert_eq!(sorted, [3, 4, 5, 6]);
        assert_eq!(sampling(2, 0).draw(&games()).len(), 2);
    }

    #[test]
    fn the_seed_decides() {
        let sfens = |sampling: &Sampling| {
            let samples = sampling.draw(&games());
            samples.iter().map(|sample| sample.position.to_sfen()).collect::<Vec<_>>()
        };
        let one = sampling(3, 4);
        assert_eq!(sfens(&one), sfens(&one));
        assert_ne!(sfens(&one), sfens(&Sampling { seed: 4, ..one.clone() }));
        assert_ne!(fingerprint(&one.draw(&games())), fingerprint(&sampling(3, 0).draw(&games())));
    }
}
