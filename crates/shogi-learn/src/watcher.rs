//! Stopping a search from outside.

use core::sync::atomic::{AtomicBool, Ordering};
use zenpuku_shogi_engine::{SearchControl, SearchObserver, Visit};

/// Ends the search soon after the flag is raised.
pub(crate) struct Watcher<'a> {
    control: SearchControl,
    stop: &'a AtomicBool,
    nodes: u32,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(control: &SearchControl, stop: &'a AtomicBool) -> Self {
        Self { control: control.clone(), stop, nodes: 0 }
    }
}

impl SearchObserver for Watcher<'_> {
    #[inline]
    fn enter(&mut self, _visit: &Visit) {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(4096) && self.stop.load(Ordering::Relaxed) {
            self.control.stop();
        }
    }
}
