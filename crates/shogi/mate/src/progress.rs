//! Progress reports of a mate search.

use core::time::Duration;

/// Reported after every depth, periodically in a long search, and when a mate
/// is found that may not be the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The shortest mate found so far, in plies.
    pub mate: Option<u16>,
    /// There is no mate within this number of plies.
    pub depth: u16,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub elapsed: Duration,
}
