//! The numbers of a node from those of its moves.

use crate::dfpn_table::{INFINITE, NO_LIMIT};
use crate::hands::union;
use crate::outcome::{ANYWHERE, Child, Outcome, one_more};
use zenpuku_shogi::Hand;

/// The sums of a node's children.
pub(crate) struct Totals {
    pub(crate) out: Outcome,
    /// The child to search next.
    pub(crate) best: usize,
    /// The second best's number of the kind that is minimised.
    pub(crate) second: u32,
    /// The other children's contribution to the summed number.
    pub(crate) others: u32,
}

/// The numbers of a node from those of its moves.
pub(crate) fn totals(attacks: bool, children: &[Child]) -> Totals {
    let mut sums = Sums::default();
    for (index, child) in children.iter().enumerate() {
        if child.active {
            sums.add(attacks, index, &child.out);
        }
    }
    sums.finish(attacks)
}

/// The running account of [`totals`]. "Low" is the number of which the smallest counts, "high" the
/// one that is summed: proof and disproof number for the attacker, the reverse for the defender.
struct Sums {
    low: u32,
    second: u32,
    best: usize,
    best_high: u32,
    /// Of the undecided children: the largest summed number, the sum, and how many there are.
    most: u32,
    sum: u32,
    count: u32,
    mate: u16,
    fail: u16,
    rests_on: u16,
    hand: Hand,
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            low: INFINITE,
            second: INFINITE,
            best: 0,
            best_high: INFINITE,
            most: 0,
            sum: 0,
            count: 0,
            mate: 0,
            fail: NO_LIMIT,
            rests_on: ANYWHERE,
            hand: Hand::ZERO,
        }
    }
}

impl Sums {
    fn add(&mut self, attacks: bool, index: usize, out: &Outcome) {
        let (low, high) = if attacks { (out.pn, out.dn) } else { (out.dn, out.pn) };
        if low == 0 {
            // Decides the node; among several the best is kept.
            let better = self.low != 0
                || if attacks { out.mate < self.mate } else { out.rests_on > self.rests_on };
            if better {
                self.low = 0;
                self.best = index;
                (self.mate, self.fail) = (out.mate, out.fail);
                (self.hand, self.rests_on) = (out.hand, out.rests_on);
            }
            return;
        }
        if self.low == 0 {
            return;
        }
        if high == 0 {
            if attacks {
                self.fail = self.fail.min(out.fail);
                self.rests_on = self.rests_on.min(out.rests_on);
            } else {
                self.mate = self.mate.max(out.mate + 1);
                self.hand = union(self.hand, out.hand);
            }
            return;
        }
        self.count += 1;
        self.most = self.most.max(high);
        self.sum = self.sum.saturating_add(high).min(INFINITE - 1);
        // Among equals the check that is nearest to fail, the reply that is hardest to mate.
        let first = if attacks { high < self.best_high } else { high > self.best_high };
        if low < self.low || low == self.low && first {
            self.second = self.low;
            (self.low, self.best, self.best_high) = (low, index, high);
        } else {
            self.second = self.second.min(low);
        }
    }

    fn finish(self, attacks: bool) -> Totals {
        let high = if self.low == 0 {
            INFINITE
        } else if self.count == 0 {
            0
        } else {
            (if attacks { self.most + self.count - 1 } else { self.sum }).min(INFINITE - 1)
        };
        let low = if high == 0 { INFINITE } else { self.low };
        let (pn, dn) = if attacks { (low, high) } else { (high, low) };
        let mate = if attacks { self.mate.saturating_add(1) } else { self.mate };
        let out = Outcome {
            pn,
            dn,
            mate,
            fail: one_more(self.fail),
            hand: self.hand,
            rests_on: self.rests_on,
        };
        let others = if attacks {
            self.count.saturating_sub(1)
        } else {
            self.sum.saturating_sub(self.best_high)
        };
        Totals { out, best: self.best, second: self.second, others }
    }
}
