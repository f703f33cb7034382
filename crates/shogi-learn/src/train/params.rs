//! The network's weights as one vector.
//!
//! In this order: transformer weights (part after part of the sums, in it feature after feature,
//! see [`transformer_row`]), transformer biases, first weights (input after input, so that the 32
//! neurons lie side by side), first biases, second weights (input after input), second biases,
//! output weights, output bias.

use core::ops::Range;
use zenpuku_gametree::random::SplitMix64;
use zenpuku_shogi_eval::nnue::{FIRST_INPUTS, FeatureSet, HIDDEN, MAX_ACTIVE, TRANSFORMED};

/// What the first layer sees.
pub const FEATURES: FeatureSet = FeatureSet::KP;

/// Number of transformer weights.
pub const TRANSFORMER: usize = FEATURES.dimensions() * TRANSFORMED;

/// Sums of the transformer that make a part. The weights of all features to one part fit into the
/// second cache of a processor core, those to all parts do not.
pub const LANES: usize = 64;
/// Number of parts.
pub const PARTS: usize = TRANSFORMED / LANES;

/// Where the weights from `feature` to the [`LANES`] sums of `part` begin.
#[inline]
#[must_use]
pub const fn transformer_row(part: usize, feature: usize) -> usize {
    (part * FEATURES.dimensions() + feature) * LANES
}

/// Where transformer weights lie.
pub const TRANSFORMER_WEIGHTS: Range<usize> = 0..TRANSFORMER;
/// Where transformer biases lie.
pub const TRANSFORMER_BIASES: Range<usize> = after(&TRANSFORMER_WEIGHTS, TRANSFORMED);
/// Where the weights of the first hidden layer lie.
pub const FIRST_WEIGHTS: Range<usize> = after(&TRANSFORMER_BIASES, FIRST_INPUTS * HIDDEN);
/// Where the biases of the first hidden layer lie.
pub const FIRST_BIASES: Range<usize> = after(&FIRST_WEIGHTS, HIDDEN);
/// Where the weights of the second hidden layer lie.
pub const SECOND_WEIGHTS: Range<usize> = after(&FIRST_BIASES, HIDDEN * HIDDEN);
/// Where the biases of the second hidden layer lie.
pub const SECOND_BIASES: Range<usize> = after(&SECOND_WEIGHTS, HIDDEN);
/// Where the output's weights lie.
pub const OUTPUT_WEIGHTS: Range<usize> = after(&SECOND_BIASES, HIDDEN);
/// Where the output's bias lies.
pub const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS.end;
/// Length of the vector.
pub const COUNT: usize = OUTPUT_BIAS + 1;

const fn after(before: &Range<usize>, length: usize) -> Range<usize> {
    before.end..before.end + length
}

/// A vector of random weights that puts every neuron in the middle of its linear range; the
/// output starts at zero for every position.
#[must_use]
pub fn random(seed: u64) -> Vec<f32> {
    let mut random = Normal(SplitMix64::new(seed));
    let mut params = vec![0.0; COUNT];
    fill(&mut params[TRANSFORMER_WEIGHTS], &mut random, 0.5 / (MAX_ACTIVE as f32).sqrt());
    params[TRANSFORMER_BIASES].fill(0.5);
    let layers =
        [(FIRST_WEIGHTS, FIRST_BIASES, FIRST_INPUTS), (SECOND_WEIGHTS, SECOND_BIASES, HIDDEN)];
    for (weights, biases, inputs) in layers {
        fill(&mut params[weights.clone()], &mut random, 1.0 / (inputs as f32).sqrt());
        for neuron in 0..HIDDEN {
            let column = params[weights.clone()].iter().skip(neuron).step_by(HIDDEN);
            let sum: f32 = column.sum();
            params[biases.start + neuron] = 0.5 - 0.5 * sum;
        }
    }
    params
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
