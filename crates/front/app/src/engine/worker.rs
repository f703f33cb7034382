//! An engine that thinks about one position at a time and can be interrupted.

use super::scheduler::SearchScheduler;
use std::sync::Arc;
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineError, EngineOptions, Level, SearchLimits, SearchRequest, SearchResult,
};
use zenpuku_shogi_goals::style::Style;

/// One search.
pub(crate) struct Task<'a> {
    pub(crate) position: &'a Position,
    pub(crate) limits: SearchLimits,
    pub(crate) multi_pv: usize,
    pub(crate) threads: usize,
    /// Size of the table in MiB, where it must not depend on the settings.
    pub(crate) hash: Option<usize>,
    /// Begin with an empty memory, so that the result is reproducible.
    pub(crate) fresh: bool,
    /// How it plays.
    pub(crate) player: Player,
    /// Stopped when the current result is requested.
    pub(crate) enough: Option<&'a StopToken>,
    /// Give way to searches of games, and begin again after them.
    pub(crate) yields: bool,
}

/// How strong the engine plays and what it likes; full strength by default.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Player {
    pub(crate) level: Level,
    /// Seed of what a level overlooks.
    pub(crate) seed: u32,
    pub(crate) style: Style,
}

/// An engine with its own table.
pub(crate) struct EngineWorker {
    engine: Engine,
    hash: usize,
    scheduler: Arc<SearchScheduler>,
}

impl EngineWorker {
    pub(crate) fn new(hash: usize, scheduler: Arc<SearchScheduler>) -> Self {
        let options = EngineOptions { hash, pv_interval: 0, ..EngineOptions::default() };
        Self { engine: Engine::new(options), hash, scheduler }
    }

    /// Sets the usual size of the table in MiB, from the next search on.
    pub(crate) fn set_hash(&mut self, hash: usize) {
        self.hash = hash;
    }

    /// Thinks; `None` when `stop` was stopped.
    pub(crate) fn think(
        &mut self,
        task: &Task<'_>,
        stop: &StopToken,
    ) -> Result<Option<SearchResult>, EngineError> {
        self.think_with_waits(task, stop, |_| ())
    }

    /// Thinks, and calls `waits` when it begins and ends to wait for a game.
    pub(crate) fn think_with_waits(
        &mut self,
        task: &Task<'_>,
        stop: &StopToken,
        waits: impl Fn(bool),
    ) -> Result<Option<SearchResult>, EngineError> {
        loop {
            if task.yields && self.scheduler.give_way().is_stopped() {
                waits(true);
                self.scheduler.wait(stop);
                waits(false);
            }
            if stop.is_stopped() {
                return Ok(None);
            }
            if let Some(result) = self.search(task, stop)? {
                return Ok(Some(result));
            }
        }
    }

    /// One try; `None` when it was stopped before its end.
    fn search(
        &mut self,
        task: &Task<'_>,
        stop: &StopToken,
    ) -> Result<Option<SearchResult>, EngineError> {
        let options = self.engine.options_mut();
        options.multi_pv = task.multi_pv;
        options.threads = task.threads;
        let Player { level, seed, style } = task.player;
        (options.level, options.level_seed, options.style) = (level, seed, style);
        options.entering_king_rule = task.position.entering_king_rule();
        options.hash = task.hash.unwrap_or(self.hash);
        if task.fresh {
            // Goals are kept from turn to turn.
            self.engine.forget_searches();
        }
        self.engine.set_position(task.position.clone())?;
        // Taking the memory must not count as thinking time.
        self.engine.prepare()?;
        let ending = stop.child();
        let ends_with = |token: &StopToken| ending.stop_with(token);
        let give_way = task.yields.then(|| self.scheduler.give_way());
        let _ends = (task.enough.map(ends_with), give_way.as_ref().map(ends_with));
        let request = SearchRequest::from(&task.limits).stopped_by(&ending);
        let search = self.engine.start(request.at_least_one_iteration())?;
        let result = search.wait();
        let called_off = stop.is_stopped() || give_way.is_some_and(|token| token.is_stopped());
        Ok(result.filter(|_| !called_off))
    }
}
