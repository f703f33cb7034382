//! Leaving early what only saves time later.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// Asks whatever prepares a search to come to its end: memory is not filled ahead of its use while
/// somebody waits. Clones share one count of those who wait.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicUsize>);

impl CancelToken {
    /// One more waits.
    pub fn request(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// One that waited has what it waited for.
    pub fn withdraw(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Does anybody wait?
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}
