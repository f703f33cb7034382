//! Bounds on the work of solving a position.

use std::time::Instant;

use zenpuku_core::StopToken;
use zenpuku_go::Wide;

use crate::{LocalLimits, Owned};

/// Bounds on the work.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// For the regions.
    pub local: LocalLimits,
    /// Nodes of one search of the whole board, of the searches of all its moves, and positions of a listing.
    pub nodes: u64,
    /// Bytes of its table.
    pub table_bytes: usize,
    /// Positions for an interval, and for finding out whether any can come back.
    pub loop_positions: usize,
    /// Points of Black and White to take as settled, [`crate::LocalSolver::with_given`].
    pub given: Owned<Wide>,
}

impl Default for SolveOptions {
    /// 200,000 positions of regions, 2,000,000 nodes, 64 MiB, 300,000 positions
    /// for intervals, no settled points given.
    fn default() -> Self {
        Self {
            local: LocalLimits::default(),
            nodes: 2_000_000,
            table_bytes: 64 << 20,
            loop_positions: 300_000,
            given: Owned::NONE,
        }
    }
}

impl SolveOptions {
    /// The same bounds, and the work stops at a stop.
    #[must_use]
    pub fn stopped_by(mut self, stop: StopToken) -> Self {
        self.local.stop = stop;
        self
    }

    /// The same limits, and the work ends at this time with partial results.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.local.deadline = Some(deadline);
        self
    }
}
