//! Searches that somebody may call off.

use crate::engine::{Engine, EngineError};
use crate::info::{SearchHandler, SearchResult};
use crate::limits::SearchLimits;
use core::time::Duration;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};

/// How often a search looks whether it is called off.
const POLL: Duration = Duration::from_millis(20);

/// What whoever watches a search wants of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchCommand {
    /// That it goes on.
    Continue,
    /// Its result as far as it has come.
    Finish,
    /// No result.
    Cancel,
}

impl Engine {
    /// Searches until the limits end it; `None` when `stopped` said so before. Limits too small for
    /// one iteration give no value: then depth 1 is searched.
    ///
    /// # Errors
    /// As [`Engine::go`].
    pub fn search_cancellable(
        &mut self,
        limits: &SearchLimits,
        stopped: impl Fn() -> bool,
    ) -> Result<Option<SearchResult>, EngineError> {
        self.search_watching(limits, || {
            if stopped() { WatchCommand::Cancel } else { WatchCommand::Continue }
        })
    }

    /// Searches until the limits end it or `wish` says so. A search that ends before its first
    /// iteration gives no value: then depth 1 is searched.
    ///
    /// # Errors
    /// As [`Engine::go`].
    pub fn search_watching(
        &mut self,
        limits: &SearchLimits,
        wish: impl Fn() -> WatchCommand,
    ) -> Result<Option<SearchResult>, EngineError> {
        let result = self.search_once(limits.clone(), &wish)?;
        if result.as_ref().is_some_and(|result| result.depth == 0 && result.nodes > 0) {
            let called_off = || match wish() {
                WatchCommand::Continue | WatchCommand::Finish => WatchCommand::Continue,
                WatchCommand::Cancel => WatchCommand::Cancel,
            };
            return self.search_once(SearchLimits::depth(1), &called_off);
        }
        Ok(result)
    }

    fn search_once(
        &mut self,
        limits: SearchLimits,
        wish: &impl Fn() -> WatchCommand,
    ) -> Result<Option<SearchResult>, EngineError> {
        let (send, receive) = mpsc::channel();
        self.go(limits, Box::new(Done(send)))?;
        let mut now = WatchCommand::Continue;
        while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(POLL) {
            now = wish();
            if now != WatchCommand::Continue {
                self.stop();
                break;
            }
        }
        let result = self.wait();
        Ok(result.filter(|_| now != WatchCommand::Cancel))
    }
}

/// Tells when the search is over.
struct Done(Sender<()>);

impl SearchHandler for Done {
    fn done(&mut self, _result: &SearchResult) {
        // Nobody waits any more after a stop.
        let _ = self.0.send(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EngineOptions;
    use core::cell::Cell;

    #[test]
    fn a_search_ends_by_its_limits_or_is_called_off() {
        let mut engine = Engine::new(EngineOptions { hash: 4, ..EngineOptions::default() });
        let found = engine.search_cancellable(&SearchLimits::depth(3), || false).unwrap().unwrap();
        assert_eq!(found.depth, 3);
        let least = engine.search_cancellable(&SearchLimits::nodes(1), || false).unwrap().unwrap();
        assert_eq!(least.depth, 1);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        assert!(engine.search_cancellable(&SearchLimits::infinite(), stop).unwrap().is_none());
        let enough = || WatchCommand::Finish;
        let found = engine.search_watching(&SearchLimits::infinite(), enough).unwrap().unwrap();
        assert!(found.depth > 0 && found.best.is_normal());
    }
}
