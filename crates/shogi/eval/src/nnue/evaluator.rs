//! The network behind the boundary of evaluators.

use super::accumulator::AccumulatorStack;
use super::network::Network;
use super::simd::Kernel;
use crate::evaluator::{EvalPart, Evaluator, for_side_to_move};
use crate::values::PieceValues;
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveDelta, Position};

/// A network that follows a game or a search; see [`Network`].
#[derive(Clone, Debug)]
pub struct Nnue {
    network: Arc<Network>,
    kernel: Kernel,
    stack: AccumulatorStack,
    /// Not part of the value: only the search's futility bounds, which are
    /// usually off, need the material.
    values: PieceValues,
}

impl Nnue {
    /// An evaluator by `network`, with the fastest kernel of this CPU and the piece values of
    /// `params` for [`Evaluator::material`]; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(network: Arc<Network>, params: &Params) -> Self {
        let kernel = Kernel::best();
        let stack = AccumulatorStack::new(network.transformed);
        Self { network, kernel, stack, values: PieceValues::new(params) }
    }

    /// Computes with `kernel`; one that this CPU lacks is not taken.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        if kernel.is_available() {
            self.kernel = kernel;
        }
        self
    }

    /// The network in use.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's output for `position`, the current one, from the view of
    /// the side to move, in output units.
    #[inline]
    pub fn output(&mut self, position: &Position) -> i32 {
        let [black, white] = self.stack.sums(&self.network, position, self.kernel);
        let (us, them) =
            if position.side_to_move() == Color::BLACK { (black, white) } else { (white, black) };
        self.network.forward(position, us, them, self.kernel)
    }
}

impl Evaluator for Nnue {
    fn refresh(&mut self, position: &Position) {
        self.stack.refresh(&self.network, position, self.kernel);
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, _after: &Position) {
        self.stack.push(&self.network, delta);
    }

    #[inline]
    fn undo(&mut self) {
        self.stack.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let output = self.output(position);
        self.network.scale.centipawns(output)
    }

    /// The gain of the move by capture and promotion; the network's other terms have no owner.
    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.values.move_gain(position, mv)
    }

    fn material(&self, position: &Position) -> i32 {
        for_side_to_move(self.values.balance(position), position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let material = self.material(position);
        vec![
            EvalPart { name: "material", cp: material },
            EvalPart { name: "beyond material", cp: self.evaluate(position) - material },
        ]
    }
}
