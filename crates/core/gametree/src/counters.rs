//! Nodes counted by kind.

use std::ops::{Add, AddAssign, Sub};

/// How many nodes of each kind a search visited. A node visited twice counts twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Counters {
    /// Nodes whose moves were searched, the cut ones included.
    pub interior: u64,
    /// Nodes at depth 0, where the evaluation was asked.
    pub leaf: u64,
    /// Nodes where the game is over.
    pub terminal: u64,
    /// Nodes that the transposition table answered.
    pub table_hit: u64,
    /// Nodes that a [`crate::search::Pruning`] cut before any move.
    pub pruned: u64,
    /// The interior nodes left early by a beta cut.
    pub cut: u64,
}

impl Counters {
    /// All nodes visited. Cut nodes are interior nodes and do not count twice.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.interior + self.leaf + self.terminal + self.table_hit + self.pruned
    }

    /// Bottom nodes: leaves and ends of the game, Knuth and Moore's terminal positions.
    #[must_use]
    pub fn bottom(&self) -> u64 {
        self.leaf + self.terminal
    }

    fn zip(self, other: Counters, f: impl Fn(u64, u64) -> u64) -> Counters {
        Counters {
            interior: f(self.interior, other.interior),
            leaf: f(self.leaf, other.leaf),
            terminal: f(self.terminal, other.terminal),
            table_hit: f(self.table_hit, other.table_hit),
            pruned: f(self.pruned, other.pruned),
            cut: f(self.cut, other.cut),
        }
    }
}

impl Add for Counters {
    type Output = Counters;
    fn add(self, other: Counters) -> Counters {
        self.zip(other, |a, b| a + b)
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        *self = *self + other;
    }
}

impl Sub for Counters {
    type Output = Counters;
    /// The difference to `other`, an earlier state of the same counters.
    fn sub(self, other: Counters) -> Counters {
        self.zip(other, u64::saturating_sub)
    }
}
