//! Limits that end a search early: nodes, time, depth, a stop from outside.

use crate::StopToken;
use std::time::{Duration, Instant};

/// Limits of a search; `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum depth of an iterative search, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes to visit; exact.
    pub nodes: Option<u64>,
    /// Maximum time since [`Budget::start`]; checked every [`Budget::POLL_INTERVAL`] nodes.
    pub time: Option<Duration>,
    /// Stops the search from outside; checked together with the time.
    pub stop: StopToken,
}

impl Limits {
    /// Returns limits without any limit and with a token of their own.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// Returns a node limit alone.
    #[must_use]
    pub fn with_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns a time limit alone.
    #[must_use]
    pub fn with_time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Returns a depth limit alone, in plies.
    #[must_use]
    pub fn with_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Returns the same limits, stopped by `stop`.
    #[must_use]
    pub fn stopped_by(self, stop: StopToken) -> Limits {
        Limits { stop, ..self }
    }
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum StopReason {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// A stop was requested from outside.
    Flag,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "node limit",
            StopReason::Time => "time limit",
            StopReason::Flag => "stop requested",
        })
    }
}

/// Counts the nodes of one search and checks its [`Limits`].
///
/// Counting a node is one comparison. Clock and token are read every [`Budget::POLL_INTERVAL`]
/// nodes, and at the first node. A budget that has stopped stays stopped.
#[derive(Clone, Debug)]
pub struct Budget {
    nodes: u64,
    next_check: u64,
    node_limit: u64,
    started: Instant,
    time: Option<Duration>,
    stop: StopToken,
    stopped: Option<StopReason>,
}

impl Budget {
    /// Number of nodes between two checks of clock and token.
    pub const POLL_INTERVAL: u64 = 1024;

    /// Starts the clock.
    #[must_use]
    pub fn start(limits: &Limits) -> Budget {
        Budget {
            nodes: 0,
            next_check: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            started: Instant::now(),
            time: limits.time,
            stop: limits.stop.clone(),
            stopped: None,
        }
    }

    /// Counts one node.
    ///
    /// # Errors
    /// Returns the reason to stop; the node is then not counted and must not be visited.
    #[inline]
    pub fn spend(&mut self) -> Result<(), StopReason> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Checks every limit now and schedules the next check.
    ///
    /// # Errors
    /// Returns the reason to stop.
    #[cold]
    pub fn check(&mut self) -> Result<(), StopReason> {
        self.stopped = self.stopped.or_else(|| self.reason());
        if let Some(reason) = self.stopped {
            self.next_check = self.nodes;
            return Err(reason);
        }
        self.next_check = (self.nodes + Budget::POLL_INTERVAL).min(self.node_limit);
        Ok(())
    }

    fn reason(&self) -> Option<StopReason> {
        if self.stop.is_stopped() {
            Some(StopReason::Flag)
        } else if self.nodes >= self.node_limit {
            Some(StopReason::Nodes)
        } else if self.time.is_some_and(|time| self.started.elapsed() >= time) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Returns the number of nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the time since [`Budget::start`].
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns why the search was stopped, or `None` while it may continue.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spend_all(limits: &Limits) -> (u64, StopReason) {
        let mut budget = Budget::start(limits);
        loop {
            if let Err(reason) = budget.spend() {
                assert_eq!(budget.spend(), Err(reason), "stays stopped");
                assert_eq!(budget.stopped(), Some(reason));
                return (budget.nodes(), reason);
            }
        }
    }

    #[test]
    fn node_limit_is_exact() {
        for nodes in [0, 1, 1023, 1024, 1025, 5000] {
            assert_eq!(spend_all(&Limits::with_nodes(nodes)), (nodes, StopReason::Nodes));
        }
    }

    #[test]
    fn time_limit_stops() {
        let (_, reason) = spend_all(&Limits::with_time(Duration::from_millis(2)));
        assert_eq!(reason, StopReason::Time);
    }

    #[test]
    fn a_stopped_token_stops_before_the_first_node() {
        let stop = StopToken::new();
        let limits = Limits::none().stopped_by(stop.clone());
        stop.stop();
        assert_eq!(spend_all(&limits), (0, StopReason::Flag));
        let limits = limits.stopped_by(StopToken::new());
        assert_eq!(Budget::start(&limits).spend(), Ok(()));
    }

    #[test]
    fn a_stop_during_the_search_ends_it_soon() {
        let stop = StopToken::new();
        let mut budget = Budget::start(&Limits::none().stopped_by(stop.clone()));
        assert_eq!(budget.spend(), Ok(()));
        stop.stop();
        let extra = (0..10_000).take_while(|_| budget.spend().is_ok()).count() as u64;
        assert!(extra < Budget::POLL_INTERVAL);
    }
}
