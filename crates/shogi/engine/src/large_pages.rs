//! Memory for randomly accessed data, the transposition table and the large
//! histories: zeroed, in large pages if the system supports them, and with
//! prefetch.

use crate::cluster::Cluster;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use memmap2::MmapMut;
use std::alloc::{Layout, handle_alloc_error};

/// Types that may be stored in such memory.
///
/// # Safety
/// Every bit pattern must be a valid value, the type must not need a drop, and its alignment
/// must be at most a page.
pub(crate) unsafe trait Plain {}

// SAFETY: a cluster is atomic words, aligned to a cache line.
unsafe impl Plain for Cluster {}
// SAFETY: a number.
unsafe impl Plain for i16 {}

/// A fixed number of items in separate memory.
pub(crate) struct LargePages<T: Plain> {
    map: MmapMut,
    count: usize,
    items: PhantomData<T>,
}

impl<T: Plain> LargePages<T> {
    /// `count` items of zeros, at least one; `None` when the system does not give the memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let count = count.max(1);
        let map = MmapMut::map_anon(count.checked_mul(size_of::<T>())?).ok()?;
        // Advice only: a system without large pages refuses, without harm.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, count, items: PhantomData })
    }

    /// As [`LargePages::new`]. Without memory the program ends, as with any other vector.
    pub(crate) fn zeroed(count: usize) -> Self {
        let missing =
            || handle_alloc_error(Layout::array::<T>(count).unwrap_or(Layout::new::<T>()));
        Self::new(count).unwrap_or_else(missing)
    }

    /// Zeroes everything at once: the system provides new pages when they are next used.
    pub(crate) fn discard(&mut self) {
        #[cfg(target_os = "linux")]
        {
            let advice = memmap2::UncheckedAdvice::DontNeed;
            // SAFETY: the map is private and anonymous, so its pages read as zeros from now on,
            // which are items; the borrow is exclusive.
            if unsafe { self.map.unchecked_advise(advice) }.is_ok() {
                return;
            }
        }
        self.map.fill(0);
    }

    /// Prefetches the item's cache line; the search continues meanwhile.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let item: *const T = &self[index];
            // SAFETY: a prefetch has no visible effect and never faults; this
            // address is inside the map.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(item.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl<T: Plain> Deref for LargePages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map holds `count` items' bytes, lives as long as `self`, is aligned to a
        // page and so to an item, and every bit pattern is an item.
        unsafe { core::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}

impl<T: Plain> DerefMut for LargePages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { core::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.count) }
    }
}
