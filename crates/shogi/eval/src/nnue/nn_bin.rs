//! YaneuraOu's network files, usually called `nn.bin` [yaneuraou].
//!
//! Little-endian: version, hash of the whole, length of the architecture's text and that text;
//! hash of the transformer and its weights; hash of the dense layers and their weights, of which
//! each neuron has a multiple of 32, those beyond its inputs without meaning. Like YaneuraOu we
//! accept any hash, because trainers fill them in differently; the architecture's text and the
//! exact length of the file identify networks.
//!
//! The transformer of SFNN networks is packed, and they have dense layers for each stack.

use super::any_weights::AnyWeights;
use super::architecture::{self, Architecture};
use super::bytes::{
    Rows, put_layers, put_stack, put_transformer, take_layers, take_stack, take_transformer,
};
use super::leb128;
use super::stacked::StackedWeights;
use super::weights::{OutputScale, WeightError, Weights};
use crate::container::Reader;
use crate::file_error::FormatError;

/// The first four bytes.
pub const VERSION: u32 = 0x7AF3_2F16;
/// Longest text of an architecture that is believed.
const LONGEST_TEXT: u32 = 4096;

/// Reads a network. What its output counts is not in the file: `scale` says it, see
/// [`OutputScale::yaneuraou`].
///
/// # Errors
/// [`FormatError`] names the place and the error.
pub fn read(bytes: &[u8], scale: OutputScale) -> Result<AnyWeights, FormatError> {
    let mut reader = Reader::new(bytes);
    let version = reader.u32("version")?;
    if version != VERSION {
        return Err(FormatError::Foreign(version.to_le_bytes().into()));
    }
    reader.u32("hash")?;
    let length = reader.u32("length of the architecture")?;
    let text = reader.take("architecture", length.min(LONGEST_TEXT) as usize)?;
    let text = String::from_utf8_lossy(text);
    let known = architecture::parse(&text);
    reader.u32("hash of the transformer")?;
    let weights = match known.ok_or_else(|| FormatError::Architecture(text.to_string()))? {
        Architecture::Plain(features, shape) => {
            let mut weights = Weights::zero("nn.bin", features, shape, scale);
            (weights.transformer_biases, weights.transformer_weights) =
                take_transformer(&mut reader, features, shape.transformed)?;
            reader.u32("hash of the layers")?;
            take_layers(&mut reader, &mut weights, Rows::Padded)?;
            AnyWeights::Plain(weights)
        }
        Architecture::Stacked(features, shape) => {
            let name = "nn.bin".into();
            let (width, rows) = (shape.transformed, features.dimensions());
            let biases = leb128::take(&mut reader, "transformer biases", width)?;
            let weights = leb128::take(&mut reader, "transformer weights", rows * width)?;
            let mut stacks = Vec::new();
            for _ in 0..shape.stack_by.count() {
                reader.u32("hash of the layers")?;
                stacks.push(take_stack(&mut reader, shape, Rows::Padded)?);
            }
            let (transformer_biases, transformer_weights) = (biases, weights);
            AnyWeights::Stacked(StackedWeights {
                name,
                features,
                shape,
                scale,
                transformer_biases,
                transformer_weights,
                stacks,
            })
        }
    };
    reader.end()?;
    Ok(weights)
}

/// Writes a network as YaneuraOu does, so that other programs can use it; name and scale are
/// lost.
///
/// # Errors
/// [`WeightError`] when a list does not fit the shape.
pub fn write(weights: &Weights) -> Result<Vec<u8>, WeightError> {
    weights.check()?;
    let shape = weights.shape;
    let transformer = architecture::feature_facts(weights.features).1 ^ shape.inputs() as u32;
    let layers = architecture::layers_hash(shape);
    let text = architecture::text(weights.features, shape);
    let mut bytes = header(transformer ^ layers, &text);
    bytes.extend(transformer.to_le_bytes());
    put_transformer(&mut bytes, &weights.transformer_biases, &weights.transformer_weights);
    bytes.extend(layers.to_le_bytes());
    put_layers(&mut bytes, weights, Rows::Padded);
    Ok(bytes)
}

/// Writes an SFNN network as YaneuraOu reads it; name and scale are lost.
///
/// # Errors
/// [`WeightError`] when a list does not fit the shape.
pub fn write_stacked(weights: &StackedWeights) -> Result<Vec<u8>, WeightError> {
    weights.check()?;
    let (transformer, layers) = architecture::STACKED_HASHES;
    let text = architecture::stacked_text(weights.features, weights.shape);
    let mut bytes = header(transformer ^ layers, &text);
    bytes.extend(transformer.to_le_bytes());
    leb128::put(&mut bytes, &weights.transformer_biases);
    leb128::put(&mut bytes, &weights.transformer_weights);
    for stack in &weights.stacks {
        bytes.extend(layers.to_le_bytes());
        put_stack(&mut bytes, stack, Rows::Padded);
    }
    Ok(bytes)
}

fn header(hash: u32, text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [VERSION, hash, text.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes
}
