//! Little-endian fields and the checksum of our files.

use zenpuku_core::hash::fnv1a;

/// Reads fields off the front of a slice.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    #[must_use]
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Offset of the next byte.
    #[must_use]
    pub(crate) const fn offset(&self) -> usize {
        self.at
    }

    /// Bytes not read yet.
    #[must_use]
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `count` bytes, `None` when there are fewer.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let slice = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(slice)
    }

    /// The next `N` bytes, `None` when there are fewer.
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.first_chunk().copied()
    }

    /// The next byte.
    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next two bytes.
    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next four bytes.
    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next eight bytes.
    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

/// A checksum of 32 bits: FNV-1a over 64 bits, folded [fnv]. It finds damage, not malice.
#[must_use]
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let hash = fnv1a(bytes);
    (hash >> 32) as u32 ^ hash as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_order_and_never_beyond_the_end() {
        let mut reader = Reader::new(&[1, 2, 0, 3, 0, 0, 0, 9]);
        assert_eq!((reader.u8(), reader.u16(), reader.u32()), (Some(1), Some(2), Some(3)));
        assert_eq!((reader.u16(), reader.left(), reader.offset()), (None, 1, 7));
        assert_eq!(reader.take(usize::MAX), None);
    }
}
