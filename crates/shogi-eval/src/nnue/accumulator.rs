//! The transformer's sums along the line that is searched.

use super::network::Network;
use super::simd::{Aligned, Kernel};
use zenpuku_shogi::{Color, MoveDelta, Position};

/// What is known of the sums of a position, indexed by view, and what led to them.
#[derive(Clone, Debug)]
struct Entry {
    /// Are the sums those of this position?
    known: [bool; 2],
    /// The move to this position; `None` at the root.
    delta: Option<MoveDelta>,
}

impl Entry {
    const EMPTY: Self = Self { known: [false; 2], delta: None };
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
    pub(super) fn push(&mut self, network: &Network, delta: &MoveDelta) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Entry::EMPTY);
            self.sums.grow(2 * network.transformed * self.entries.len());
        }
        self.entries[self.top] = Entry { known: [false; 2], delta: Some(*delta) };
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
    /// Compiled once for both views, for the instruction cache.
    #[inline(never)]
    fn update(
        &mut self,
        network: &Network,
        position: &Position,
        kernel: Kernel,
        index: usize,
        view: Color,
    ) {
        let (width, features) = (network.transformed, network.features);
        let mut from = self.top;
        while !self.entries[from].known[index] {
            let refreshes = |delta: &MoveDelta| features.refreshes(delta, view);
            if self.entries[from].delta.as_ref().is_none_or(refreshes) {
                let sums = &mut self.sums[(2 * self.top + index) * width..][..width];
                network.refresh(sums, position, view, kernel);
                self.entries[self.top].known[index] = true;
                return;
            }
            from -= 1;
        }
        // A king that the features depend on has not moved since.
        let king = position.king(view);
        for at in from + 1..=self.top {
            let (before, after) = self.sums.split_at_mut((2 * at + index) * width);
            let source = &before[(2 * (at - 1) + index) * width..][..width];
            let entry = &mut self.entries[at];
            if let Some(delta) = &entry.delta {
                let changes = features.changes(delta, king, view);
                kernel.apply(&mut after[..width], source, &network.rows, &changes);
            }
            entry.known[index] = true;
        }
    }
}
