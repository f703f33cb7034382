//! Precedence of searches: other work waits while the engine moves in a game.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use zenpuku_core::StopToken;

/// Counts the searches of games and the live analyses.
#[derive(Debug, Default)]
pub(crate) struct SearchScheduler {
    games: Mutex<GameSearches>,
    changed: Condvar,
    live: AtomicUsize,
}

#[derive(Debug, Default)]
struct GameSearches {
    running: usize,
    /// Stopped while one runs.
    give_way: StopToken,
}

/// Held while the engine searches its move of a game.
pub(crate) struct PlayGuard(Arc<SearchScheduler>);

/// Held while a live analysis runs.
pub(crate) struct LiveGuard(Arc<SearchScheduler>);

impl SearchScheduler {
    fn games(&self) -> MutexGuard<'_, GameSearches> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search of a game.
    pub(crate) fn play(self: &Arc<Self>) -> PlayGuard {
        let give_way = {
            let mut games = self.games();
            games.running += 1;
            games.give_way.clone()
        };
        give_way.stop();
        PlayGuard(Arc::clone(self))
    }

    /// Begins a live analysis.
    pub(crate) fn live(self: &Arc<Self>) -> LiveGuard {
        self.live.fetch_add(1, Ordering::Relaxed);
        LiveGuard(Arc::clone(self))
    }

    /// Stops when the engine begins to search a move of a game; already stopped
    /// if it is searching one now.
    pub(crate) fn give_way(&self) -> StopToken {
        self.games().give_way.clone()
    }

    /// Live analyses that run.
    pub(crate) fn live_count(&self) -> usize {
        self.live.load(Ordering::Relaxed)
    }

    /// Waits while the engine moves in a game, or until `stop`.
    pub(crate) fn wait(self: &Arc<Self>, stop: &StopToken) {
        let waiting = Arc::clone(self);
        let _woken = stop.on_stop(move || {
            // Under the lock, so that a thread about to wait cannot miss it.
            let _games = waiting.games();
            waiting.changed.notify_all();
        });
        let mut games = self.games();
        while games.running > 0 && !stop.is_stopped() {
            games = self.changed.wait(games).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for PlayGuard {
    fn drop(&mut self) {
        let mut games = self.0.games();
        games.running -= 1;
        if games.running == 0 {
            games.give_way = StopToken::new();
            self.0.changed.notify_all();
        }
    }
}

impl Drop for LiveGuard {
    fn drop(&mut self) {
        self.0.live.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_give_way_while_a_game_is_searched() {
        let scheduler = Arc::new(SearchScheduler::default());
        let before = scheduler.give_way();
        assert!(!before.is_stopped());
        let (one, two) = (scheduler.play(), scheduler.play());
        assert!(before.is_stopped() && scheduler.give_way().is_stopped());
        let (stop, waits) = (StopToken::new(), Arc::clone(&scheduler));
        let token = stop.clone();
        let thread = std::thread::spawn(move || waits.wait(&token));
        stop.stop();
        thread.join().unwrap();
        drop(one);
        assert!(scheduler.give_way().is_stopped(), "another one runs");
        let waits = Arc::clone(&scheduler);
        let thread = std::thread::spawn(move || waits.wait(&StopToken::new()));
        drop(two);
        thread.join().unwrap();
        assert!(!scheduler.give_way().is_stopped());
    }
}
