//! The transformer's sums along the line that is searched.

use super::features::Changes;
use super::network::{Network, Sums};
use super::simd::Kernel;
use zenpuku_shogi::{Color, MoveDelta, Position};

/// Sums and what led to them, indexed by view.
#[derive(Clone, Debug)]
struct Entry {
    sums: [Sums; 2],
    /// Are the sums those of this position?
    known: [bool; 2],
    /// What the move to this position changed.
    changes: [Changes; 2],
    /// Did that move change everything?
    anew: [bool; 2],
}

impl Entry {
    const EMPTY: Self = Self {
        sums: [Sums::ZERO; 2],
        known: [false; 2],
        changes: [Changes::NONE; 2],
        anew: [true; 2],
    };
}

const VIEWS: [Color; 2] = [Color::BLACK, Color::WHITE];

/// A stack of sums. A move only notes what it changes; the sums follow when they are asked for,
/// since many positions of a search are never evaluated.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// Grown as needed and never shrunk, so that a search stops allocating.
    entries: Vec<Entry>,
    /// Index of the current position.
    top: usize,
}

impl Stack {
    pub(super) fn new() -> Self {
        Self { entries: vec![Entry::EMPTY], top: 0 }
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
    ) -> &[Sums; 2] {
        for (index, view) in VIEWS.into_iter().enumerate() {
            self.update(network, position, kernel, index, view);
        }
        &self.entries[self.top].sums
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
        let mut from = self.top;
        while !self.entries[from].known[index] {
            if from == 0 || self.entries[from].anew[index] {
                let entry = &mut self.entries[self.top];
                entry.sums[index] = network.sums(position, view, kernel);
                entry.known[index] = true;
                return;
            }
            from -= 1;
        }
        for at in from + 1..=self.top {
            let (before, after) = self.entries.split_at_mut(at);
            let (before, after) = (&before[at - 1], &mut after[0]);
            let changes = &after.changes[index];
            kernel.apply(&mut after.sums[index], &before.sums[index], &network.rows, changes);
            after.known[index] = true;
        }
    }
}
