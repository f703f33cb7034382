//! First visits of positions, cached in a small table: a third of them recur,
//! because a node that is left and revisited lists its moves again.

use crate::path::node_key;
use zenpuku_core::random::mix;
use zenpuku_shogi::Hand;

/// Looks that are kept, at most; a power of two. The table has one mebibyte.
const SLOTS: usize = 1 << 16;

/// The result of a first visit, for any position whose mate may have two plies or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glance {
    /// 0: a mate.
    pub(crate) pn: u16,
    /// 0: no mate.
    pub(crate) dn: u16,
    /// The proof pieces of a mate, else the attacker's hand.
    pub(crate) hand: Hand,
}

/// The table. Of looks that share a slot the last one stays.
pub(crate) struct Glances {
    /// Key; hand and numbers.
    slots: Vec<[u64; 2]>,
    /// It distinguishes the visits of different searches.
    search: u64,
}

impl Glances {
    pub(crate) fn new() -> Self {
        Self { slots: vec![[0; 2]; SLOTS], search: 1 }
    }

    /// Begins a search without stored results.
    pub(crate) fn begin(&mut self) {
        self.search += 1;
    }

    /// The first visit of the position with this board and this hand of the attacker, if cached.
    pub(crate) fn find(&self, board: u64, hand: Hand) -> Option<Glance> {
        let key = self.key(board, hand);
        let [found, value] = self.slots[place(key)];
        (found == key).then_some(Glance {
            pn: (value >> 48) as u16,
            dn: (value >> 32) as u16,
            hand: Hand::from_raw(value as u32),
        })
    }

    pub(crate) fn store(&mut self, board: u64, hand: Hand, glance: Glance) {
        let key = self.key(board, hand);
        let Glance { pn, dn, hand } = glance;
        let value = u64::from(pn) << 48 | u64::from(dn) << 32 | u64::from(hand.raw());
        self.slots[place(key)] = [key, value];
    }

    fn key(&self, board: u64, hand: Hand) -> u64 {
        node_key(board, hand) ^ mix(self.search)
    }
}

fn place(key: u64) -> usize {
    (key >> 40) as usize & (SLOTS - 1)
}
