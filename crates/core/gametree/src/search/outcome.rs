//! Results of searches.

use crate::counters::Counters;
use zenpuku_core::Score;

/// The result of a complete search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome<M> {
    /// The value for the side to move.
    pub value: Score,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The principal variation: legal moves that lead to a position of this value,
    /// shorter than the depth if the game ends, or if the budget ended while the
    /// line was being completed.
    pub line: Vec<M>,
    /// Nodes visited to find the value.
    pub counters: Counters,
    /// Nodes visited after that to find the line, where the method leaves none.
    pub line_counters: Counters,
    /// Descents from the root to find the value.
    pub passes: u32,
}

impl<M: Copy> Outcome<M> {
    /// The best move, `None` without moves or at depth 0.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}
