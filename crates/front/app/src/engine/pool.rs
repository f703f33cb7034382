//! The engines' shares of threads and memory.

use super::live::{Listener, Live};
use super::scheduler::SearchScheduler;
use super::worker::EngineWorker;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Live analyses that may run at the same time.
pub(crate) const MAX_LIVE: usize = 4;

/// The least table in MiB.
const LEAST: usize = 4;

/// All engines of the server. Of the memory for tables, moves of games and jobs have a quarter
/// each, and each of four live analyses an eighth.
pub(crate) struct EnginePool {
    pub(crate) scheduler: Arc<SearchScheduler>,
    threads: Arc<AtomicUsize>,
    hash: AtomicUsize,
    opened: Arc<AtomicUsize>,
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
        Self { scheduler, threads, hash: AtomicUsize::new(hash), opened: Arc::default(), play }
    }

    /// Changes the budget, from the next search on; tables of live analyses that run stay.
    pub(crate) fn set(&self, threads: usize, hash: usize) {
        self.threads.store(threads.max(1), Ordering::Relaxed);
        self.hash.store(hash, Ordering::Relaxed);
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed).max(1)
    }

    /// Threads for a job: one while somebody watches a live analysis.
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
    /// When the system gives no thread.
    pub(crate) fn live(&self, listener: Listener) -> std::io::Result<Option<LivePlace>> {
        if self.opened.fetch_add(1, Ordering::Relaxed) >= MAX_LIVE {
            self.opened.fetch_sub(1, Ordering::Relaxed);
            return Ok(None);
        }
        let opened = Arc::clone(&self.opened);
        let (scheduler, threads) = (Arc::clone(&self.scheduler), Arc::clone(&self.threads));
        match Live::start(self.share(8), scheduler, threads, listener) {
            Ok(live) => Ok(Some(LivePlace { live, opened })),
            Err(error) => {
                self.opened.fetch_sub(1, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    /// Uses the engine of games; one at a time.
    pub(crate) fn with_player<T>(&self, work: impl FnOnce(&mut EngineWorker) -> T) -> T {
        let mut worker = self.play.lock().unwrap_or_else(PoisonError::into_inner);
        worker.set_hash(self.share(4));
        work(&mut worker)
    }
}
