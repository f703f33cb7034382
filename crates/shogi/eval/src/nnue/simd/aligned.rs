//! Numbers that begin at a cache line.

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

/// Numbers of which every pattern of bits is one, all zeros too.
///
/// # Safety
/// Implemented only for types for which that is so.
pub(in crate::nnue) unsafe trait Number: Copy {}

// SAFETY: every pattern of bits is an integer.
unsafe impl Number for i8 {}
// SAFETY: every pattern of bits is an integer.
unsafe impl Number for i16 {}
// SAFETY: every pattern of bits is an integer.
unsafe impl Number for i32 {}

const LINE: usize = 64;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u8; LINE]);

/// A list of numbers whose first one is at the beginning of a cache line.
#[derive(Clone, Debug)]
pub(in crate::nnue) struct Aligned<T> {
    lines: Vec<Line>,
    len: usize,
    number: PhantomData<T>,
}

impl<T: Number> Aligned<T> {
    /// `len` zeros.
    pub(in crate::nnue) fn zeros(len: usize) -> Self {
        let lines = (len * size_of::<T>()).div_ceil(LINE);
        Self { lines: vec![Line([0; LINE]); lines], len, number: PhantomData }
    }

    pub(in crate::nnue) fn from_slice(list: &[T]) -> Self {
        let mut result = Self::zeros(list.len());
        result.copy_from_slice(list);
        result
    }

    /// Makes room for `len` numbers; new ones are zero.
    pub(in crate::nnue) fn grow(&mut self, len: usize) {
        if len > self.len {
            self.lines.resize((len * size_of::<T>()).div_ceil(LINE), Line([0; LINE]));
            self.len = len;
        }
    }
}

impl<T: Number> Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `lines` has room for `len` numbers and is aligned for them; all its bytes are
        // initialised, and every pattern of bits is a number.
        unsafe { core::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl<T: Number> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow of `self` is unique.
        unsafe { core::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_aligned_and_grow_with_zeros() {
        let mut list = Aligned::from_slice(&[1_i16, 2, 3]);
        assert_eq!((&list[..], list.as_ptr().align_offset(LINE)), (&[1, 2, 3][..], 0));
        list.grow(40);
        assert_eq!((list[2], list[3], list.len()), (3, 0, 40));
        list[39] = 7;
        list.grow(2);
        assert_eq!(list[39], 7);
    }
}
