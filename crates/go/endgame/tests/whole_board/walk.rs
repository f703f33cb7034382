//! A proof walked through again by the library's rules and its judgement of safety.

use std::collections::HashSet;

use zenpuku_go::{Board, Color, Move, alternating_safety};

use crate::board::Position;
use crate::prover::Prover;
use crate::safety::is_won;
use crate::table::NEVER;

/// Whether the library finds all points Black's. It may detect this later than
/// [`is_won`]; the walk then continues.
fn is_covered(board: &Board<u64>) -> bool {
    let safety = alternating_safety(board, Color::Black);
    safety.stones | safety.territory == board.geometry().full()
}

/// Every answer of White, one move of Black.
pub(crate) struct Walk<'a> {
    prover: &'a mut Prover,
    /// The proof's.
    plies: u8,
    seen: HashSet<u64>,
    path: HashSet<u64>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(prover: &'a mut Prover, plies: u8) -> Self {
        Self { prover, plies, seen: HashSet::new(), path: HashSet::new() }
    }

    /// The positions walked through.
    pub(crate) fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Whether the position is proved without coming back to one on the way.
    /// Several of Black's moves may be proved, and one proof may depend on
    /// another, so they are tried in turn.
    pub(crate) fn check(&mut self, board: &Board<u64>) -> bool {
        let at = Position::of(board);
        let key = self.prover.shape.key(&at);
        if self.seen.contains(&key) || is_covered(board) {
            return true;
        }
        let is_new = self.path.insert(key);
        if !is_new {
            return false;
        }
        // If everything is won Black may only pass, and White's pass then ends the game.
        let won = is_won(&self.prover.shape, &at);
        let moves = board.legal_moves().filter(|&mv| at.white != won || mv != Move::Pass);
        let after = moves.map(|mv| {
            let mut after = *board;
            after.play_move(mv).unwrap();
            after
        });
        let holds = if at.white {
            after.into_iter().all(|next| self.check(&next))
        } else {
            self.check_black(after.collect())
        };
        self.path.remove(&key);
        if holds {
            self.seen.insert(key);
        }
        holds
    }

    /// Known wins come first, the shortest ones at the front: searching the
    /// others again is expensive.
    fn check_black(&mut self, after: Vec<Board<u64>>) -> bool {
        let mut after: Vec<_> = after.iter().map(|next| (self.promise(next), next)).collect();
        after.sort_by_key(|(promise, _)| *promise);
        after.into_iter().any(|((won, _), next)| {
            (won != NEVER
                || self.prover.prove(&Position::of(next), self.plies, |_, _| ()).is_some())
                && self.check(next)
        })
    }

    /// The plies within which the position is known to be won, and whether the library has to be shown.
    fn promise(&self, board: &Board<u64>) -> (u8, bool) {
        let at = Position::of(board);
        if is_won(&self.prover.shape, &at) {
            return (0, !is_covered(board));
        }
        let known = self.prover.table.get(self.prover.shape.key(&at));
        (known.map_or(NEVER, |entry| entry.won), true)
    }
}
