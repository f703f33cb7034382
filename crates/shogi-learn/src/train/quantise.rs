//! From floating point to the integers that the engine computes with.

use super::adam::WeightLimits;
use super::gradient::Block;
use super::lists::FeatureLists;
use super::params::{
    COUNT, FEATURES, FIRST_BIASES, FIRST_WEIGHTS, LANES, OUTPUT_BIAS, OUTPUT_WEIGHTS, PARTS,
    SECOND_BIASES, SECOND_WEIGHTS, TRANSFORMER_BIASES, TRANSFORMER_WEIGHTS, transformer_row,
};
use super::samples::Probe;
use core::ops::Range;
use zenpuku_shogi_eval::nnue::{
    FIRST_INPUTS, HIDDEN, Kernel, MAX_ACTIVE, Network, OutputScale, Shape, TRANSFORMED,
    WEIGHT_SHIFT, WeightError, Weights,
};

/// An output of the transformer or of a neuron: 1.0.
const ONE: f32 = 127.0;
/// A hidden weight: 1.0.
const WEIGHT: f32 = (1 << WEIGHT_SHIFT) as f32;
/// Output units of a centipawn: fine enough, and output weights up to about 1.7 fit.
const UNITS_PER_CENTIPAWN: u32 = 32;

/// The greatest weights that fit the integers, for an output of log odds with `scale` centipawns
/// for odds of e to 1.
#[must_use]
pub fn limits(scale: f64) -> WeightLimits {
    // Sums of the transformer wrap around: all features together must stay in 16 bits.
    let transformer = f32::from(i16::MAX) / ONE / (MAX_ACTIVE + 1) as f32;
    let hidden = f32::from(i8::MAX) / WEIGHT;
    WeightLimits { transformer, hidden, output: ONE * f32::from(i8::MAX) / units(scale) }
}

/// Output units of log odds of 1.
fn units(scale: f64) -> f32 {
    (scale * f64::from(UNITS_PER_CENTIPAWN)) as f32
}

/// The parameters as the integers will hold them, still in floating point, into `snapped`: what
/// training looks at, so that it makes up for the rounding (gradients pass through unchanged
/// [jacob2018]).
pub fn snap(params: &[f32], scale: f64, snapped: &mut [f32]) {
    let units = units(scale);
    let mut round = |range: Range<usize>, one: f32| {
        for (snapped, param) in snapped[range.clone()].iter_mut().zip(&params[range]) {
            *snapped = (param * one).round_ties_even() / one;
        }
    };
    round(TRANSFORMER_WEIGHTS, ONE);
    round(TRANSFORMER_BIASES, ONE);
    for biases in [FIRST_BIASES, SECOND_BIASES] {
        round(biases, ONE * WEIGHT);
    }
    for weights in [FIRST_WEIGHTS, SECOND_WEIGHTS] {
        round(weights, WEIGHT);
    }
    round(OUTPUT_WEIGHTS, units / ONE);
    round(OUTPUT_BIAS..OUTPUT_BIAS + 1, units);
}

/// The network in integers; its output is in centipawns with `scale` for odds of e to 1.
#[must_use]
pub fn quantise(params: &[f32], scale: f64, name: &str) -> Weights {
    let output = OutputScale { numerator: 1, denominator: UNITS_PER_CENTIPAWN };
    let mut weights = Weights::zero(name, FEATURES, Shape::STANDARD, output);
    let units = units(scale);
    weights.transformer_biases = integers(&params[TRANSFORMER_BIASES], ONE);
    weights.transformer_weights = integers(&by_feature(params), ONE);
    weights.first_biases = rounding(&params[FIRST_BIASES]);
    weights.first_weights = transposed(&integers(&params[FIRST_WEIGHTS], WEIGHT), HIDDEN);
    weights.second_biases = rounding(&params[SECOND_BIASES]);
    weights.second_weights = transposed(&integers(&params[SECOND_WEIGHTS], WEIGHT), HIDDEN);
    weights.output_bias = (params[OUTPUT_BIAS] * units).round_ties_even() as i32;
    weights.output_weights = integers(&params[OUTPUT_WEIGHTS], units / ONE);
    weights
}

/// The network in floating point again, as far as the integers tell; the inverse of [`quantise`]
/// for the same `scale`. `None` for features that the trainer does not know.
#[must_use]
pub fn dequantise(weights: &Weights, scale: f64) -> Option<Vec<f32>> {
    if weights.features != FEATURES || weights.shape != Shape::STANDARD {
        return None;
    }
    let OutputScale { numerator, denominator } = weights.scale;
    let units = (scale * f64::from(denominator) / f64::from(numerator)) as f32;
    let mut params = vec![0.0; COUNT];
    put(&mut params[TRANSFORMER_BIASES], &weights.transformer_biases, ONE);
    for (feature, row) in weights.transformer_weights.chunks_exact(TRANSFORMED).enumerate() {
        for (part, row) in row.chunks_exact(LANES).enumerate() {
            put(&mut params[transformer_row(part, feature)..], row, ONE);
        }
    }
    put(&mut params[FIRST_BIASES], &exact(&weights.first_biases), ONE * WEIGHT);
    put(&mut params[FIRST_WEIGHTS], &transposed(&weights.first_weights, FIRST_INPUTS), WEIGHT);
    put(&mut params[SECOND_BIASES], &exact(&weights.second_biases), ONE * WEIGHT);
    put(&mut params[SECOND_WEIGHTS], &transposed(&weights.second_weights, HIDDEN), WEIGHT);
    put(&mut params[OUTPUT_WEIGHTS], &weights.output_weights, units / ONE);
    params[OUTPUT_BIAS] = weights.output_bias as f32 / units;
    Some(params)
}

fn put<T: Integer>(params: &mut [f32], integers: &[T], one: f32) {
    for (param, &integer) in params.iter_mut().zip(integers) {
        *param = integer.float() / one;
    }
}

/// The transformer's weights feature after feature, as the engine has them.
fn by_feature(params: &[f32]) -> Vec<f32> {
    let rows = (0..FEATURES.dimensions())
        .flat_map(|feature| (0..PARTS).map(move |part| transformer_row(part, feature)));
    rows.flat_map(|start| &params[start..start + LANES]).copied().collect()
}

/// A type of integers that rounds and saturates.
trait Integer: Copy {
    fn nearest(value: f32) -> Self;
    fn float(self) -> f32;
}

macro_rules! integer {
    ($($kind:ty),+) => {
        $(impl Integer for $kind {
            fn nearest(value: f32) -> Self {
                value.round_ties_even() as Self
            }

            fn float(self) -> f32 {
                self as f32
            }
        })+
    };
}

integer!(i8, i16, i32);

fn integers<T: Integer>(params: &[f32], one: f32) -> Vec<T> {
    params.iter().map(|param| T::nearest(param * one)).collect()
}

/// Half a step of a hidden layer's sum: the shift after it cuts off, with it it rounds.
const HALF: i32 = 1 << (WEIGHT_SHIFT - 1);

/// Biases of a hidden layer, for sums that are cut off.
fn rounding(params: &[f32]) -> Vec<i32> {
    integers::<i32>(params, ONE * WEIGHT).iter().map(|bias| bias + HALF).collect()
}

/// The inverse of [`rounding`], still in integers.
fn exact(biases: &[i32]) -> Vec<i32> {
    biases.iter().map(|bias| bias - HALF).collect()
}

/// From row after row of `columns` numbers to column after column.
fn transposed<T: Copy>(rows: &[T], columns: usize) -> Vec<T> {
    (0..columns).flat_map(|column| rows.iter().skip(column).step_by(columns)).copied().collect()
}

/// How far integers are from floating point, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuantisationError {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference.
    pub mean: f64,
    /// Greatest absolute difference.
    pub greatest: f64,
}

/// Compares both arithmetics on `probes`: the [snapped](snap) parameters, which training looks at,
/// in floating point with `weights` in integers.
///
/// # Errors
/// [`WeightError`] when the weights do not fit the engine's shape.
pub fn compare(
    params: &[f32],
    scale: f64,
    weights: &Weights,
    probes: &[Probe<FeatureLists>],
) -> Result<QuantisationError, WeightError> {
    let network = Network::new(weights)?;
    let kernel = Kernel::best();
    let mut snapped = vec![0.0; COUNT];
    snap(params, scale, &mut snapped);
    let lists: Vec<_> = probes.iter().map(|probe| probe.features).collect();
    let mut block = Block::default();
    let outputs = block.forward(&snapped, &lists);
    let mut error = QuantisationError { positions: probes.len(), ..QuantisationError::default() };
    for (probe, &exact) in probes.iter().zip(outputs) {
        let exact = f64::from(exact) * scale;
        let output = network.output(&probe.position, kernel);
        let difference = (f64::from(network.scale().centipawns(output)) - exact).abs();
        error.mean += difference / probes.len() as f64;
        error.greatest = error.greatest.max(difference);
    }
    Ok(error)
}
