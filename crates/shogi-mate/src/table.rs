//! What is known about positions: mates and depths without mate.

/// Knowledge about one position; all of it holds whatever path led there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    key: u64,
    /// Upper bound of the distance to mate in plies plus one; 0: no mate known.
    mate: u16,
    /// No mate within so many plies.
    fail: u16,
    /// Bits of the mating move or of the defence that held.
    best: u16,
}

impl Entry {
    /// An upper bound of the distance to mate, in plies.
    pub(crate) fn mate(&self) -> Option<u16> {
        self.mate.checked_sub(1)
    }

    /// There is no mate within this many plies.
    pub(crate) fn fail(&self) -> u16 {
        self.fail
    }

    /// Bits of the best move known.
    pub(crate) fn best(&self) -> u16 {
        self.best
    }

    /// What losing this entry would cost: the depth it knows about.
    fn worth(&self) -> u16 {
        self.mate.max(self.fail)
    }
}

/// Two entries a bucket: the deeper one stays, the other is the latest.
pub(crate) struct Table {
    buckets: Vec<[Entry; 2]>,
}

impl Table {
    /// A table of at most `mebibytes` (at least one).
    pub(crate) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let count = (bytes / size_of::<[Entry; 2]>()).next_power_of_two() / 2;
        Self { buckets: vec![[Entry::default(); 2]; count.max(1)] }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill([Entry::default(); 2]);
    }

    pub(crate) fn probe(&self, key: u64) -> Entry {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().copied().find(|entry| entry.key == key).unwrap_or_default()
    }

    pub(crate) fn store_mate(&mut self, key: u64, plies: u16, best: u16) {
        let entry = self.slot(key);
        if entry.mate == 0 || plies < entry.mate {
            entry.mate = plies + 1;
            entry.best = best;
        }
    }

    pub(crate) fn store_fail(&mut self, key: u64, depth: u16, best: u16) {
        let entry = self.slot(key);
        if depth >= entry.fail {
            entry.fail = depth;
            // The best move of a known mate is worth more than a defence.
            if entry.mate == 0 {
                entry.best = best;
            }
        }
    }

    fn index(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    /// The entry of `key`, an empty one in place of another if need be.
    fn slot(&mut self, key: u64) -> &mut Entry {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        if bucket[0].key != key {
            if bucket[1].key == key || bucket[1].worth() > bucket[0].worth() {
                bucket.swap(0, 1);
            }
            if bucket[0].key != key {
                bucket.swap(0, 1);
                bucket[0] = Entry { key, ..Entry::default() };
            }
        }
        &mut bucket[0]
    }
}
