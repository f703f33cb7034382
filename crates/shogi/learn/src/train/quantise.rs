//! From floating point to the integers that the engine computes with.

use super::adam::Limit;
use super::gradient::Block;
use super::lists::FeatureLists;
use super::params::{FEATURES, LANES, Layout, transformer_row};
use super::samples::Probe;
use super::shape::TrainedShape;
use core::ops::Range;
use zenpuku_shogi_eval::nnue::{
    AnyWeights, HIDDEN, Kernel, MAX_ACTIVE, OutputScale, Shape, StackLayers, StackedWeights,
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
pub(crate) fn limits(layout: &Layout, scale: f64) -> Vec<Limit> {
    // Sums of the transformer wrap around: all features together must stay in 16 bits, doubled
    // where they are multiplied.
    let doubled = if layout.shape.has_products() { 2.0 } else { 1.0 };
    let transformer = f32::from(i16::MAX) / ONE / doubled / (MAX_ACTIVE + 1) as f32;
    let hidden = f32::from(i8::MAX) / WEIGHT;
    let output = ONE * f32::from(i8::MAX) / units(scale);
    vec![
        (layout.transformer_weights.clone(), transformer),
        (layout.transformer_biases.clone(), transformer),
        (layout.first_weights.clone(), hidden),
        (layout.second_weights.clone(), hidden),
        (layout.output_weights.clone(), output),
    ]
}

/// Output units of log odds of 1.
fn units(scale: f64) -> f32 {
    (scale * f64::from(UNITS_PER_CENTIPAWN)) as f32
}

/// Log odds that a sum of 1 in the neuron of a shortcut adds to the output.
#[must_use]
pub fn shortcut(scale: f64) -> f32 {
    ONE * WEIGHT / units(scale)
}

/// The parameters as the integers will hold them, still in floating point, into
/// `snapped`: the values used in training, so that it compensates for the
/// rounding (gradients pass through unchanged [jacob2018]).
pub(crate) fn snap(layout: &Layout, params: &[f32], scale: f64, snapped: &mut [f32]) {
    let units = units(scale);
    let mut round = |range: &Range<usize>, one: f32| {
        for (snapped, param) in snapped[range.clone()].iter_mut().zip(&params[range.clone()]) {
            *snapped = (param * one).round_ties_even() / one;
        }
    };
    round(&layout.transformer_weights, ONE);
    round(&layout.transformer_biases, ONE);
    for biases in [&layout.first_biases, &layout.second_biases] {
        round(biases, ONE * WEIGHT);
    }
    for weights in [&layout.first_weights, &layout.second_weights] {
        round(weights, WEIGHT);
    }
    round(&layout.output_weights, units / ONE);
    round(&(layout.output_bias..layout.output_bias + 1), units);
}

/// The network in integers; its output is in centipawns with `scale` for odds of e to 1.
#[must_use]
pub fn quantise(layout: &Layout, params: &[f32], scale: f64, name: &str) -> AnyWeights {
    let output = OutputScale { numerator: 1, denominator: UNITS_PER_CENTIPAWN };
    let transformer_biases = integers(&params[layout.transformer_biases.clone()], ONE);
    let transformer_weights = integers(&by_feature(layout, params), ONE);
    let layers = dense(layout, params, scale);
    let Some(shape) = layout.shape.stacked() else {
        return AnyWeights::Plain(Weights {
            transformer_biases,
            transformer_weights,
            first_biases: layers.first_biases,
            first_weights: layers.first_weights,
            second_biases: layers.second_biases,
            second_weights: layers.second_weights,
            output_bias: layers.output_bias,
            output_weights: layers.output_weights,
            name: name.into(),
            features: FEATURES,
            shape: Shape::STANDARD,
            scale: output,
        });
    };
    AnyWeights::Stacked(StackedWeights {
        name: name.into(),
        features: FEATURES,
        shape,
        scale: output,
        transformer_biases,
        transformer_weights,
        stacks: vec![layers],
    })
}

/// The dense layers in integers.
fn dense(layout: &Layout, params: &[f32], scale: f64) -> StackLayers {
    let units = units(scale);
    let first = integers(&params[layout.first_weights.clone()], WEIGHT);
    let second = integers(&params[layout.second_weights.clone()], WEIGHT);
    StackLayers {
        first_biases: shifted(&params[layout.first_biases.clone()], first_half(layout)),
        first_weights: transposed(&first, layout.shape.first()),
        second_biases: shifted(&params[layout.second_biases.clone()], HALF),
        second_weights: transposed(&second, HIDDEN),
        output_bias: (params[layout.output_bias] * units).round_ties_even() as i32,
        output_weights: integers(&params[layout.output_weights.clone()], units / ONE),
    }
}

/// The network in floating point, reconstructed from the integers; the inverse
/// of [`quantise`] for the same `scale`. `None` for features or a shape other
/// than those of `layout`.
#[must_use]
pub fn dequantise(layout: &Layout, weights: &AnyWeights, scale: f64) -> Option<Vec<f32>> {
    let (features, output, transformer, layers) = match weights {
        AnyWeights::Plain(weights) if weights.shape == Shape::STANDARD => {
            let layers = StackLayers {
                first_biases: weights.first_biases.clone(),
                first_weights: weights.first_weights.clone(),
                second_biases: weights.second_biases.clone(),
                second_weights: weights.second_weights.clone(),
                output_bias: weights.output_bias,
                output_weights: weights.output_weights.clone(),
            };
            let transformer = (&weights.transformer_biases, &weights.transformer_weights);
            (weights.features, weights.scale, transformer, layers)
        }
        AnyWeights::Stacked(weights) => {
            let transformer = (&weights.transformer_biases, &weights.transformer_weights);
            (weights.features, weights.scale, transformer, weights.stacks.first()?.clone())
        }
        AnyWeights::Plain(_) => return None,
    };
    if features != FEATURES || shape_of(weights) != Some(layout.shape) {
        return None;
    }
    let OutputScale { numerator, denominator } = output;
    let units = (scale * f64::from(denominator) / f64::from(numerator)) as f32;
    let shape = layout.shape;
    let mut params = vec![0.0; layout.count()];
    put(&mut params[layout.transformer_biases.clone()], transformer.0, ONE);
    for (feature, row) in transformer.1.chunks_exact(shape.transformed()).enumerate() {
        for (part, row) in row.chunks_exact(LANES).enumerate() {
            put(&mut params[transformer_row(part, feature)..], row, ONE);
        }
    }
    let first = exact(&layers.first_biases, first_half(layout));
    put(&mut params[layout.first_biases.clone()], &first, ONE * WEIGHT);
    let first = transposed(&layers.first_weights, shape.inputs());
    put(&mut params[layout.first_weights.clone()], &first, WEIGHT);
    let second = exact(&layers.second_biases, HALF);
    put(&mut params[layout.second_biases.clone()], &second, ONE * WEIGHT);
    let second = transposed(&layers.second_weights, shape.seen());
    put(&mut params[layout.second_weights.clone()], &second, WEIGHT);
    put(&mut params[layout.output_weights.clone()], &layers.output_weights, units / ONE);
    params[layout.output_bias] = layers.output_bias as f32 / units;
    Some(params)
}

/// The shape of `weights`, if it is one that is trained.
#[must_use]
pub(crate) fn shape_of(weights: &AnyWeights) -> Option<TrainedShape> {
    TrainedShape::ALL.into_iter().find(|shape| match weights {
        AnyWeights::Plain(weights) => !shape.has_products() && weights.shape == Shape::STANDARD,
        AnyWeights::Stacked(weights) => shape.stacked() == Some(weights.shape),
    })
}

fn put<T: Integer>(params: &mut [f32], integers: &[T], one: f32) {
    for (param, &integer) in params.iter_mut().zip(integers) {
        *param = integer.float() / one;
    }
}

/// The transformer's weights feature after feature, as the engine has them.
fn by_feature(layout: &Layout, params: &[f32]) -> Vec<f32> {
    let rows = (0..FEATURES.dimensions())
        .flat_map(|feature| (0..layout.parts()).map(move |part| transformer_row(part, feature)));
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

/// The correction of the biases of the first hidden layer: with products the
/// derivatives include the truncation, because the squares come from the same
/// sums.
fn first_half(layout: &Layout) -> i32 {
    if layout.shape.has_products() { 0 } else { HALF }
}

/// Biases of a hidden layer in integers, with `half` added.
fn shifted(params: &[f32], half: i32) -> Vec<i32> {
    integers::<i32>(params, ONE * WEIGHT).iter().map(|bias| bias + half).collect()
}

/// The inverse of [`shifted`], still in integers.
fn exact(biases: &[i32], half: i32) -> Vec<i32> {
    biases.iter().map(|bias| bias - half).collect()
}

/// From row after row of `columns` numbers to column after column.
fn transposed<T: Copy>(rows: &[T], columns: usize) -> Vec<T> {
    (0..columns).flat_map(|column| rows.iter().skip(column).step_by(columns)).copied().collect()
}

/// The deviation of integers from floating point, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuantisationError {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference.
    pub mean: f64,
    /// Greatest absolute difference.
    pub greatest: f64,
}

/// Compares both arithmetics on `probes`: the [snapped](snap) parameters, used
/// in training, in floating point with `weights` in integers.
///
/// # Errors
/// [`WeightError`] when the weights do not fit the engine's shape.
pub fn compare(
    layout: &Layout,
    params: &[f32],
    scale: f64,
    weights: &AnyWeights,
    probes: &[Probe<FeatureLists>],
) -> Result<QuantisationError, WeightError> {
    let network = weights.network()?;
    let kernel = Kernel::best();
    let mut snapped = vec![0.0; layout.count()];
    snap(layout, params, scale, &mut snapped);
    let lists: Vec<_> = probes.iter().map(|probe| probe.features).collect();
    let mut block = Block::new(layout.clone(), shortcut(scale));
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
