//! The transposition table's memory: zeroed, aligned to pages, in large pages where the system
//! has them, and fetched ahead of use.

use crate::table::{Cluster, empty};
use core::ops::{Deref, DerefMut};
use memmap2::MmapMut;

/// Smaller tables are touched by one thread.
const PARALLEL_BYTES: usize = 64 << 20;

/// A fixed number of clusters in memory of their own.
pub(crate) struct TableMemory {
    map: MmapMut,
    count: usize,
}

impl TableMemory {
    /// `count` empty clusters, at least one; `None` when the system does not give the memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<Cluster>())?;
        let map = MmapMut::map_anon(bytes).ok()?;
        // Advice: a system without large pages says no, and nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let mut memory = Self { map, count };
        // Touched now, not in the first search.
        // By several threads, for the system clears each page first.
        let threads = if bytes < PARALLEL_BYTES {
            1
        } else {
            std::thread::available_parallelism().map_or(1, usize::from)
        };
        empty(&mut memory, threads);
        Some(memory)
    }

    /// Asks for the cluster's cache line; the search goes on meanwhile.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = &self[index];
            // SAFETY: a prefetch reads nothing the program can see and faults on no address;
            // this one lies inside the map.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl Deref for TableMemory {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the map holds `count` clusters' bytes, lives as long as `self`, is aligned to a
        // page and so to a cluster, and every bit pattern is a cluster of atomic words.
        unsafe { core::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for TableMemory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Cluster] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { core::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.count) }
    }
}
