//! Forward and backward through the network, a block of positions at a time.
//!
//! Plain loops over slices of fixed length, which the compiler turns into vector instructions.
//! The transformer has the most weights, and each position touches eighty rows of them: a block
//! goes through it part by part of the sums, so that the rows stay in the cache.

use super::lists::FeatureLists;
use super::params::{
    FIRST_BIASES, FIRST_WEIGHTS, LANES, OUTPUT_BIAS, OUTPUT_WEIGHTS, PARTS, SECOND_BIASES,
    SECOND_WEIGHTS, TRANSFORMER_BIASES, transformer_row,
};
use zenpuku_shogi_eval::nnue::{FIRST_INPUTS, HIDDEN, TRANSFORMED};

/// What the positions of a block make of the layers; kept from the way forward for the way back.
#[derive(Clone, Debug)]
pub struct Block {
    /// Outputs of the transformer, 0 to 1, the side to move's view first; on the way back the
    /// derivatives by its sums take their place.
    transformed: Vec<[f32; FIRST_INPUTS]>,
    hidden: Vec<Hidden>,
    outputs: Vec<f32>,
    /// The weights of the first hidden layer, neuron after neuron.
    turned: Box<[[f32; FIRST_INPUTS]; HIDDEN]>,
}

/// Outputs of the hidden layers, 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            transformed: Vec::new(),
            hidden: Vec::new(),
            outputs: Vec::new(),
            turned: Box::new([[0.0; FIRST_INPUTS]; HIDDEN]),
        }
    }
}

impl Block {
    /// The network's outputs for positions: log odds to win for the side to move.
    pub fn forward(&mut self, params: &[f32], positions: &[FeatureLists]) -> &[f32] {
        self.transformed.resize(positions.len(), [0.0; FIRST_INPUTS]);
        for part in 0..PARTS {
            for (lists, out) in positions.iter().zip(&mut self.transformed) {
                transform(params, lists, part, out);
            }
        }
        self.hidden.clear();
        self.outputs.clear();
        for transformed in &self.transformed {
            let first = first_layer(params, transformed);
            let second = second_layer(params, &first);
            let output = params[OUTPUT_BIAS] + dot(&second, &row(&params[OUTPUT_WEIGHTS], 0));
            self.hidden.push(Hidden { first, second });
            self.outputs.push(output);
        }
        &self.outputs
    }

    /// Adds to `gradient` the derivatives of a loss whose derivatives by the outputs are `slopes`,
    /// for the positions that [`forward`](Self::forward) has just seen.
    pub fn backward(
        &mut self,
        params: &[f32],
        positions: &[FeatureLists],
        slopes: &[f32],
        gradient: &mut [f32],
    ) {
        turn(&params[FIRST_WEIGHTS], &mut self.turned);
        let layers = self.hidden.iter().zip(&mut self.transformed);
        for ((hidden, transformed), &slope) in layers.zip(slopes) {
            let first = back_to_first(params, hidden, slope, gradient);
            back_to_transformer(&self.turned, &first, transformed, gradient);
        }
        for part in 0..PARTS {
            for (lists, slopes) in positions.iter().zip(&self.transformed) {
                back_to_features(lists, part, slopes, gradient);
            }
        }
    }
}

/// The outputs of one part of the transformer, for both views.
#[inline]
fn transform(params: &[f32], lists: &FeatureLists, part: usize, out: &mut [f32; FIRST_INPUTS]) {
    let biases = lanes(&params[TRANSFORMER_BIASES], part * LANES);
    for (view, list) in lists.iter().enumerate() {
        let mut sums = biases;
        for &feature in list {
            let row = lanes(params, transformer_row(part, usize::from(feature)));
            add(&mut sums, &row);
        }
        let start = view * TRANSFORMED + part * LANES;
        out[start..start + LANES].copy_from_slice(&sums.map(clip));
    }
}

#[inline]
fn first_layer(params: &[f32], transformed: &[f32; FIRST_INPUTS]) -> [f32; HIDDEN] {
    let weights = &params[FIRST_WEIGHTS];
    // Two sums at a time, which need not wait for each other.
    let mut sums = [row(&params[FIRST_BIASES], 0), [0.0; HIDDEN]];
    for (pair, values) in transformed.chunks_exact(2).enumerate() {
        for half in 0..2 {
            add_scaled(&mut sums[half], values[half], &row(weights, 2 * pair + half));
        }
    }
    core::array::from_fn(|neuron| clip(sums[0][neuron] + sums[1][neuron]))
}

#[inline]
fn second_layer(params: &[f32], first: &[f32; HIDDEN]) -> [f32; HIDDEN] {
    let weights = &params[SECOND_WEIGHTS];
    let mut sums = row(&params[SECOND_BIASES], 0);
    for (input, &value) in first.iter().enumerate() {
        add_scaled(&mut sums, value, &row(weights, input));
    }
    sums.map(clip)
}

/// Back through output and second layer; the derivatives by the first layer's sums.
#[inline]
fn back_to_first(
    params: &[f32],
    hidden: &Hidden,
    slope: f32,
    gradient: &mut [f32],
) -> [f32; HIDDEN] {
    let output = row(&params[OUTPUT_WEIGHTS], 0);
    gradient[OUTPUT_BIAS] += slope;
    add_scaled(row_mut(&mut gradient[OUTPUT_WEIGHTS], 0), slope, &hidden.second);
    let second: [f32; HIDDEN] =
        core::array::from_fn(|neuron| open(hidden.second[neuron]) * slope * output[neuron]);
    add(row_mut(&mut gradient[SECOND_BIASES], 0), &second);
    let weights = &params[SECOND_WEIGHTS];
    let changes = &mut gradient[SECOND_WEIGHTS];
    core::array::from_fn(|input| {
        let value = hidden.first[input];
        add_scaled(row_mut(changes, input), value, &second);
        open(value) * dot(&row(weights, input), &second)
    })
}

/// Back through the first layer; the derivatives by the transformer's sums take the place of its
/// outputs.
#[inline]
fn back_to_transformer(
    turned: &[[f32; FIRST_INPUTS]; HIDDEN],
    first: &[f32; HIDDEN],
    transformed: &mut [f32; FIRST_INPUTS],
    gradient: &mut [f32],
) {
    add(row_mut(&mut gradient[FIRST_BIASES], 0), first);
    let changes = &mut gradient[FIRST_WEIGHTS];
    for (input, &value) in transformed.iter().enumerate() {
        // Half of them are zero.
        if value > 0.0 {
            add_scaled(row_mut(changes, input), value, first);
        }
    }
    for start in (0..FIRST_INPUTS).step_by(LANES) {
        let mut slopes = [0.0; LANES];
        for (neuron, &slope) in turned.iter().zip(first) {
            add_scaled(&mut slopes, slope, &lanes(neuron, start));
        }
        for (value, slope) in transformed[start..start + LANES].iter_mut().zip(slopes) {
            *value = open(*value) * slope;
        }
    }
}

/// Adds the derivatives by the sums of one part to those by the weights of the features.
#[inline]
fn back_to_features(
    lists: &FeatureLists,
    part: usize,
    slopes: &[f32; FIRST_INPUTS],
    gradient: &mut [f32],
) {
    for (view, list) in lists.iter().enumerate() {
        let slopes = lanes(slopes, view * TRANSFORMED + part * LANES);
        add(&mut gradient[TRANSFORMER_BIASES][part * LANES..(part + 1) * LANES], &slopes);
        for &feature in list {
            let start = transformer_row(part, usize::from(feature));
            add(&mut gradient[start..start + LANES], &slopes);
        }
    }
}

/// From input after input to neuron after neuron.
fn turn(weights: &[f32], turned: &mut [[f32; FIRST_INPUTS]; HIDDEN]) {
    for (input, row) in weights.chunks_exact(HIDDEN).enumerate() {
        for (neuron, &weight) in turned.iter_mut().zip(row) {
            neuron[input] = weight;
        }
    }
}

/// The clipped ReLU.
#[inline(always)]
fn clip(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Derivative of the clipped ReLU where its value is `value`: 1 inside, 0 at the ends.
#[inline(always)]
fn open(value: f32) -> f32 {
    f32::from(u8::from(value > 0.0 && value < 1.0))
}

#[inline(always)]
fn lanes(numbers: &[f32], start: usize) -> [f32; LANES] {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&numbers[start..start + LANES]);
    lanes
}

#[inline(always)]
fn row(weights: &[f32], input: usize) -> [f32; HIDDEN] {
    let mut row = [0.0; HIDDEN];
    row.copy_from_slice(&weights[input * HIDDEN..(input + 1) * HIDDEN]);
    row
}

#[inline(always)]
fn row_mut(weights: &mut [f32], input: usize) -> &mut [f32] {
    &mut weights[input * HIDDEN..(input + 1) * HIDDEN]
}

#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32], factor: f32, row: &[f32; N]) {
    for (sum, weight) in sums[..N].iter_mut().zip(row) {
        *sum = factor.mul_add(*weight, *sum);
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32], more: &[f32; N]) {
    for (sum, value) in sums[..N].iter_mut().zip(more) {
        *sum += value;
    }
}

/// In eight partial sums, which one vector register holds.
#[inline(always)]
fn dot(a: &[f32; HIDDEN], b: &[f32; HIDDEN]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] = a[lane].mul_add(b[lane], sums[lane]);
        }
    }
    sums.iter().sum()
}
