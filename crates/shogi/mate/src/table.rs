//! Results of positions: mates and depths without mate.
//!
//! An entry of a board applies to more than one hand. A mate found with some pieces
//! in the attacker's hand is there with more of them too, the defender having fewer
//! (優越関係); no mate with some pieces is not a mate with fewer. So entries are found by
//! the board and compared by the hand. This requires that both sides together have
//! the same pieces, and the key does not contain the attacking side, so every
//! search begins with an empty [`Table`]: earlier problems never change an answer.

use zenpuku_shogi::Hand;

/// Marks statements that there is no mate.
const FAIL: u16 = 0x8000;

/// Entries in which a board may be found: one cache line.
const BUCKET: usize = 4;

/// One entry; it holds for every path to the position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    board: u64,
    /// Mate with at least this hand of the attacker, or none with at most this.
    hand: Hand,
    /// Mate within this number of plies, or with [`FAIL`] no mate within it; 0: empty.
    statement: u16,
    /// Bits of the mating move or of the defence that held.
    best: u16,
}

impl Entry {
    fn plies(&self) -> u16 {
        self.statement & !FAIL
    }

    fn is_fail(&self) -> bool {
        self.statement & FAIL != 0
    }

    /// Does this statement imply `other`, which is of the same kind and board?
    fn implies(&self, other: &Self) -> bool {
        if self.is_fail() {
            self.plies() >= other.plies() && Hand::is_equal_or_superior(self.hand, other.hand)
        } else {
            self.plies() <= other.plies() && Hand::is_equal_or_superior(other.hand, self.hand)
        }
    }
}

/// A mate: its plies, and the pieces needed in the attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mate {
    pub(crate) plies: u16,
    /// Proof pieces (証明駒): with at least these in hand the mate is there.
    pub(crate) hand: Hand,
}

/// All results of the table for one position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    /// The shortest mate known.
    pub(crate) mate: Option<Mate>,
    /// There is no mate within this many plies.
    pub(crate) fail: u16,
    /// Bits of the best move known: the mate's, else of the deepest statement.
    pub(crate) best: u16,
}

#[derive(Clone, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// A fixed amount of memory; the shallowest statements give way.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Buckets that are not empty, while there are few.
    written: Vec<u32>,
}

impl Table {
    /// A table of at most `mebibytes` (at least one).
    pub(crate) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let fitting = bytes / size_of::<Bucket>();
        let count =
            if fitting.is_power_of_two() { fitting } else { fitting.next_power_of_two() / 2 };
        Self { buckets: vec![Bucket::default(); count], written: Vec::new() }
    }

    /// Clears the table, in a time that depends on the number of writes.
    pub(crate) fn begin(&mut self) {
        if self.written.len() < self.few() {
            for index in self.written.drain(..) {
                self.buckets[index as usize] = Bucket::default();
            }
        } else {
            self.buckets.fill(Bucket::default());
            self.written.clear();
        }
    }

    /// Up to this number, buckets are cleared one by one; above it, all are cleared.
    fn few(&self) -> usize {
        self.buckets.len() / 16
    }

    /// The result with `hand` in the attacker's hand.
    pub(crate) fn probe(&self, board: u64, hand: Hand) -> Known {
        let mut known = Known::default();
        let mut hint = 0;
        for entry in &self.buckets[self.index(board)].0 {
            if entry.board != board || entry.statement == 0 {
                continue;
            }
            let plies = entry.plies();
            if !entry.is_fail() && Hand::is_equal_or_superior(hand, entry.hand) {
                if known.mate.is_none_or(|mate| plies < mate.plies) {
                    known.mate = Some(Mate { plies, hand: entry.hand });
                    known.best = entry.best;
                }
                continue;
            }
            if entry.is_fail() && Hand::is_equal_or_superior(entry.hand, hand) {
                known.fail = known.fail.max(plies);
            }
            if known.mate.is_none() && plies >= hint {
                hint = plies;
                known.best = entry.best;
            }
        }
        known
    }

    pub(crate) fn store_mate(&mut self, board: u64, mate: Mate, best: u16) {
        self.store(Entry { board, hand: mate.hand, statement: mate.plies, best });
    }

    pub(crate) fn store_fail(&mut self, board: u64, hand: Hand, depth: u16, best: u16) {
        self.store(Entry { board, hand, statement: depth | FAIL, best });
    }

    fn index(&self, board: u64) -> usize {
        (board >> 20) as usize & (self.buckets.len() - 1)
    }

    /// Replaces entries implied by `new`, else the shallowest entry.
    fn store(&mut self, new: Entry) {
        let index = self.index(new.board);
        let few = self.few();
        let bucket = &mut self.buckets[index].0;
        if self.written.len() < few && bucket.iter().all(|entry| entry.statement == 0) {
            self.written.push(index as u32);
        }
        let same = |old: &Entry| old.board == new.board && old.is_fail() == new.is_fail();
        let mut place = None;
        for (index, old) in bucket.iter_mut().enumerate() {
            if old.statement == 0 || !same(old) {
                continue;
            }
            if new.implies(old) {
                *old = Entry::default();
                place = Some(index);
            } else if old.implies(&new) {
                return;
            }
        }
        let shallowest = || (0..BUCKET).min_by_key(|&index| bucket[index].plies()).unwrap_or(0);
        let place = place.unwrap_or_else(shallowest);
        bucket[place] = new;
    }
}
