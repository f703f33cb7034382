//! The transformer's sums along the line that is searched.

use super::network::Network;
use super::simd::{Aligned, Kernel};
use zenpuku_shogi::{Color, MoveDelta, Position, Square};

/// The state of the sums of a position, indexed by view, and the changes that led to them.
#[derive(Clone, Debug)]
struct Accumulator {
    /// Are the sums those of this position?
    known: [bool; 2],
    /// The move to this position; `None` at the root.
    delta: Option<MoveDelta>,
}

impl Accumulator {
    const EMPTY: Self = Self { known: [false; 2], delta: None };
}

const PERSPECTIVES: [Color; 2] = [Color::BLACK, Color::WHITE];

/// A stack of sums. A move only records its changes; the sums are computed on
/// demand, because many positions of a search are never evaluated.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    /// Grown as needed and never shrunk, so that a search stops allocating.
    entries: Vec<Accumulator>,
    /// The sums of each entry, Black's view first.
    sums: Aligned<i16>,
    /// Index of the current position.
    top: usize,
}

impl AccumulatorStack {
    /// A stack for a transformer of `width` sums.
    pub(super) fn new(width: usize) -> Self {
        Self { entries: vec![Accumulator::EMPTY], sums: Aligned::zeros(2 * width), top: 0 }
    }

    /// Adds up the sums of `position` and forgets the rest. Not lazy: a search
    /// that finds the root's value in its table would never request the root's
    /// sums, and each line below would be computed from scratch.
    pub(super) fn refresh(&mut self, network: &Network, position: &Position, kernel: Kernel) {
        self.top = 0;
        self.entries[0].known = [false; 2];
        self.update(network, position, kernel);
    }

    #[inline]
    pub(super) fn push(&mut self, network: &Network, delta: &MoveDelta) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Accumulator::EMPTY);
            self.sums.grow(2 * network.transformed * self.entries.len());
        }
        self.entries[self.top] = Accumulator { known: [false; 2], delta: Some(*delta) };
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
        self.update(network, position, kernel);
        let width = network.transformed;
        let (black, white) = self.sums[2 * width * self.top..][..2 * width].split_at(width);
        [black, white]
    }

    /// Updates the sums of both views: from the nearest known ones, else from scratch.
    #[inline(never)]
    fn update(&mut self, network: &Network, position: &Position, kernel: Kernel) {
        let start = [0, 1].map(|index| self.nearest(network, position, kernel, index));
        let kings = PERSPECTIVES.map(|perspective| position.king(perspective));
        for at in start[0].min(start[1]) + 1..=self.top {
            for (index, perspective) in PERSPECTIVES.into_iter().enumerate() {
                if at > start[index] {
                    self.follow(network, kernel, (at, index), (kings[index], perspective));
                }
            }
        }
    }

    /// The nearest ply at which the sums of a view are known, or the current
    /// one if they had to be computed from scratch.
    #[inline(always)]
    fn nearest(
        &mut self,
        network: &Network,
        position: &Position,
        kernel: Kernel,
        index: usize,
    ) -> usize {
        let perspective = PERSPECTIVES[index];
        let mut from = self.top;
        while !self.entries[from].known[index] {
            let needs_refresh =
                |delta: &MoveDelta| network.features.needs_refresh(delta, perspective);
            if self.entries[from].delta.as_ref().is_none_or(needs_refresh) {
                let width = network.transformed;
                let sums = &mut self.sums[(2 * self.top + index) * width..][..width];
                network.refresh(sums, position, perspective, kernel);
                self.entries[self.top].known[index] = true;
                return self.top;
            }
            from -= 1;
        }
        from
    }

    /// The sums of a view after the move to a ply, from those before it. A king that the features
    /// depend on has not moved since.
    #[inline(always)]
    fn follow(
        &mut self,
        network: &Network,
        kernel: Kernel,
        (at, index): (usize, usize),
        (king, perspective): (Option<Square>, Color),
    ) {
        let width = network.transformed;
        let (before, after) = self.sums.split_at_mut((2 * at + index) * width);
        let source = &before[(2 * (at - 1) + index) * width..][..width];
        let entry = &mut self.entries[at];
        if let Some(delta) = &entry.delta {
            let changes = network.features.changes(delta, king, perspective);
            kernel.apply(&mut after[..width], source, &network.rows, &changes);
        }
        entry.known[index] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::handmade::piece_square_weights;
    use zenpuku_params::Params;

    #[test]
    fn a_line_starts_from_the_root_even_if_nobody_asked_for_it() {
        let network = Network::new(&piece_square_weights(&Params::default())).unwrap();
        let mut stack = AccumulatorStack::new(network.transformed);
        let mut position = Position::startpos();
        stack.refresh(&network, &position, Kernel::Scalar);
        for usi in ["7g7f", "3c3d"] {
            let mv = position.parse_usi(usi).unwrap();
            let gives_check = position.gives_check(mv);
            stack.push(&network, &position.do_move_with_delta(mv, gives_check));
        }
        for index in [0, 1] {
            assert_eq!(stack.nearest(&network, &position, Kernel::Scalar, index), 0);
        }
    }
}
