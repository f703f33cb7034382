//! The network's weights as one vector.
//!
//! In this order: transformer weights (part after part of the sums, in it feature after feature,
//! see [`transformer_row`]), transformer biases, first weights (input after input, so that the
//! neurons lie side by side), first biases, second weights (input after input), second biases,
//! output weights, output bias.

use super::shape::TrainedShape;
use core::ops::Range;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi_eval::nnue::{FeatureSet, HIDDEN, MAX_ACTIVE};

/// The inputs of the first layer.
pub(crate) const FEATURES: FeatureSet = FeatureSet::KP;

/// Sums of the transformer that make a part. The weights of all features to one part fit into the
/// second cache of a processor core, those to all parts do not.
pub(crate) const LANES: usize = 64;

/// Where the weights from `feature` to the [`LANES`] sums of `part` begin.
#[inline]
#[must_use]
pub const fn transformer_row(part: usize, feature: usize) -> usize {
    (part * FEATURES.dimensions() + feature) * LANES
}

/// The place of each layer of a shape in the vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The shape.
    pub shape: TrainedShape,
    /// Transformer weights.
    pub transformer_weights: Range<usize>,
    /// Transformer biases.
    pub transformer_biases: Range<usize>,
    /// Weights of the first hidden layer.
    pub first_weights: Range<usize>,
    /// Its biases.
    pub first_biases: Range<usize>,
    /// Weights of the second hidden layer.
    pub second_weights: Range<usize>,
    /// Its biases.
    pub second_biases: Range<usize>,
    /// The output's weights.
    pub output_weights: Range<usize>,
    /// The output's bias, the last of all.
    pub output_bias: usize,
}

impl Layout {
    /// The layout of `shape`.
    #[must_use]
    pub fn new(shape: TrainedShape) -> Self {
        let (width, first) = (shape.transformed(), shape.first());
        let mut end = 0;
        let mut next = |length: usize| {
            end += length;
            end - length..end
        };
        Self {
            shape,
            transformer_weights: next(FEATURES.dimensions() * width),
            transformer_biases: next(width),
            first_weights: next(shape.inputs() * first),
            first_biases: next(first),
            second_weights: next(shape.seen() * HIDDEN),
            second_biases: next(HIDDEN),
            output_weights: next(HIDDEN),
            output_bias: next(1).start,
        }
    }

    /// Number of parts of the transformer.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.shape.transformed() / LANES
    }

    /// Length of the vector.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.output_bias + 1
    }

    /// A vector of random weights that puts every neuron in the middle of its linear range; the
    /// output starts at zero for every position.
    #[must_use]
    pub fn random(&self, seed: u64) -> Vec<f32> {
        let mut random = Normal(SplitMix64::new(seed));
        let mut params = vec![0.0; self.count()];
        let deviation = 0.5 / (MAX_ACTIVE as f32).sqrt();
        fill(&mut params[self.transformer_weights.clone()], &mut random, deviation);
        params[self.transformer_biases.clone()].fill(0.5);
        let (weights, biases) = (self.first_weights.clone(), self.first_biases.clone());
        // Mean of the layer's inputs: of halves, or of their products.
        let mean = if self.shape.has_products() { 0.25 } else { 0.5 };
        centre(&mut params, &mut random, (weights, biases), |_| mean);
        let (weights, biases) = (self.second_weights.clone(), self.second_biases.clone());
        // Squares come first, in the middle of the range about a third.
        let squares = if self.shape.has_products() { self.shape.seen() / 2 } else { 0 };
        let mean = |input: usize| if input < squares { 0.35 } else { 0.5 };
        centre(&mut params, &mut random, (weights, biases), mean);
        if self.shape.has_products() {
            self.close_shortcut(&mut params);
        }
        params
    }

    /// Without weights the shortcut says zero, too.
    fn close_shortcut(&self, params: &mut [f32]) {
        let (first, last) = (self.shape.first(), self.shape.first() - 1);
        for row in params[self.first_weights.clone()].chunks_exact_mut(first) {
            row[last] = 0.0;
        }
        params[self.first_biases.end - 1] = 0.0;
    }
}

/// Fills a layer whose inputs are `mean` on average, so that its neurons are in the middle.
fn centre(
    params: &mut [f32],
    random: &mut Normal,
    (weights, biases): (Range<usize>, Range<usize>),
    mean: impl Fn(usize) -> f32,
) {
    let neurons = biases.len();
    let inputs = weights.len() / neurons;
    fill(&mut params[weights.clone()], random, 1.0 / (inputs as f32).sqrt());
    for neuron in 0..neurons {
        let column = params[weights.clone()].iter().skip(neuron).step_by(neurons);
        let sum: f32 = column.enumerate().map(|(input, weight)| mean(input) * weight).sum();
        params[biases.start + neuron] = 0.5 - sum;
    }
}

fn fill(params: &mut [f32], random: &mut Normal, deviation: f32) {
    params.fill_with(|| random.next() * deviation);
}

/// Random numbers, nearly normal with mean 0 and deviation 1: the sum of twelve uniform ones.
struct Normal(SplitMix64);

impl Normal {
    fn next(&mut self) -> f32 {
        let uniform = |bits: u64| (bits >> 40) as f32 / (1u64 << 24) as f32;
        (0..12).map(|_| uniform(self.0.next_u64())).sum::<f32>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_have_mean_0_and_deviation_1() {
        let mut random = Normal(SplitMix64::new(5));
        let numbers: Vec<f32> = (0..20_000).map(|_| random.next()).collect();
        let mean = numbers.iter().sum::<f32>() / 20_000.0;
        let variance = numbers.iter().map(|x| x * x).sum::<f32>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
