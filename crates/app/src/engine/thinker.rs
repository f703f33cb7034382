//! An engine that thinks about one position at a time and can be interrupted.

use super::gate::Gate;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineError, EngineOptions, SearchHandler, SearchLimits, SearchResult,
};

/// How often a search looks whether it shall stop.
const POLL: Duration = Duration::from_millis(20);

/// One search.
pub(crate) struct Task<'a> {
    pub(crate) position: &'a Position,
    pub(crate) limits: SearchLimits,
    pub(crate) multi_pv: usize,
    pub(crate) threads: usize,
    /// Size of the table in MiB, where it must not depend on the settings.
    pub(crate) hash: Option<usize>,
    /// Begin with an empty memory, so that the result depends on nothing else.
    pub(crate) fresh: bool,
    /// Play by goals, switch `Goals`.
    pub(crate) goals: bool,
    /// Give way to searches of games, and begin again after them.
    pub(crate) yields: bool,
}

/// An engine with its own table.
pub(crate) struct Thinker {
    engine: Engine,
    hash: usize,
    gate: Arc<Gate>,
}

impl Thinker {
    pub(crate) fn new(hash: usize, gate: Arc<Gate>) -> Self {
        let options = EngineOptions { hash, pv_interval: 0, ..EngineOptions::default() };
        Self { engine: Engine::new(options), hash, gate }
    }

    /// Sets the usual size of the table in MiB, from the next search on.
    pub(crate) fn set_hash(&mut self, hash: usize) {
        self.hash = hash;
    }

    /// Thinks; `None` when `stop` was raised.
    pub(crate) fn think(
        &mut self,
        task: &Task<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, EngineError> {
        loop {
            if task.yields {
                self.gate.wait(stop);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some(result) = self.search(task, &task.limits, stop)? else { continue };
            if result.depth > 0 || result.nodes == 0 {
                return Ok(Some(result));
            }
            // Too few nodes for one iteration: without one there is nothing to say or to choose.
            if let Some(result) = self.search(task, &SearchLimits::depth(1), stop)? {
                return Ok(Some(result));
            }
        }
    }

    /// One try; `None` when it was stopped before its end.
    fn search(
        &mut self,
        task: &Task<'_>,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, EngineError> {
        let options = self.engine.options_mut();
        options.multi_pv = task.multi_pv;
        options.threads = task.threads;
        options.params.goals = task.goals;
        options.hash = task.hash.unwrap_or(self.hash);
        if task.fresh {
            // Goals are kept from turn to turn.
            if task.goals { self.engine.forget_searches() } else { self.engine.new_game() }
        }
        self.engine.set_position(task.position.clone())?;
        // Taking the memory must not count as thinking time.
        self.engine.prepare()?;
        let (send, receive) = mpsc::channel();
        self.engine.go(limits.clone(), Box::new(Done(send)))?;
        let mut interrupted = false;
        while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(POLL) {
            interrupted = stop.load(Ordering::Relaxed) || (task.yields && self.gate.is_playing());
            if interrupted {
                self.engine.stop();
                break;
            }
        }
        let result = self.engine.wait();
        Ok(result.filter(|_| !interrupted))
    }
}

/// Tells when the search is over.
struct Done(Sender<()>);

impl SearchHandler for Done {
    fn done(&mut self, _result: &SearchResult) {
        // Nobody waits any more after an interruption.
        let _ = self.0.send(());
    }
}
