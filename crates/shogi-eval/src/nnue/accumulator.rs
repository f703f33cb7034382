//! The transformer's sums along the line that is searched.

use super::features::Changes;
use super::network::Network;
use super::simd::{Aligned, Kernel};
use zenpuku_shogi::{Color, MoveDelta, Position};

/// What is known of the sums of a position and what led to them, indexed by view.
#[derive(Clone, Debug)]
struct Entry {
    /// Are the sums those of this position?
    known: [bool; 2],
    /// What the move to this position changed.
    changes: [Changes; 2],
    /// Did that move change everything?
    anew: [bool; 2],
}

impl Entry {
    const EMPTY: Self = Self { known: [false; 2], changes: [Changes::NONE; 2], anew: [true; 2] };
}

const VIEWS: [Color; 2] = [Color::BLACK, Color::WHITE];

/// A stack of sums. A move only notes what it changes; the sums follow when they are asked for,
/// since many positions of a search are never evaluated.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// Grown as needed and never shrunk, so that a search stops allocating.
    entries: Vec<Entry>,
    /// The sums of each entry, Black's view first.
    sums: Aligned<i16>,
    /// Index of the current position.
    top: usize,
}

impl Stack {
    /// A stack for a transformer of `width` sums.
    pub(super) fn new(width: usize) -> Self {
        Self { entries: vec![Entry::EMPTY], sums: Aligned::zeros(2 * width), top: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.top = 0;
        self.entries[0].known = [false; 2];
    }

    #[inline]
    pub(super) fn push(&mut self, network: &Network, delta: &MoveDelta, after: &Position) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Entry::EMPTY);
            self.sums.grow(2 * network.transformed * self.entries.len());
        }
        let entry = &mut self.entries[self.top];
        for (index, view) in VIEWS.into_iter().enumerate() {
            entry.known[index] = false;
            entry.anew[index] = network.features.refreshes(delta, view);
            entry.changes[index] = network.features.changes(delta, after.king(view), view);
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The sums of `position`, the current one, for both views.
    #[inline]
    pub(super) fn sums(
        &mut self,
        network: &Network,
        position: &Position,
        kernel: Kernel,
    ) -> [&[i16]; 2] {
        for (index, view) in VIEWS.into_iter().enumerate() {
            self.update(network, position, kernel, index, view);
        }
        let width = network.transformed;
        let (black, white) = self.sums[2 * width * self.top..][..2 * width].split_at(width);
        [black, white]
    }

    /// Brings the sums of one view up to date: from the nearest known ones, else from nothing.
    #[inline]
    fn update(
        &mut self,
        network: &Network,
        position: &Position,
        kernel: Kernel,
        index: usize,
        view: Color,
    ) {
        let width = network.transformed;
        let mut from = self.top;
        while !self.entries[from].known[index] {
            if from == 0 || self.entries[from].anew[index] {
                let sums = &mut self.sums[(2 * self.top + index) * width..][..width];
                network.refresh(sums, position, view, kernel);
                self.entries[self.top].known[index] = true;
                return;
            }
            from -= 1;
        }
        for at in from + 1..=self.top {
            let (before, after) = self.sums.split_at_mut((2 * at + index) * width);
            let source = &before[(2 * (at - 1) + index) * width..][..width];
            let entry = &mut self.entries[at];
            let changes = &entry.changes[index];
            kernel.apply(&mut after[..width], source, &network.rows, changes);
            entry.known[index] = true;
        }
    }
}
