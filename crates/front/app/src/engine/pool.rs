//! The engines' shares of threads and memory.

use super::live::{Listener, Live};
use super::scheduler::SearchScheduler;
use super::worker::EngineWorker;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use zenpuku_core::StopToken;

/// Live analyses that may run at the same time.
pub(crate) const MAX_LIVE: usize = 4;

/// Registered engines that may analyse at the same time.
pub(crate) const MAX_OUTSIDE: usize = 8;

/// The least table in MiB.
const LEAST: usize = 4;

/// All engines of the server. Of the memory for tables, moves of games and jobs have a quarter
/// each, and each of four live analyses an eighth.
pub(crate) struct EnginePool {
    pub(crate) scheduler: Arc<SearchScheduler>,
    threads: Arc<AtomicUsize>,
    hash: AtomicUsize,
    opened: Arc<AtomicUsize>,
    opened_outside: Arc<AtomicUsize>,
    /// Moves of games, hints and single judgements.
    play: Mutex<EngineWorker>,
}

/// A live analysis and its place among the allowed ones.
pub(crate) struct LivePlace {
    pub(crate) live: Live,
    opened: Arc<AtomicUsize>,
}

impl Drop for LivePlace {
    fn drop(&mut self) {
        self.opened.fetch_sub(1, Ordering::Relaxed);
    }
}

impl EnginePool {
    pub(crate) fn new(threads: usize, hash: usize) -> Self {
        let scheduler = Arc::new(SearchScheduler::default());
        let play = Mutex::new(EngineWorker::new((hash / 4).max(LEAST), Arc::clone(&scheduler)));
        let threads = Arc::new(AtomicUsize::new(threads));
        let (opened, opened_outside) = (Arc::default(), Arc::default());
        Self { scheduler, threads, hash: AtomicUsize::new(hash), opened, opened_outside, play }
    }

    /// Changes the budget, from the next search on; tables of live analyses that run stay.
    pub(crate) fn set(&self, threads: usize, hash: usize) {
        self.threads.store(threads.max(1), Ordering::Relaxed);
        self.hash.store(hash, Ordering::Relaxed);
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed).max(1)
    }

    /// Threads for a job: one during a live analysis.
    pub(crate) fn job_threads(&self) -> usize {
        if self.scheduler.live_count() > 0 { 1 } else { self.threads() }
    }

    fn share(&self, parts: usize) -> usize {
        (self.hash.load(Ordering::Relaxed) / parts).max(LEAST)
    }

    /// An engine for jobs.
    pub(crate) fn job_worker(&self) -> EngineWorker {
        EngineWorker::new(self.share(4), Arc::clone(&self.scheduler))
    }

    /// A live analysis; `None` when too many run.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn live(&self, listener: Listener) -> std::io::Result<Option<LivePlace>> {
        let (scheduler, threads) = (Arc::clone(&self.scheduler), Arc::clone(&self.threads));
        let hash = self.share(8);
        place(&self.opened, MAX_LIVE, || Live::start(hash, scheduler, threads, listener))
    }

    /// A live analysis by a registered engine, ended by `stop`; `None` if too many run.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn live_outside(
        &self,
        stop: StopToken,
        listener: Listener,
    ) -> std::io::Result<Option<LivePlace>> {
        let scheduler = Arc::clone(&self.scheduler);
        let start = || Live::start_outside(scheduler, stop, listener);
        place(&self.opened_outside, MAX_OUTSIDE, start)
    }

    /// Uses the engine of games; one at a time.
    pub(crate) fn with_player<T>(&self, work: impl FnOnce(&mut EngineWorker) -> T) -> T {
        let mut worker = self.play.lock().unwrap_or_else(PoisonError::into_inner);
        worker.set_hash(self.share(4));
        work(&mut worker)
    }
}

/// Starts a live analysis if fewer than `most` are `opened`.
fn place(
    opened: &Arc<AtomicUsize>,
    most: usize,
    start: impl FnOnce() -> std::io::Result<Live>,
) -> std::io::Result<Option<LivePlace>> {
    if opened.fetch_add(1, Ordering::Relaxed) >= most {
        opened.fetch_sub(1, Ordering::Relaxed);
        return Ok(None);
    }
    match start() {
        Ok(live) => Ok(Some(LivePlace { live, opened: Arc::clone(opened) })),
        Err(error) => {
            opened.fetch_sub(1, Ordering::Relaxed);
            Err(error)
        }
    }
}
