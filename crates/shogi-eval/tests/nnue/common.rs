//! Random networks and an independent, straightforward evaluation of them.

use zenpuku_shogi::{Color, MoveList, Position};
use zenpuku_shogi_eval::nnue::{
    FIRST_INPUTS, FeatureSet, HIDDEN, OutputScale, TRANSFORMED, Weights,
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
}

/// Weights as they are after training (`wild` false), or over the whole range of their types, so
/// that sums wrap and clamps saturate.
pub(crate) fn random_weights(features: FeatureSet, seed: u64, wild: bool) -> Weights {
    let mut random = Random(seed | 1);
    let mut weights = Weights::zero("random", features, OutputScale::yaneuraou(16));
    let (transformer, dense) = if wild { (30_000, 127) } else { (30, 40) };
    weights.transformer_biases.fill_with(|| random.around(transformer) as i16);
    weights.transformer_weights.fill_with(|| random.around(transformer) as i16);
    weights.first_biases.fill_with(|| random.around(4000) as i32);
    weights.first_weights.fill_with(|| random.around(dense) as i8);
    weights.second_biases.fill_with(|| random.around(4000) as i32);
    weights.second_weights.fill_with(|| random.around(dense) as i8);
    weights.output_bias = random.around(5000) as i32;
    weights.output_weights.fill_with(|| random.around(dense) as i8);
    weights
}

/// The output by the definition: sums over all features and matrices as on paper.
pub(crate) fn plain_output(weights: &Weights, position: &Position) -> i32 {
    let us = position.side_to_move();
    let mut inputs = plain_sums(weights, position, us);
    inputs.extend(plain_sums(weights, position, us.flip()));
    let inputs: Vec<i32> = inputs.into_iter().map(|sum| i32::from(sum).clamp(0, 127)).collect();
    assert_eq!(inputs.len(), FIRST_INPUTS);
    let first = plain_layer(&inputs, &weights.first_weights, &weights.first_biases);
    let second = plain_layer(&first, &weights.second_weights, &weights.second_biases);
    let products = second.iter().zip(&weights.output_weights).map(|(x, w)| x * i32::from(*w));
    weights.output_bias + products.sum::<i32>()
}

fn plain_sums(weights: &Weights, position: &Position, view: Color) -> Vec<i16> {
    let features = weights.features.active(position, view);
    let sum = |neuron: usize| {
        let rows = features.iter().map(|&feature| feature as usize * TRANSFORMED + neuron);
        rows.fold(weights.transformer_biases[neuron], |sum, at| {
            sum.wrapping_add(weights.transformer_weights[at])
        })
    };
    (0..TRANSFORMED).map(sum).collect()
}

fn plain_layer(inputs: &[i32], matrix: &[i8], biases: &[i32]) -> Vec<i32> {
    assert_eq!(biases.len(), HIDDEN);
    let rows = matrix.chunks_exact(inputs.len()).zip(biases);
    rows.map(|(row, bias)| {
        let sum: i32 = row.iter().zip(inputs).map(|(w, x)| i32::from(*w) * x).sum();
        ((sum + bias) >> 6).clamp(0, 127)
    })
    .collect()
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
