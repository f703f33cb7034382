//! Long searches of rooms: one for each client, few at the same time, stopped when nobody waits.

use super::{Connection, Hub, lock};
use crate::errors::{Answer, error};
use crate::protocol::ErrorCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Searches at the same time, whoever asks: each may hold a table in memory.
const MAX_WORK: usize = 4;

/// A client's running search. It ends its place when dropped.
pub(crate) struct WorkPlace<'a> {
    count: &'a AtomicUsize,
    /// Raised when the client wants no answer any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl WorkPlace<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn begin_work(&self) -> Arc<AtomicBool> {
        self.stop_work();
        let stop = Arc::new(AtomicBool::new(false));
        *lock(&self.work) = Some(Arc::clone(&stop));
        stop
    }
}

impl Hub {
    /// A place for a search of this client, in place of the one that it waits for.
    ///
    /// # Errors
    /// `busy` when too many clients search.
    pub(crate) fn work_place(&self, connection: &Connection) -> Answer<WorkPlace<'_>> {
        let stop = connection.begin_work();
        let count = &self.working;
        let place = WorkPlace { count, stop };
        if count.fetch_add(1, Ordering::Relaxed) >= MAX_WORK {
            let message = format!("{MAX_WORK} searches run already; try again when one is done");
            return Err(error(ErrorCode::Busy, message));
        }
        Ok(place)
    }
}
