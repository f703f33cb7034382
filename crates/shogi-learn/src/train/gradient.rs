//! Forward and backward through the network, one position at a time.
//!
//! Plain loops over slices of fixed length, which the compiler turns into vector instructions.

use super::params::{
    FIRST_BIASES, FIRST_WEIGHTS, OUTPUT_BIAS, OUTPUT_WEIGHTS, SECOND_BIASES, SECOND_WEIGHTS,
    TRANSFORMER_BIASES, TRANSFORMER_WEIGHTS,
};
use super::samples::FeatureLists;
use zenpuku_shogi_eval::nnue::{FIRST_INPUTS, HIDDEN, TRANSFORMED};

/// Sums of the transformer that are kept in registers together.
const LANES: usize = 64;

/// What a position makes of the layers; kept from the way forward for the way back.
#[derive(Clone, Debug)]
pub struct Activations {
    /// Outputs of the transformer, 0 to 1, the side to move's view first.
    transformed: [f32; FIRST_INPUTS],
    /// Indices of those that are not 0, the first `count` are in use.
    active: [u16; FIRST_INPUTS],
    count: usize,
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    /// Derivatives by the transformer's sums.
    slopes: [f32; FIRST_INPUTS],
}

impl Default for Activations {
    fn default() -> Self {
        Self {
            transformed: [0.0; FIRST_INPUTS],
            active: [0; FIRST_INPUTS],
            count: 0,
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
            slopes: [0.0; FIRST_INPUTS],
        }
    }
}

/// The network's output for a position: log odds to win for the side to move.
#[must_use]
pub fn forward(params: &[f32], features: &FeatureLists, layers: &mut Activations) -> f32 {
    let rows = &params[TRANSFORMER_WEIGHTS];
    let biases = &params[TRANSFORMER_BIASES];
    let (us, them) = layers.transformed.split_at_mut(TRANSFORMED);
    transform(rows, biases, &features[0], us);
    transform(rows, biases, &features[1], them);
    layers.note_active();
    let mut sums = row(&params[FIRST_BIASES], 0);
    let weights = &params[FIRST_WEIGHTS];
    for &index in &layers.active[..layers.count] {
        let input = usize::from(index);
        add_scaled(&mut sums, layers.transformed[input], &row(weights, input));
    }
    layers.first = sums.map(clip);
    let mut sums = row(&params[SECOND_BIASES], 0);
    let weights = &params[SECOND_WEIGHTS];
    for (input, &value) in layers.first.iter().enumerate() {
        add_scaled(&mut sums, value, &row(weights, input));
    }
    layers.second = sums.map(clip);
    params[OUTPUT_BIAS] + dot(&layers.second, &row(&params[OUTPUT_WEIGHTS], 0))
}

/// Adds to `gradient` the derivatives of a loss whose derivative by the output is `slope`, for
/// the position that [`forward`] has just seen.
pub fn backward(
    params: &[f32],
    features: &FeatureLists,
    layers: &mut Activations,
    slope: f32,
    gradient: &mut [f32],
) {
    let output = row(&params[OUTPUT_WEIGHTS], 0);
    gradient[OUTPUT_BIAS] += slope;
    add_scaled(row_mut(&mut gradient[OUTPUT_WEIGHTS], 0), slope, &layers.second);
    let second: [f32; HIDDEN] =
        core::array::from_fn(|neuron| open(layers.second[neuron]) * slope * output[neuron]);
    add_scaled(row_mut(&mut gradient[SECOND_BIASES], 0), 1.0, &second);
    let mut first = [0.0; HIDDEN];
    let weights = &params[SECOND_WEIGHTS];
    let changes = &mut gradient[SECOND_WEIGHTS];
    for (input, slope) in first.iter_mut().enumerate() {
        let value = layers.first[input];
        *slope = open(value) * dot(&row(weights, input), &second);
        add_scaled(row_mut(changes, input), value, &second);
    }
    add_scaled(row_mut(&mut gradient[FIRST_BIASES], 0), 1.0, &first);
    layers.slopes.fill(0.0);
    let weights = &params[FIRST_WEIGHTS];
    let changes = &mut gradient[FIRST_WEIGHTS];
    for &index in &layers.active[..layers.count] {
        let input = usize::from(index);
        let value = layers.transformed[input];
        layers.slopes[input] = open(value) * dot(&row(weights, input), &first);
        add_scaled(row_mut(changes, input), value, &first);
    }
    for (list, slopes) in features.iter().zip(layers.slopes.chunks_exact(TRANSFORMED)) {
        add(&mut gradient[TRANSFORMER_BIASES], slopes);
        let rows = &mut gradient[TRANSFORMER_WEIGHTS];
        for &feature in list {
            let start = usize::from(feature) * TRANSFORMED;
            add(&mut rows[start..start + TRANSFORMED], slopes);
        }
    }
}

impl Activations {
    /// Lists the transformer's outputs that are not 0, without a branch for each.
    fn note_active(&mut self) {
        self.count = 0;
        for (index, &value) in self.transformed.iter().enumerate() {
            self.active[self.count] = index as u16;
            self.count += usize::from(value > 0.0);
        }
    }
}

/// The transformer's outputs for one view.
fn transform(rows: &[f32], biases: &[f32], features: &[u16], out: &mut [f32]) {
    for part in 0..TRANSFORMED / LANES {
        let from = part * LANES;
        let mut sums = [0.0; LANES];
        sums.copy_from_slice(&biases[from..from + LANES]);
        for &feature in features {
            let start = usize::from(feature) * TRANSFORMED + from;
            let row = &rows[start..start + LANES];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        out[from..from + LANES].copy_from_slice(&sums.map(clip));
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
fn add_scaled(sums: &mut [f32], factor: f32, row: &[f32; HIDDEN]) {
    for (sum, weight) in sums[..HIDDEN].iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

#[inline(always)]
fn add(sums: &mut [f32], more: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(more) {
        *sum += value;
    }
}

/// In eight partial sums, which one vector register holds.
#[inline(always)]
fn dot(a: &[f32; HIDDEN], b: &[f32; HIDDEN]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}
