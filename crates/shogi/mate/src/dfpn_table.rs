//! Results of positions, in a fixed amount of memory.
//!
//! An entry of a board applies to more than one hand of the attacker. A mate found with some
//! pieces in hand is there with more of them too, the defender having fewer (優越関係); no mate with
//! some pieces is not a mate with fewer. That is true only while all pieces of both sides together
//! are the same ones, as they are below one root. So entries have the number of the search that
//! made them, and those of earlier searches count as empty: earlier problems never change an
//! answer.

use zenpuku_shogi::Hand;

/// Plies of a search without limit, and of a mate or a failure that no limit bounds.
pub(crate) const NO_LIMIT: u16 = 20_000;
/// A number that says "decided": a proof number of a failure, a disproof number of a mate.
pub(crate) const INFINITE: u32 = 1 << 30;
/// No mate is known.
const NO_MATE: u16 = u16::MAX;

/// Slots searched for a board's entries: eight cache lines.
const WINDOW: usize = 16;
/// Words of a slot.
const WORDS: usize = 4;
/// Slots with which a search begins, or a few more.
const FIRST: usize = 1 << 16;
/// Slots at the low end that are moved by way of a copy when the table grows: more than two windows.
const LOW: usize = 4 * WINDOW;

/// One statement, decoded.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hand: Hand,
    pn: u32,
    dn: u32,
    /// Mate within this number of plies, or [`NO_MATE`].
    mate: u16,
    /// No mate within one ply fewer; 0: no information.
    fail: u16,
    /// Bits of the best move.
    best: u16,
    /// The smallest distance from the root at which it was searched.
    depth: u16,
    /// Positions searched below, at most 65,535.
    work: u16,
}

/// The table's result for a mate of one position within a number of plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Plies of the mate when `pn` is 0.
    pub(crate) mate: u16,
    /// No mate within this many plies when `dn` is 0.
    pub(crate) fail: u16,
    /// The proof pieces of the mate, else the hand asked for.
    pub(crate) hand: Hand,
    /// Bits of the best move, 0 when unknown.
    pub(crate) best: u16,
    /// Smallest distance from the root, of an undecided position with this very hand.
    pub(crate) depth: u16,
    /// Has this very position been searched?
    pub(crate) seen: bool,
}

/// An answer to be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Plies of the mate; read when `pn` is 0.
    pub(crate) mate: u16,
    /// No mate within this number of plies; used if `dn` is 0.
    pub(crate) fail: u16,
    pub(crate) hand: Hand,
    pub(crate) best: u16,
    pub(crate) depth: u16,
    pub(crate) work: u32,
}

/// The table. It grows with the search, so that a short one stays within few pages of memory.
pub(crate) struct DfPnTable {
    slots: Vec<[u64; WORDS]>,
    /// Slots at most; room for them is reserved from the start.
    most: usize,
    /// Slots of the running search that are full.
    used: usize,
    /// Number of the running search, never 0.
    search: u16,
}

impl DfPnTable {
    /// A table of at most `mebibytes` (at least one).
    pub(crate) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let most = bytes / (WORDS * size_of::<u64>());
        let mut slots = Vec::with_capacity(most);
        slots.resize(first_size(most), [0; WORDS]);
        Self { slots, most, used: 0, search: 1 }
    }

    /// Begins a search without stored results.
    pub(crate) fn begin(&mut self) {
        // The size is that of a new table; otherwise replacements would depend on earlier searches.
        self.slots.truncate(first_size(self.most));
        self.used = 0;
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill([0; WORDS]);
            self.search = 1;
        }
    }

    /// Doubles the table and moves every statement to its new window.
    fn grow(&mut self) {
        let old = self.slots.len();
        let mut shift = 0;
        while self.most >> (shift + 1) > old {
            shift += 1;
        }
        self.slots.resize(self.most >> shift, [0; WORDS]);
        self.used = 0;
        // From above to below: a new window begins at or above the slot that moves there.
        for index in (LOW..old).rev() {
            let slot = std::mem::take(&mut self.slots[index]);
            self.insert(slot);
        }
        let low: Vec<_> = self.slots[..LOW].iter_mut().map(std::mem::take).collect();
        low.into_iter().for_each(|slot| self.insert(slot));
    }

    /// Puts a slot into its window; the least work gives way.
    fn insert(&mut self, slot: [u64; WORDS]) {
        if !self.is_current(&slot) {
            return;
        }
        let start = self.window(slot[0]);
        let (mut place, mut least) = (start, u32::MAX);
        for index in start..start + WINDOW {
            if !self.is_current(&self.slots[index]) {
                (place, least) = (index, 0);
                self.used += 1;
                break;
            }
            let worth = decode(&self.slots[index]).worth();
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        if least <= decode(&slot).worth() {
            self.slots[place] = slot;
        }
    }

    fn window(&self, board: u64) -> usize {
        let range = (self.slots.len() - WINDOW) as u128;
        ((u128::from(board) * range) >> 64) as usize
    }

    fn is_current(&self, slot: &[u64; WORDS]) -> bool {
        slot[3] as u16 == self.search
    }

    /// Reads the begin of the windows of all `boards`. The reads do not wait for one another, so
    /// that the probes that follow find them in the cache.
    pub(crate) fn touch(&self, boards: impl Iterator<Item = u64>) {
        let read = boards.fold(0, |sum, board| sum ^ self.slots[self.window(board)][3]);
        core::hint::black_box(read);
    }

    /// The result of `board` with `hand` for a mate within `left` plies.
    pub(crate) fn probe(&self, board: u64, hand: Hand, left: u16) -> Option<Known> {
        let start = self.window(board);
        let mut known: Option<Known> = None;
        for slot in &self.slots[start..start + WINDOW] {
            if !self.is_current(slot) {
                break;
            }
            if slot[0] != board {
                continue;
            }
            let entry = decode(slot);
            let same = entry.hand == hand;
            if entry.mate <= left && (same || Hand::is_equal_or_superior(hand, entry.hand)) {
                return Some(Known {
                    pn: 0,
                    dn: INFINITE,
                    mate: entry.mate,
                    fail: 0,
                    hand: entry.hand,
                    best: entry.best,
                    depth: entry.depth,
                    seen: true,
                });
            }
            if entry.fail > left && (same || Hand::is_equal_or_superior(entry.hand, hand)) {
                return Some(Known {
                    pn: INFINITE,
                    dn: 0,
                    mate: 0,
                    fail: entry.fail - 1,
                    hand,
                    best: entry.best,
                    depth: entry.depth,
                    seen: true,
                });
            }
            merge(&mut known, &entry, hand);
        }
        known
    }

    /// Keeps an answer; the least work in the window gives way.
    pub(crate) fn store(&mut self, board: u64, answer: &Answer) {
        if self.used > self.slots.len() / 2 && self.slots.len() < self.most {
            self.grow();
        }
        let start = self.window(board);
        let search = self.search;
        let (mut place, mut least) = (start, u32::MAX);
        for index in start..start + WINDOW {
            let slot = &self.slots[index];
            if slot[3] as u16 != search {
                place = index;
                self.used += 1;
                break;
            }
            if slot[0] == board && slot[1] as u32 == answer.hand.raw() {
                let mut entry = decode(slot);
                entry.learn(answer);
                self.slots[index] = entry.encode(board, search);
                return;
            }
            let entry = decode(slot);
            let worth = entry.worth();
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        let mut entry = Entry {
            hand: answer.hand,
            pn: 1,
            dn: 1,
            mate: NO_MATE,
            fail: 0,
            best: 0,
            depth: answer.depth,
            work: 0,
        };
        entry.learn(answer);
        self.slots[place] = entry.encode(board, search);
    }
}

/// The first size on the way of doublings to `most`.
fn first_size(most: usize) -> usize {
    let mut size = most;
    while size / 2 >= FIRST {
        size /= 2;
    }
    size
}

/// Extracts from an undecided entry the information about `hand`.
fn merge(known: &mut Option<Known>, entry: &Entry, hand: Hand) {
    let same = entry.hand == hand;
    let at = known.unwrap_or(Known {
        pn: 1,
        dn: 1,
        mate: 0,
        fail: 0,
        hand,
        best: 0,
        depth: u16::MAX,
        seen: false,
    });
    if same {
        *known = Some(Known {
            pn: at.pn.max(entry.pn),
            dn: at.dn.max(entry.dn),
            best: entry.best,
            depth: entry.depth,
            seen: true,
            ..at
        });
    } else if Hand::is_equal_or_superior(entry.hand, hand) {
        // With more in hand it was this hard to prove.
        *known = Some(Known { pn: at.pn.max(entry.pn), ..at });
    } else if Hand::is_equal_or_superior(hand, entry.hand) {
        *known = Some(Known { dn: at.dn.max(entry.dn), ..at });
    }
}

impl Entry {
    fn learn(&mut self, answer: &Answer) {
        if answer.pn == 0 {
            self.mate = self.mate.min(answer.mate);
        } else if answer.dn == 0 {
            self.fail = self.fail.max(answer.fail.saturating_add(1));
        } else {
            (self.pn, self.dn) = (answer.pn, answer.dn);
        }
        // A mate keeps its move, regardless of later results about shorter ones.
        let tells = if answer.pn == 0 { self.mate == answer.mate } else { self.mate == NO_MATE };
        if answer.best != 0 && tells {
            self.best = answer.best;
        }
        self.depth = self.depth.min(answer.depth);
        let work = answer.work.min(u32::from(u16::MAX)) as u16;
        self.work = self.work.max(work);
    }

    fn worth(&self) -> u32 {
        u32::from(self.work)
    }

    fn encode(&self, board: u64, search: u16) -> [u64; WORDS] {
        let halves = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let quarters = |a: u16, b: u16, c: u16, d: u16| {
            u64::from(a) << 48 | u64::from(b) << 32 | u64::from(c) << 16 | u64::from(d)
        };
        [
            board,
            halves(self.pn, self.hand.raw()),
            halves(self.dn, u32::from(self.best) << 16 | u32::from(self.depth)),
            quarters(self.mate, self.fail, self.work, search),
        ]
    }
}

fn decode(slot: &[u64; WORDS]) -> Entry {
    Entry {
        hand: Hand::from_raw(slot[1] as u32),
        pn: (slot[1] >> 32) as u32,
        dn: (slot[2] >> 32) as u32,
        best: (slot[2] >> 16) as u16,
        depth: slot[2] as u16,
        mate: (slot[3] >> 48) as u16,
        fail: (slot[3] >> 32) as u16,
        work: (slot[3] >> 16) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(mate: u16) -> Answer {
        let (hand, best) = (Hand::ZERO, 0);
        Answer { pn: 0, dn: INFINITE, mate, fail: 0, hand, best, depth: 3, work: 1 }
    }

    /// Spreads the numbers over all windows; the first ones share the lowest.
    fn board(number: u64) -> u64 {
        if number < 8 { number } else { number.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    #[test]
    fn a_mate_keeps_its_move() {
        let mut table = DfPnTable::new(1);
        let mate = Answer { best: 7, ..answer(15) };
        let fail = Answer { pn: INFINITE, dn: 0, fail: 11, best: 8, ..answer(0) };
        let open = Answer { pn: 4, dn: 5, best: 9, ..answer(0) };
        for later in [fail, open, Answer { best: 10, ..answer(17) }] {
            table.begin();
            table.store(board(5), &mate);
            table.store(board(5), &later);
            let known = table.probe(board(5), Hand::ZERO, NO_LIMIT).unwrap();
            assert_eq!((known.mate, known.best), (15, 7));
        }
    }

    #[test]
    fn a_table_that_grows_keeps_its_statements() {
        let mut table = DfPnTable::new(37);
        let (first, count) = (table.slots.len(), 400_000);
        for number in 1..=count {
            table.store(board(number), &answer((number % 999) as u16));
        }
        assert!(table.slots.len() > 4 * first && table.slots.len() <= 37 << 15);
        let kept = |number: &u64| {
            let known = table.probe(board(*number), Hand::ZERO, NO_LIMIT);
            known.is_some_and(|known| known.pn == 0 && known.mate == (*number % 999) as u16)
        };
        assert_eq!((1..=count).filter(kept).count() as u64, count);
        table.begin();
        assert_eq!(table.slots.len(), first);
        assert!(
            (1..=count).all(|number| table.probe(board(number), Hand::ZERO, NO_LIMIT).is_none())
        );
    }
}
