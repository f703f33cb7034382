//! Random networks and positions.

use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::nnue::{
    FeatureSet, OutputScale, Shape, StackedShape, StackedWeights, Weights,
};

/// A small generator (xorshift64*); quality does not matter here.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number from `-reach` to `reach`.
    pub(crate) fn around(&mut self, reach: i64) -> i64 {
        (self.next() % (2 * reach as u64 + 1)) as i64 - reach
    }

    /// Fills the feature transformer.
    fn transformer(&mut self, reach: i64, biases: &mut [i16], weights: &mut [i16]) {
        biases.fill_with(|| self.around(reach) as i16);
        weights.fill_with(|| self.around(reach) as i16);
    }

    /// Fills the layers behind it: first, second, output.
    fn dense(
        &mut self,
        reach: i64,
        biases: [&mut [i32]; 2],
        weights: [&mut [i8]; 2],
        output: (&mut i32, &mut [i8]),
    ) {
        for (biases, weights) in biases.into_iter().zip(weights) {
            biases.fill_with(|| self.around(4000) as i32);
            weights.fill_with(|| self.around(reach) as i8);
        }
        *output.0 = self.around(5000) as i32;
        output.1.fill_with(|| self.around(reach) as i8);
    }
}

/// Weights as they are after training (`wild` false), or over the whole range of their types, so
/// that sums wrap and clamps saturate.
pub(crate) fn random_weights(features: FeatureSet, shape: Shape, seed: u64, wild: bool) -> Weights {
    let mut random = Random(seed | 1);
    let mut weights = Weights::zero("random", features, shape, OutputScale::yaneuraou(16));
    let (transformer, dense) = if wild { (30_000, 127) } else { (30, 40) };
    random.transformer(
        transformer,
        &mut weights.transformer_biases,
        &mut weights.transformer_weights,
    );
    random.dense(
        dense,
        [&mut weights.first_biases, &mut weights.second_biases],
        [&mut weights.first_weights, &mut weights.second_weights],
        (&mut weights.output_bias, &mut weights.output_weights),
    );
    weights
}

/// As [`random_weights`], of an SFNN network.
pub(crate) fn random_stacked(
    features: FeatureSet,
    shape: StackedShape,
    seed: u64,
    wild: bool,
) -> StackedWeights {
    let mut random = Random(seed | 1);
    let mut weights = StackedWeights::zero("nn.bin", features, shape, OutputScale::yaneuraou(16));
    let (transformer, dense) = if wild { (30_000, 127) } else { (60, 60) };
    random.transformer(
        transformer,
        &mut weights.transformer_biases,
        &mut weights.transformer_weights,
    );
    for stack in &mut weights.stacks {
        random.dense(
            dense,
            [&mut stack.first_biases, &mut stack.second_biases],
            [&mut stack.first_weights, &mut stack.second_weights],
            (&mut stack.output_bias, &mut stack.output_weights),
        );
    }
    weights
}

/// Positions of a random game, its start included.
pub(crate) fn random_game(seed: u64, plies: usize) -> Vec<Position> {
    let mut random = Random(seed | 1);
    let mut positions = vec![Position::startpos()];
    let mut list = MoveList::new();
    for _ in 0..plies {
        let mut position = positions[positions.len() - 1].clone();
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[random.next() as usize % list.len()];
        position.do_move(mv);
        positions.push(position);
    }
    positions
}
