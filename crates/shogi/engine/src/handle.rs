//! A search that runs on a separate thread.

use crate::control::SearchControl;
use crate::info::SearchResult;
use crate::time_control::Clock;
use std::thread::JoinHandle;

/// A search started by [`crate::Engine::start`]. Dropping it ends the search.
pub struct SearchHandle {
    pub(crate) control: SearchControl,
    /// Taken by who waits.
    pub(crate) thread: Option<JoinHandle<Option<SearchResult>>>,
}

impl SearchHandle {
    /// Makes the search give its result now.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The expected move was played: the search continues as the search of the
    /// own turn. Budgets begin now; `clock`, when given, replaces the one given
    /// at the start.
    pub fn ponderhit(&self, clock: Option<Clock>) {
        self.control.ponderhit(clock);
    }

    /// Has the search given its result?
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the result; `None` when the search broke off without one.
    #[must_use]
    pub fn wait(mut self) -> Option<SearchResult> {
        self.thread.take().and_then(|thread| thread.join().ok().flatten())
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stop();
            // A search that panicked has said so.
            let _ = thread.join();
        }
    }
}

impl core::fmt::Debug for SearchHandle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SearchHandle").field("finished", &self.is_finished()).finish()
    }
}
