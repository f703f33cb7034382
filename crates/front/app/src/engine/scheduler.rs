//! Precedence of searches: other work waits while the engine moves in a game.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zenpuku_core::StopToken;

/// Counts the searches of games and the live analyses.
#[derive(Debug, Default)]
pub(crate) struct SearchScheduler {
    playing: Mutex<usize>,
    changed: Condvar,
    live: AtomicUsize,
}

/// Held while the engine searches its move of a game.
pub(crate) struct PlayGuard(Arc<SearchScheduler>);

/// Held while a live analysis runs.
pub(crate) struct LiveGuard(Arc<SearchScheduler>);

impl SearchScheduler {
    fn playing(&self) -> MutexGuard<'_, usize> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search of a game.
    pub(crate) fn play(self: &Arc<Self>) -> PlayGuard {
        *self.playing() += 1;
        self.changed.notify_all();
        PlayGuard(Arc::clone(self))
    }

    /// Begins a live analysis.
    pub(crate) fn live(self: &Arc<Self>) -> LiveGuard {
        self.live.fetch_add(1, Ordering::Relaxed);
        LiveGuard(Arc::clone(self))
    }

    /// Does the engine search a move of a game?
    pub(crate) fn is_playing(&self) -> bool {
        *self.playing() > 0
    }

    /// Live analyses that run.
    pub(crate) fn live_count(&self) -> usize {
        self.live.load(Ordering::Relaxed)
    }

    /// Waits while the engine moves in a game, or until `stop` is stopped.
    pub(crate) fn wait(&self, stop: &StopToken) {
        let mut playing = self.playing();
        while *playing > 0 && !stop.is_stopped() {
            let tick = Duration::from_millis(50);
            let woken = self.changed.wait_timeout(playing, tick);
            playing = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for PlayGuard {
    fn drop(&mut self) {
        *self.0.playing() -= 1;
        self.0.changed.notify_all();
    }
}

impl Drop for LiveGuard {
    fn drop(&mut self) {
        self.0.live.fetch_sub(1, Ordering::Relaxed);
    }
}
