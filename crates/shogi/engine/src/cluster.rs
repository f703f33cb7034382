//! The memory of the transposition table: clusters of lock-free entries.

use core::sync::atomic::{AtomicU64, Ordering};

/// An entry: its data, and the key it belongs to XOR the data.
#[derive(Default)]
pub(crate) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    pub(crate) fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Entries of a cluster.
pub(crate) const WAYS: usize = 4;

/// Entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Cluster(pub(crate) [Slot; WAYS]);
