//! Our own network files (`.zpnet`).
//!
//! 1. [`MAGIC`], then the version as a little-endian `u32`;
//! 2. length of the description (`u32`) and the description, UTF-8 text with a line `key=value`
//!    each for `name`, `features` (K-P or another [`FeatureSet`]), `shape` (as 256x2-32-32), `scale` (centipawns =
//!    output * a/b) and `crc32` of the weights before compression (hexadecimal); other keys are
//!    for people;
//! 3. the weights, compressed by Zstandard: transformer biases, transformer weights feature after
//!    feature (`i16`), then biases (`i32`) and weights (`i8`, neuron after neuron) of each dense
//!    layer, little-endian, as in [`super::Weights`].

use super::bytes::{Rows, put_layers, put_transformer, take_layers, take_transformer};
use super::features::FeatureSet;
use super::load::FormatError;
use super::weights::{OutputScale, Shape, Weights};
use crate::container::{self, Reader, wrong};

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"ZPNNUE\r\n";

/// Writes a network; `notes` go into the description as further lines `key=value` for people
/// (what it was trained on, by which commit).
///
/// # Errors
/// [`FormatError::Weights`] when a list does not fit the shape, [`FormatError::Description`] when
/// the name or a note has a line break or a key is missing or one of ours,
/// [`FormatError::Io`] when the compressor fails.
pub fn write(weights: &Weights, notes: &[(&str, &str)]) -> Result<Vec<u8>, FormatError> {
    weights.check()?;
    let mut body = Vec::new();
    put_transformer(&mut body, weights);
    put_layers(&mut body, weights, Rows::Exact);
    let scale = format!("{}/{}", weights.scale.numerator, weights.scale.denominator);
    let shape = weights.shape.to_string();
    let own = [
        ("name", weights.name.as_str()),
        ("features", weights.features.name()),
        ("shape", &shape),
        ("scale", &scale),
    ];
    container::write(MAGIC, &own, notes, &body)
}

/// Reads a network.
///
/// # Errors
/// [`FormatError`] names the place and what is wrong.
pub fn read(bytes: &[u8]) -> Result<Weights, FormatError> {
    let opened = container::open(bytes, MAGIC)?;
    let (features, shape) = (opened.value("features")?.1, opened.value("shape")?.1);
    let set = FeatureSet::ALL.into_iter().find(|set| set.name() == features);
    let unknown = || FormatError::Architecture(format!("{features} {shape}"));
    let (set, shape) = set.zip(Shape::parse(shape)).ok_or_else(unknown)?;
    let (line, text) = opened.value("scale")?;
    let parts = text.split_once('/');
    let parsed = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let parsed = parsed.ok_or_else(|| wrong(line, text, "two numbers a/b"))?;
    let scale = OutputScale { numerator: parsed.0, denominator: parsed.1 };
    let mut weights = Weights::zero(opened.value("name")?.1, set, shape, scale);
    let body = opened.body(length(set, shape))?;
    let mut reader = Reader::new(&body);
    take_transformer(&mut reader, &mut weights)?;
    take_layers(&mut reader, &mut weights, Rows::Exact)?;
    reader.end()?;
    weights.check()?;
    Ok(weights)
}

/// The lines `key=value` that describe the network in a file of our format.
///
/// # Errors
/// [`FormatError`] names the place and what is wrong.
pub fn notes(bytes: &[u8]) -> Result<Vec<(String, String)>, FormatError> {
    Ok(container::open(bytes, MAGIC)?.pairs())
}

/// Bytes of the weights before compression.
fn length(features: FeatureSet, shape: Shape) -> usize {
    let Shape { transformed, hidden: [first, second] } = shape;
    let transformer = 2 * transformed * (features.dimensions() + 1);
    transformer + first * (4 + shape.inputs()) + second * (4 + first) + 4 + second
}
