//! Forward and backward through the network, a block of positions at a time.
//!
//! Plain loops over slices of fixed length, which the compiler turns into vector instructions.
//! The transformer has the most weights, and each position touches eighty rows of them: a block
//! goes through it part by part of the sums, so that the rows stay in the cache.
//!
//! The engine cuts products, squares and the values of neurons with products off to whole steps
//! of 1/127, which takes half a step on average: so does [`floored`].

use super::lists::FeatureLists;
use super::params::{LANES, Layout, transformer_row};
use super::shape::{PRODUCT_FIRST, PRODUCT_SEEN};
use super::units::Census;
use zenpuku_shogi_eval::nnue::HIDDEN;

/// The engine's product of 1.0 and 1.0: `127 * 127 / 128`, where 127 represents 1.0.
const PRODUCT: f32 = 127.0 / 128.0;
/// Half a step of the outputs.
const HALF_STEP: f32 = 0.5 / 127.0;

/// The layers of a shape, with their activations for the positions of a block;
/// kept from the forward pass for the backward pass.
#[derive(Clone, Debug)]
pub struct Block {
    layout: Layout,
    /// The contribution of the shortcut's neuron to the output.
    shortcut: f32,
    /// Outputs of the transformer, 0 to 1, for each position, the side to move's view first; on
    /// the way back the derivatives by its sums take their place.
    transformed: Vec<f32>,
    hidden: Vec<Hidden>,
    outputs: Vec<f32>,
    /// The weights of the first hidden layer, neuron after neuron.
    turned: Vec<f32>,
    /// Products of the position at hand.
    products: Vec<f32>,
}

/// The activations of the hidden layers for a position.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    /// Sums of the first layer; with products there are fewer.
    sums: [f32; HIDDEN],
    /// Inputs of the second layer, 0 to 1.
    seen: [f32; HIDDEN],
    /// Outputs of the second layer, 0 to 1.
    second: [f32; HIDDEN],
}

impl Block {
    /// An empty state for `layout`; the neuron of a shortcut adds `shortcut`
    /// times its sum to the output, see [`super::quantise::shortcut`].
    #[must_use]
    pub fn new(layout: Layout, shortcut: f32) -> Self {
        let inputs = layout.shape.inputs();
        Self {
            shortcut,
            transformed: Vec::new(),
            hidden: Vec::new(),
            outputs: Vec::new(),
            turned: vec![0.0; inputs * layout.shape.first()],
            products: vec![0.0; if layout.shape.has_products() { inputs } else { 0 }],
            layout,
        }
    }

    /// The network's outputs for positions: log odds to win for the side to move.
    pub fn forward(&mut self, params: &[f32], positions: &[FeatureLists]) -> &[f32] {
        let sums = 2 * self.layout.shape.transformed();
        self.transformed.resize(sums * positions.len(), 0.0);
        for part in 0..self.layout.parts() {
            for (lists, out) in positions.iter().zip(self.transformed.chunks_exact_mut(sums)) {
                transform(&self.layout, params, lists, part, out);
            }
        }
        self.hidden.clear();
        self.outputs.clear();
        for transformed in self.transformed.chunks_exact(sums) {
            let (hidden, straight) = if self.layout.shape.has_products() {
                multiply(transformed, &mut self.products);
                let sums = first_layer::<PRODUCT_FIRST>(&self.layout, params, &self.products);
                (squares_and_values(&sums), self.shortcut * sums[PRODUCT_SEEN])
            } else {
                let sums = first_layer::<HIDDEN>(&self.layout, params, transformed);
                (Hidden { sums, seen: sums.map(clip), second: [0.0; HIDDEN] }, 0.0)
            };
            let second = second_layer(&self.layout, params, &hidden.seen);
            let weights = row::<HIDDEN>(&params[self.layout.output_weights.clone()], 0);
            let output = params[self.layout.output_bias] + dot(&second, &weights);
            self.hidden.push(Hidden { second, ..hidden });
            self.outputs.push(output + straight);
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
        let Self { layout, hidden, transformed, turned, products, shortcut, .. } = self;
        let (sums, first) = (2 * layout.shape.transformed(), layout.shape.first());
        turn(&params[layout.first_weights.clone()], first, turned);
        let layers = hidden.iter().zip(transformed.chunks_exact_mut(sums));
        for ((hidden, transformed), &slope) in layers.zip(slopes) {
            let seen = back_to_first(layout, params, hidden, slope, gradient);
            if layout.shape.has_products() {
                let first = back_through_squares(hidden, &seen, *shortcut * slope);
                multiply(transformed, products);
                learn_first(layout, &first, products, gradient);
                back_through_products(turned, &first, transformed);
            } else {
                let first = core::array::from_fn(|i| open(hidden.seen[i]) * seen[i]);
                learn_first::<HIDDEN>(layout, &first, transformed, gradient);
                back_to_transformer(turned, &first, transformed);
            }
        }
        for part in 0..layout.parts() {
            for (lists, slopes) in positions.iter().zip(transformed.chunks_exact(sums)) {
                back_to_features(layout, lists, part, slopes, gradient);
            }
        }
    }

    /// Records in `census` the activations of the units in the last
    /// [`forward`](Self::forward) pass.
    pub(crate) fn count(&self, census: &mut Census) {
        let (width, seen) = (self.layout.shape.transformed(), self.layout.shape.seen());
        for perspective in self.transformed.chunks_exact(width) {
            census.transformer.add(perspective);
        }
        for hidden in &self.hidden {
            census.first.add(&hidden.seen[..seen]);
            census.second.add(&hidden.second);
        }
    }
}

/// The outputs of one part of the transformer, for both views.
#[inline]
fn transform(layout: &Layout, params: &[f32], lists: &FeatureLists, part: usize, out: &mut [f32]) {
    let biases = row::<LANES>(&params[layout.transformer_biases.clone()], part);
    for (perspective, list) in lists.iter().enumerate() {
        let mut sums = biases;
        for &feature in list {
            let row = lanes(params, transformer_row(part, usize::from(feature)));
            add(&mut sums, &row);
        }
        let start = perspective * layout.shape.transformed() + part * LANES;
        out[start..start + LANES].copy_from_slice(&sums.map(clip));
    }
}

/// The products of both views' halves.
#[inline]
fn multiply(transformed: &[f32], products: &mut [f32]) {
    let half = products.len() / 2;
    let perspectives = transformed.chunks_exact(2 * half).zip(products.chunks_exact_mut(half));
    for (perspective, products) in perspectives {
        let (low, high) = perspective.split_at(half);
        for (product, (a, b)) in products.iter_mut().zip(low.iter().zip(high)) {
            *product = floored(a * b * PRODUCT);
        }
    }
}

/// The sums of the first hidden layer.
#[inline]
fn first_layer<const N: usize>(layout: &Layout, params: &[f32], inputs: &[f32]) -> [f32; N] {
    let weights = &params[layout.first_weights.clone()];
    // Two sums at a time, which need not wait for each other.
    let mut sums = [row::<N>(&params[layout.first_biases.clone()], 0), [0.0; N]];
    for (pair, values) in inputs.chunks_exact(2).enumerate() {
        for half in 0..2 {
            add_scaled(&mut sums[half], values[half], &row::<N>(weights, 2 * pair + half));
        }
    }
    core::array::from_fn(|neuron| sums[0][neuron] + sums[1][neuron])
}

/// The inputs of the second layer with products: the squares of the first one's
/// sums, then their values.
#[inline]
fn squares_and_values(sums: &[f32; PRODUCT_FIRST]) -> Hidden {
    let mut hidden = Hidden { sums: [0.0; HIDDEN], seen: [0.0; HIDDEN], second: [0.0; HIDDEN] };
    hidden.sums[..PRODUCT_FIRST].copy_from_slice(sums);
    for (neuron, &sum) in sums[..PRODUCT_SEEN].iter().enumerate() {
        hidden.seen[neuron] = floored(sum * sum * PRODUCT);
        hidden.seen[PRODUCT_SEEN + neuron] = floored(sum);
    }
    hidden
}

#[inline]
fn second_layer(layout: &Layout, params: &[f32], seen: &[f32; HIDDEN]) -> [f32; HIDDEN] {
    let weights = &params[layout.second_weights.clone()];
    let mut sums = row(&params[layout.second_biases.clone()], 0);
    for (input, &value) in seen[..layout.shape.seen()].iter().enumerate() {
        add_scaled(&mut sums, value, &row::<HIDDEN>(weights, input));
    }
    sums.map(clip)
}

/// The backward pass through output and second layer; returns the derivatives
/// by the inputs of the second layer.
#[inline]
fn back_to_first(
    layout: &Layout,
    params: &[f32],
    hidden: &Hidden,
    slope: f32,
    gradient: &mut [f32],
) -> [f32; HIDDEN] {
    let output = row::<HIDDEN>(&params[layout.output_weights.clone()], 0);
    gradient[layout.output_bias] += slope;
    add_scaled(&mut gradient[layout.output_weights.clone()], slope, &hidden.second);
    let second: [f32; HIDDEN] =
        core::array::from_fn(|neuron| open(hidden.second[neuron]) * slope * output[neuron]);
    add(&mut gradient[layout.second_biases.clone()], &second);
    let weights = &params[layout.second_weights.clone()];
    let changes = &mut gradient[layout.second_weights.clone()];
    let mut slopes = [0.0; HIDDEN];
    for (input, slope) in slopes[..layout.shape.seen()].iter_mut().enumerate() {
        add_scaled(row_mut::<HIDDEN>(changes, input), hidden.seen[input], &second);
        *slope = dot(&row(weights, input), &second);
    }
    slopes
}

/// Back through squares and values: the derivatives by the first layer's sums, of which the last
/// goes straight to the output and has the derivative `straight`.
#[inline]
fn back_through_squares(
    hidden: &Hidden,
    seen: &[f32; HIDDEN],
    straight: f32,
) -> [f32; PRODUCT_FIRST] {
    let mut slopes = [straight; PRODUCT_FIRST];
    for (neuron, slope) in slopes[..PRODUCT_SEEN].iter_mut().enumerate() {
        let value = PRODUCT_SEEN + neuron;
        let by_square = 2.0 * PRODUCT * hidden.sums[neuron] * open(hidden.seen[neuron]);
        *slope = by_square * seen[neuron] + open(hidden.seen[value]) * seen[value];
    }
    slopes
}

/// Adds the derivatives by the first layer's weights and biases, for the derivatives `first` by
/// its sums.
#[inline]
fn learn_first<const N: usize>(
    layout: &Layout,
    first: &[f32; N],
    inputs: &[f32],
    gradient: &mut [f32],
) {
    add(&mut gradient[layout.first_biases.clone()], first);
    let changes = &mut gradient[layout.first_weights.clone()];
    for (input, &value) in inputs.iter().enumerate() {
        // Half of them are zero.
        if value > 0.0 {
            add_scaled(row_mut::<N>(changes, input), value, first);
        }
    }
}

/// The derivatives by the inputs of the first layer from `start` on.
#[inline]
fn back_to_inputs<const N: usize>(turned: &[f32], first: &[f32; N], start: usize) -> [f32; LANES] {
    let inputs = turned.len() / N;
    let mut slopes = [0.0; LANES];
    for (neuron, &slope) in turned.chunks_exact(inputs).zip(first) {
        add_scaled(&mut slopes, slope, &lanes(neuron, start));
    }
    slopes
}

/// The derivatives by the transformer's sums take the place of its outputs.
#[inline]
fn back_to_transformer(turned: &[f32], first: &[f32; HIDDEN], transformed: &mut [f32]) {
    for (part, values) in transformed.chunks_exact_mut(LANES).enumerate() {
        let slopes = back_to_inputs(turned, first, part * LANES);
        for (value, slope) in values.iter_mut().zip(slopes) {
            *value = open(*value) * slope;
        }
    }
}

/// As [`back_to_transformer`], where halves were multiplied.
#[inline]
fn back_through_products(turned: &[f32], first: &[f32; PRODUCT_FIRST], transformed: &mut [f32]) {
    let half = transformed.len() / 4;
    for (perspective, values) in transformed.chunks_exact_mut(2 * half).enumerate() {
        let (low, high) = values.split_at_mut(half);
        let parts = low.chunks_exact_mut(LANES).zip(high.chunks_exact_mut(LANES));
        for (part, (low, high)) in parts.enumerate() {
            let slopes = back_to_inputs(turned, first, perspective * half + part * LANES);
            for ((a, b), slope) in low.iter_mut().zip(high).zip(slopes) {
                let slope = PRODUCT * slope * open(floored(*a * *b * PRODUCT));
                (*a, *b) = (open(*a) * *b * slope, open(*b) * *a * slope);
            }
        }
    }
}

/// Adds the derivatives by the sums of one part to those by the weights of the features.
#[inline]
fn back_to_features(
    layout: &Layout,
    lists: &FeatureLists,
    part: usize,
    slopes: &[f32],
    gradient: &mut [f32],
) {
    for (perspective, list) in lists.iter().enumerate() {
        let slopes = lanes(slopes, perspective * layout.shape.transformed() + part * LANES);
        let biases = &mut gradient[layout.transformer_biases.clone()];
        add(&mut biases[part * LANES..(part + 1) * LANES], &slopes);
        for &feature in list {
            let start = transformer_row(part, usize::from(feature));
            add(&mut gradient[start..start + LANES], &slopes);
        }
    }
}

/// From input after input to neuron after neuron.
fn turn(weights: &[f32], neurons: usize, turned: &mut [f32]) {
    let inputs = weights.len() / neurons;
    for (input, row) in weights.chunks_exact(neurons).enumerate() {
        for (neuron, &weight) in row.iter().enumerate() {
            turned[neuron * inputs + input] = weight;
        }
    }
}

/// The clipped ReLU.
#[inline(always)]
fn clip(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// The clipped ReLU of values that the engine truncates to whole steps.
#[inline(always)]
fn floored(sum: f32) -> f32 {
    clip(sum - HALF_STEP)
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
fn row<const N: usize>(weights: &[f32], input: usize) -> [f32; N] {
    let mut row = [0.0; N];
    row.copy_from_slice(&weights[input * N..(input + 1) * N]);
    row
}

#[inline(always)]
fn row_mut<const N: usize>(weights: &mut [f32], input: usize) -> &mut [f32] {
    &mut weights[input * N..(input + 1) * N]
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
