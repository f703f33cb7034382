//! Limits of one search: USI's `go`.

use crate::time_control::Clock;
use core::time::Duration;
use cpu_time::ThreadTime;
use std::sync::OnceLock;
use std::time::Instant;
use zenpuku_shogi::Move;

/// What ends a search. Several limits together: the first one reached ends it. Without any, and
/// without `infinite`, the search ends at the greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes, over all threads; kept exactly.
    pub nodes: Option<u64>,
    /// Time to use, all of it unless a mate ends the search.
    pub movetime: Option<Duration>,
    /// The clocks of a game.
    pub clock: Option<Clock>,
    /// Search until stopped, even if the search is complete.
    pub infinite: bool,
    /// As `infinite`, until the opponent plays the expected move; then the other limits start.
    pub ponder: bool,
    /// Only these moves at the root; empty: all. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
    /// What counts as time.
    pub timer: Timer,
}

/// What counts as the time of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timer {
    /// Time on the wall.
    #[default]
    Wall,
    /// Processor time of the thread that made the control and searches:
    /// independent of the load of the machine. Only for
    /// [`crate::Engine::search`] with one thread; readings of other threads are
    /// meaningless.
    Processor,
}

impl Timer {
    /// Time since a moment of the past: some moment of this process, or this thread's start.
    #[must_use]
    pub fn now(self) -> Duration {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        match self {
            Self::Wall => FIRST.get_or_init(Instant::now).elapsed(),
            Self::Processor => ThreadTime::now().as_duration(),
        }
    }
}

impl SearchLimits {
    /// Search to a depth in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Search a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Search for a time.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// Search until stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// Search by the clocks of a game.
    #[must_use]
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }
}
