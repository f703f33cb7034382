//! Searches that a client waits for. Long ones of rooms: one for each client,
//! few at the same time, stopped when no client waits.

use super::{AppState, Connection, lock};
use crate::engine::{Player, Task};
use crate::errors::{AppResult, error};
use crate::protocol::ErrorCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{SearchLimits, SearchResult};

/// Searches at the same time, whoever asks: each may hold a table in memory.
const MAX_WORK: usize = 4;

/// A client's running search. It ends its place when dropped.
pub(crate) struct WorkPlace<'a> {
    count: &'a AtomicUsize,
    /// Stopped when the client wants no answer any more.
    pub(crate) stop: StopToken,
}

impl WorkPlace<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

impl Drop for WorkPlace<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connection {
    /// Stops the search that this client waits for.
    pub(crate) fn stop_work(&self) {
        if let Some(stop) = lock(&self.work).take() {
            stop.stop();
        }
    }

    /// Registers a search, replacing the client's running one. Searches begin
    /// on separate threads, possibly after the client's next request: they are
    /// registered in the order of the requests, so that a following stop finds
    /// them.
    pub(crate) fn announce_work(&self) -> StopToken {
        self.stop_work();
        let stop = StopToken::new();
        *lock(&self.work) = Some(stop.clone());
        stop
    }
}

impl AppState {
    /// A search for a person who waits; it goes before live analysis and jobs.
    pub(crate) fn think(
        &self,
        position: &Position,
        limits: SearchLimits,
        multi_pv: usize,
    ) -> AppResult<Option<SearchResult>> {
        let threads = self.pool.threads();
        let task = Task {
            position,
            limits,
            multi_pv,
            threads,
            hash: None,
            fresh: false,
            player: Player::default(),
            enough: None,
            yields: false,
        };
        let _play = self.pool.scheduler.play();
        Ok(self.pool.with_player(|worker| worker.think(&task, &self.stopping))?)
    }

    /// A place for a search that was announced with its stop.
    ///
    /// # Errors
    /// `busy` when too many clients search.
    pub(crate) fn work_place(&self, stop: &StopToken) -> AppResult<WorkPlace<'_>> {
        let stop = stop.clone();
        let count = &self.working;
        let place = WorkPlace { count, stop };
        if count.fetch_add(1, Ordering::Relaxed) >= MAX_WORK {
            let message = format!("{MAX_WORK} searches run already; try again when one is done");
            return Err(error(ErrorCode::Busy, message));
        }
        Ok(place)
    }
}
