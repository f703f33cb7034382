//! Our own network files (`.zpnet`).
//!
//! 1. [`MAGIC`], then the version as a little-endian `u32`;
//! 2. length of the description (`u32`) and the description, UTF-8 text with a line `key=value`
//!    each for `name`, `features` (K-P or another [`FeatureSet`]), `shape` (as 256x2-32-32, or as
//!    SFNN_KP_512_15_32), `scale` (centipawns = output * a/b) and `crc32` of the weights before
//!    compression (hexadecimal); other keys are for people;
//! 3. the weights, compressed by Zstandard: transformer biases, transformer weights feature after
//!    feature (`i16`), then biases (`i32`) and weights (`i8`, neuron after neuron) of each dense
//!    layer, stack after stack, little-endian, as in [`super::Weights`] and
//!    [`super::StackedWeights`].

use super::any_weights::AnyWeights;
use super::architecture::{Architecture, stacked_network, stacked_shape};
use super::bytes::{
    Rows, put_layers, put_stack, put_transformer, take_layers, take_stack, take_transformer,
};
use super::features::FeatureSet;
use super::stacked::StackedWeights;
use super::stacked_shape::StackedShape;
use super::weights::{OutputScale, Shape, Weights};
use crate::container::{self, Reader, wrong};
use crate::file_error::FormatError;

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"ZPNNUE\r\n";

/// Writes a network; `notes` are added to the description as lines `key=value`
/// for people (training data, commit).
///
/// # Errors
/// [`FormatError::Weights`] when a list does not fit the shape, [`FormatError::Description`] when
/// the name or a note has a line break or a key is missing or one of ours,
/// [`FormatError::Io`] when the compressor fails.
pub fn write(weights: &Weights, notes: &[(&str, &str)]) -> Result<Vec<u8>, FormatError> {
    weights.check()?;
    let mut body = Vec::new();
    put_transformer(&mut body, &weights.transformer_biases, &weights.transformer_weights);
    put_layers(&mut body, weights, Rows::Exact);
    let shape = weights.shape.to_string();
    envelope((&weights.name, weights.features, &shape, weights.scale), notes, &body)
}

/// As [`write`], an SFNN network.
///
/// # Errors
/// As [`write`].
pub fn write_stacked(
    weights: &StackedWeights,
    notes: &[(&str, &str)],
) -> Result<Vec<u8>, FormatError> {
    weights.check()?;
    let mut body = Vec::new();
    put_transformer(&mut body, &weights.transformer_biases, &weights.transformer_weights);
    weights.stacks.iter().for_each(|stack| put_stack(&mut body, stack, Rows::Exact));
    let shape = stacked_network(weights.features, weights.shape);
    envelope((&weights.name, weights.features, &shape, weights.scale), notes, &body)
}

fn envelope(
    (name, features, shape, scale): (&str, FeatureSet, &str, OutputScale),
    notes: &[(&str, &str)],
    body: &[u8],
) -> Result<Vec<u8>, FormatError> {
    let scale = format!("{}/{}", scale.numerator, scale.denominator);
    let own = [("name", name), ("features", features.name()), ("shape", shape), ("scale", &scale)];
    container::write(MAGIC, &own, notes, body)
}

/// Reads a network.
///
/// # Errors
/// [`FormatError`] names the place and the error.
pub fn read(bytes: &[u8]) -> Result<AnyWeights, FormatError> {
    let opened = container::open(bytes, MAGIC)?;
    let (features, shape) = (opened.value("features")?.1, opened.value("shape")?.1);
    let set = FeatureSet::ALL.into_iter().find(|set| set.name() == features);
    let known = set.and_then(|set| architecture(set, shape));
    let known = known.ok_or_else(|| FormatError::Architecture(format!("{features} {shape}")))?;
    let (line, text) = opened.value("scale")?;
    let parts = text.split_once('/');
    let parsed = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let parsed = parsed.ok_or_else(|| wrong(line, text, "two numbers a/b"))?;
    let scale = OutputScale { numerator: parsed.0, denominator: parsed.1 };
    let name = opened.value("name")?.1;
    let body = opened.body(length(known))?;
    let mut reader = Reader::new(&body);
    let weights = match known {
        Architecture::Plain(features, shape) => {
            let mut weights = Weights::zero(name, features, shape, scale);
            (weights.transformer_biases, weights.transformer_weights) =
                take_transformer(&mut reader, features, shape.transformed)?;
            take_layers(&mut reader, &mut weights, Rows::Exact)?;
            weights.check()?;
            AnyWeights::Plain(weights)
        }
        Architecture::Stacked(features, shape) => {
            let mut weights = StackedWeights::zero(name, features, shape, scale);
            (weights.transformer_biases, weights.transformer_weights) =
                take_transformer(&mut reader, features, shape.transformed)?;
            for stack in &mut weights.stacks {
                *stack = take_stack(&mut reader, shape, Rows::Exact)?;
            }
            weights.check()?;
            AnyWeights::Stacked(weights)
        }
    };
    reader.end()?;
    Ok(weights)
}

/// The value of the line `shape`.
fn architecture(features: FeatureSet, shape: &str) -> Option<Architecture> {
    let stacked = || Some(Architecture::Stacked(features, stacked_shape(shape, features)?));
    Shape::parse(shape).map(|shape| Architecture::Plain(features, shape)).or_else(stacked)
}

/// The lines `key=value` that describe the network in a file of our format.
///
/// # Errors
/// [`FormatError`] names the place and the error.
pub fn notes(bytes: &[u8]) -> Result<Vec<(String, String)>, FormatError> {
    Ok(container::open(bytes, MAGIC)?.pairs())
}

/// Bytes of the weights before compression.
fn length(architecture: Architecture) -> usize {
    let layer = |neurons: usize, inputs: usize| neurons * (4 + inputs);
    let layers = |first: usize, inputs: usize, second: usize, seen: usize| {
        layer(first, inputs) + layer(second, seen) + layer(1, second)
    };
    match architecture {
        Architecture::Plain(features, shape) => {
            let [first, second] = shape.hidden;
            let transformer = 2 * shape.transformed * (features.dimensions() + 1);
            transformer + layers(first, shape.inputs(), second, first)
        }
        Architecture::Stacked(features, shape) => {
            let StackedShape { transformed, hidden: [seen, second], stack_by } = shape;
            let transformer = 2 * transformed * (features.dimensions() + 1);
            let stack = layers(shape.first(), transformed, second, 2 * seen);
            transformer + stack_by.count() * stack
        }
    }
}
