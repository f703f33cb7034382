//! Which boards a history has, roughly.

use crate::state::State;

/// Counts of the history's boards by a part of their key: most positions are
/// found to be new without searching the history.
#[derive(Clone)]
pub(crate) struct Seen([u16; Self::PLACES]);

impl Seen {
    /// A power of two, several times the plies of a game.
    const PLACES: usize = 1024;

    pub(crate) fn of(history: &[State]) -> Self {
        let mut seen = Self([0; Self::PLACES]);
        for state in history {
            *seen.place(state.keys.board) += 1;
        }
        seen
    }

    #[inline]
    pub(crate) fn place(&mut self, key: u64) -> &mut u16 {
        &mut self.0[key as usize % Self::PLACES]
    }

    #[inline]
    pub(crate) fn may_have(&self, key: u64) -> bool {
        self.0[key as usize % Self::PLACES] != 0
    }
}
