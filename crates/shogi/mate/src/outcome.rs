//! Results of the proof-number search for a position, and for the moves of a node.

use crate::dfpn_table::NO_LIMIT;
use zenpuku_shogi::{Hand, Move};

/// A failure that rests on no return of the path.
pub(crate) const ANYWHERE: u16 = u16::MAX;

/// The search's result for a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Plies of the mate, when proved.
    pub(crate) mate: u16,
    /// No mate within this number of plies, if disproved.
    pub(crate) fail: u16,
    /// Proof pieces when proved, else the hand.
    pub(crate) hand: Hand,
    /// The smallest distance from the root of a return that a failure rests on.
    pub(crate) rests_on: u16,
}

impl Outcome {
    pub(crate) fn is_mate(&self) -> bool {
        self.pn == 0
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// A move of a node on the path and the result of the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) board: u64,
    pub(crate) out: Outcome,
    /// The move delayed behind this one, as a distance; 0: none.
    pub(crate) next: u16,
    pub(crate) active: bool,
}

pub(crate) fn one_more(plies: u16) -> u16 {
    plies.saturating_add(1).min(NO_LIMIT)
}
