//! Stored results of positions.

/// The stored result of a position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    pub(crate) key: u64,
    /// The plies within which Black wins; [`NEVER`] if unknown.
    pub(crate) won: u8,
    /// Black was not seen to win within fewer plies than this.
    pub(crate) open: u8,
    /// The move that decided last.
    pub(crate) best: u8,
    /// Logarithm of the nodes spent.
    pub(crate) work: u8,
}

pub(crate) const NEVER: u8 = u8::MAX;
/// A pass among the points.
pub(crate) const PASS: u8 = 31;
pub(crate) const NO_MOVE: u8 = 32;

/// Buckets of four, by exact key.
pub(crate) struct Table {
    buckets: Vec<[Entry; 4]>,
}

impl Table {
    /// A table of four times 2^`bits` positions, 16 bytes each.
    pub(crate) fn new(bits: u32) -> Self {
        Self { buckets: vec![[Entry::default(); 4]; 1 << bits] }
    }

    fn bucket(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // A power of two.
        (mixed ^ mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    /// Reads all the places together, which takes little longer than reading
    /// one of them, because the search is limited by memory latency.
    pub(crate) fn touch(&self, keys: impl Iterator<Item = u64>) {
        let all = keys.fold(0, |all, key| all ^ self.buckets[self.bucket(key)][0].key);
        std::hint::black_box(all);
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.buckets[self.bucket(key)].iter().find(|entry| entry.key == key).copied()
    }

    /// Merges a result; a new position replaces the one with the least work.
    pub(crate) fn add(&mut self, found: Entry) {
        let bucket = self.bucket(found.key);
        let worth = |entry: &Entry| match entry.key {
            key if key == found.key => 0,
            0 => 1,
            _ => 2 + u32::from(entry.work),
        };
        let Some(place) = self.buckets[bucket].iter_mut().min_by_key(|entry| worth(entry)) else {
            return;
        };
        if place.key != found.key {
            *place = found;
            return;
        }
        place.won = place.won.min(found.won);
        place.open = place.open.max(found.open);
        place.work = place.work.max(found.work);
        if found.best != NO_MOVE {
            place.best = found.best;
        }
    }
}
