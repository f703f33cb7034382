//! Leaving early what only saves time later.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// Does anybody wait for an end? Then memory is not filled ahead of its use. Clones share one
/// count.
#[derive(Clone, Debug, Default)]
pub struct Hurry(Arc<AtomicUsize>);

impl Hurry {
    /// One more waits.
    pub fn begin(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// One that waited has what it waited for.
    pub fn end(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Does anybody wait?
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}
