//! Failures that rest on a return to an earlier position of the path, kept with that path.

/// Slots; each failure has one place.
const SLOTS: usize = 1 << 16;

/// A table by the hash of the whole path.
pub(crate) struct GraphHistoryTable {
    /// Way; then the plies searched, the distance of the return, and the search's number.
    slots: Vec<[u64; 2]>,
    search: u32,
}

impl GraphHistoryTable {
    pub(crate) fn new() -> Self {
        Self { slots: vec![[0; 2]; SLOTS], search: 0 }
    }

    /// Begins a search without stored results.
    pub(crate) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill([0; 2]);
            self.search = 1;
        }
    }

    /// The repetition on which the failure within `left` plies depends, if known.
    pub(crate) fn find(&self, way: u64, left: u16) -> Option<u16> {
        let [key, value] = self.slots[place(way)];
        let known = key == way && value as u32 == self.search && (value >> 48) as u16 >= left;
        known.then_some((value >> 32) as u16)
    }

    pub(crate) fn store(&mut self, way: u64, left: u16, rests_on: u16) {
        let value = u64::from(left) << 48 | u64::from(rests_on) << 32 | u64::from(self.search);
        self.slots[place(way)] = [way, value];
    }
}

fn place(way: u64) -> usize {
    (way >> 40) as usize & (SLOTS - 1)
}
