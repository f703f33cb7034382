//! The transposition table, shared by every method.
//!
//! An entry keeps an interval `[lower, upper]` for the value at one depth, so a lower
//! and an upper bound of the same node live together, as the MTD methods need.

use thiserror::Error;

use crate::window::{Side, Window};
use zenpuku_core::Score;

/// The kind of bound of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this much.
    Lower,
    /// The value is at most this much.
    Upper,
    /// Both a lower and an upper bound are known, and they differ.
    Between,
}

/// Which stored depths may answer a question of depth `d`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum DepthRule {
    /// Only entries of depth `d`: the search then has the same value as without a table.
    #[default]
    Exact,
    /// Entries of depth `d` or more, as playing programs do: often better informed, but
    /// not the value of a depth-`d` search.
    AtLeast,
}

/// One stored node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<M> {
    /// The position's key.
    pub key: u64,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The best or refuting move found, to be tried first.
    pub best: Option<M>,
}

impl<M: Copy> Entry<M> {
    /// The entry that a search with `window` may store after finding `value`.
    #[must_use]
    pub fn from_search(
        key: u64,
        depth: u32,
        window: Window,
        value: Score,
        best: Option<M>,
    ) -> Self {
        let (lower, upper) = match window.side(value) {
            Side::Low => (-Score::INFINITE, value),
            Side::Inside => (value, value),
            Side::High => (value, Score::INFINITE),
        };
        Entry { key, depth, lower, upper, best }
    }

    /// What kind of knowledge the interval is.
    #[must_use]
    pub fn bound(&self) -> Bound {
        if self.lower == self.upper {
            Bound::Exact
        } else if self.upper == Score::INFINITE {
            Bound::Lower
        } else if self.lower == -Score::INFINITE {
            Bound::Upper
        } else {
            Bound::Between
        }
    }

    /// The answer of this entry to a search of `depth` with `window`, if it has one: the
    /// value, or a bound that already fails.
    #[must_use]
    pub fn answer(&self, depth: u32, rule: DepthRule, window: Window) -> Option<Score> {
        let deep_enough = match rule {
            DepthRule::Exact => self.depth == depth,
            DepthRule::AtLeast => self.depth >= depth,
        };
        if !deep_enough {
            None
        } else if self.lower >= window.beta() || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.alpha() {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Joins an older entry of the same key and depth: both intervals hold, so their
    /// intersection does.
    fn merge(mut self, old: &Entry<M>) -> Entry<M> {
        let (lower, upper) = (self.lower.max(old.lower), self.upper.min(old.upper));
        if lower <= upper {
            (self.lower, self.upper) = (lower, upper);
        }
        self.best = self.best.or(old.best);
        self
    }
}

/// Why a table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// Less than one bucket fits.
    #[error("a table of {bytes} bytes is too small: at least {least} bytes are needed")]
    TooSmall {
        /// The size asked for, in bytes.
        bytes: usize,
        /// The smallest possible size, in bytes.
        least: usize,
    },
    /// The memory cannot be allocated.
    #[error("no memory for a table of {bytes} bytes")]
    OutOfMemory {
        /// The size asked for, in bytes.
        bytes: usize,
    },
}

const WAYS: usize = 4;

type Bucket<M> = [Option<Slot<M>>; WAYS];

#[derive(Clone, Copy, Debug)]
struct Slot<M> {
    entry: Entry<M>,
    generation: u8,
}

/// A hash table of fixed size with four-entry buckets.
///
/// It may forget: a full bucket loses an entry of an older search, else its shallowest.
/// Forgetting costs nodes, never the right value. All searches that share one table
/// must share game and evaluation; [`TranspositionTable::clear`] between others.
#[derive(Clone, Debug)]
pub struct TranspositionTable<M> {
    buckets: Vec<Bucket<M>>,
    rule: DepthRule,
    generation: u8,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table that takes at most `bytes` bytes: the greatest power of two of buckets.
    ///
    /// # Errors
    /// [`TableError`] if not even one bucket fits, or the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableError> {
        let least = size_of::<Bucket<M>>();
        let fitting =
            (bytes / least).checked_ilog2().ok_or(TableError::TooSmall { bytes, least })?;
        let count = 1_usize << fitting;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| TableError::OutOfMemory { bytes })?;
        buckets.resize_with(count, || [None; WAYS]);
        Ok(TranspositionTable { buckets, rule: DepthRule::default(), generation: 0 })
    }

    /// A table with room for at least `entries` entries.
    ///
    /// # Errors
    /// [`TableError::OutOfMemory`] if the memory cannot be allocated.
    pub fn with_entries(entries: usize) -> Result<Self, TableError> {
        let bucket = size_of::<Bucket<M>>();
        let bytes = entries
            .div_ceil(WAYS)
            .checked_next_power_of_two()
            .and_then(|count| count.checked_mul(bucket))
            .ok_or(TableError::OutOfMemory { bytes: usize::MAX })?;
        TranspositionTable::with_bytes(bytes)
    }

    /// The same table answering under another depth rule.
    #[must_use]
    pub fn with_depth_rule(mut self, rule: DepthRule) -> Self {
        self.rule = rule;
        self
    }

    /// The depth rule in force.
    #[must_use]
    pub fn depth_rule(&self) -> DepthRule {
        self.rule
    }

    /// Room, in entries.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Memory taken by the buckets, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<M>>()
    }

    /// Entries in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.iter().flatten().flatten().count()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill([None; WAYS]);
        self.generation = 0;
    }

    /// Ages the stored entries: they are still used, but replaced first.
    pub fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        // The length is a power of two; the upper half of the product mixes all key bits.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed as usize & (self.buckets.len() - 1)
    }

    /// The entry stored for `key`.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&Entry<M>> {
        let bucket = &self.buckets[self.bucket(key)];
        bucket.iter().flatten().map(|slot| &slot.entry).find(|entry| entry.key == key)
    }

    /// Stores an entry. An entry of the same key is joined if the depth is equal, else
    /// replaced.
    pub fn store(&mut self, entry: Entry<M>) {
        let (index, generation) = (self.bucket(entry.key), self.generation);
        let bucket = &mut self.buckets[index];
        let way = Self::victim(bucket, entry.key, generation);
        let entry = match &bucket[way] {
            Some(old) if old.entry.key == entry.key && old.entry.depth == entry.depth => {
                entry.merge(&old.entry)
            }
            _ => entry,
        };
        bucket[way] = Some(Slot { entry, generation });
    }

    /// The way to overwrite: the same key, an empty way, an old entry, the shallowest.
    fn victim(bucket: &Bucket<M>, key: u64, generation: u8) -> usize {
        let worth = |slot: &Option<Slot<M>>| match slot {
            Some(slot) if slot.entry.key == key => (0, 0),
            None => (1, 0),
            Some(slot) if slot.generation != generation => (2, slot.entry.depth),
            Some(slot) => (3, slot.entry.depth),
        };
        (0..WAYS).min_by_key(|&way| worth(&bucket[way])).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u32, lower: i32, upper: i32) -> Entry<u32> {
        let (lower, upper) = (Score::new(lower), Score::new(upper));
        Entry { key, depth, lower, upper, best: None }
    }

    #[test]
    fn size_is_the_greatest_power_of_two_that_fits() {
        let bucket = size_of::<Bucket<u32>>();
        for bytes in [bucket, bucket * 2 - 1, bucket * 2, bucket * 1000] {
            let table = TranspositionTable::<u32>::with_bytes(bytes).unwrap();
            assert!(table.bytes() <= bytes && table.bytes() * 2 > bytes);
            assert!(table.capacity().is_power_of_two());
        }
        let table = TranspositionTable::<u32>::with_entries(1000).unwrap();
        assert_eq!(table.capacity(), 1024);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        let small = TranspositionTable::<u32>::with_bytes(1);
        assert!(matches!(small, Err(TableError::TooSmall { bytes: 1, .. })));
        let huge = TranspositionTable::<u32>::with_bytes(usize::MAX);
        assert!(matches!(huge, Err(TableError::OutOfMemory { .. })));
        let huge = TranspositionTable::<u32>::with_entries(usize::MAX);
        assert!(matches!(huge, Err(TableError::OutOfMemory { .. })));
    }

    #[test]
    fn bounds_of_equal_depth_are_joined() {
        let mut table = TranspositionTable::with_entries(8).unwrap();
        table.store(entry(7, 3, -32_767, 10));
        table.store(entry(7, 3, 4, 32_767));
        assert_eq!(table.probe(7).map(Entry::bound), Some(Bound::Between));
        table.store(entry(7, 3, 10, 32_767));
        assert_eq!(table.probe(7).map(Entry::bound), Some(Bound::Exact));
        table.store(entry(7, 2, 1, 32_767));
        assert_eq!(table.probe(7).map(Entry::bound), Some(Bound::Lower));
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn answers_only_what_it_knows() {
        let between = entry(1, 3, 2, 9);
        let ask = |alpha, beta, depth, rule| {
            between.answer(depth, rule, Window::new(Score::new(alpha), Score::new(beta)).unwrap())
        };
        assert_eq!(ask(0, 2, 3, DepthRule::Exact), Some(Score::new(2)));
        assert_eq!(ask(9, 12, 3, DepthRule::Exact), Some(Score::new(9)));
        assert_eq!(ask(0, 12, 3, DepthRule::Exact), None);
        assert_eq!(ask(0, 2, 2, DepthRule::Exact), None);
        assert_eq!(ask(0, 2, 2, DepthRule::AtLeast), Some(Score::new(2)));
        assert_eq!(ask(0, 2, 4, DepthRule::AtLeast), None);
    }

    #[test]
    fn a_full_bucket_loses_old_then_shallow_entries() {
        let mut table = TranspositionTable::with_entries(WAYS).unwrap();
        for key in 0..4 {
            table.store(entry(key, 10 - key as u32, 0, 0));
        }
        table.store(entry(4, 1, 0, 0));
        assert!(table.probe(3).is_none(), "depth 7 was the shallowest");
        table.new_search();
        table.store(entry(5, 1, 0, 0));
        assert!(table.probe(4).is_none() && table.probe(0).is_some());
        table.store(entry(6, 2, 0, 0));
        assert!(table.probe(5).is_some(), "of this search, kept before old deeper ones");
        table.clear();
        assert!(table.is_empty());
    }
}
