//! YaneuraOu's network files, usually called `nn.bin` [yaneuraou].
//!
//! Little-endian: version, hash of the whole, length of the architecture's text and that text;
//! hash of the transformer and its weights; hash of the dense layers and their weights. Like
//! YaneuraOu we let any hash pass, since trainers fill them in differently; the architecture's
//! text and the exact length of the file are what tells networks apart.

use super::bytes::{put_layers, put_transformer, take_layers, take_transformer};
use super::features::FeatureSet;
use super::load::FormatError;
use super::weights::{FIRST_INPUTS, HIDDEN, OutputScale, TRANSFORMED, WeightError, Weights};
use crate::container::Reader;

/// The first four bytes.
pub const VERSION: u32 = 0x7AF3_2F16;
/// Longest text of an architecture that is believed.
const LONGEST_TEXT: u32 = 4096;

/// Reads a network. What its output counts is not in the file: `scale` says it, see
/// [`OutputScale::yaneuraou`].
///
/// # Errors
/// [`FormatError`] names the place and what is wrong.
pub fn read(bytes: &[u8], scale: OutputScale) -> Result<Weights, FormatError> {
    let mut reader = Reader::new(bytes);
    let version = reader.u32("version")?;
    if version != VERSION {
        return Err(FormatError::Foreign(version.to_le_bytes().into()));
    }
    reader.u32("hash")?;
    let length = reader.u32("length of the architecture")?;
    let text = reader.take("architecture", length.min(LONGEST_TEXT) as usize)?;
    let text = String::from_utf8_lossy(text);
    let features = features(&text).ok_or_else(|| FormatError::Architecture(text.to_string()))?;
    let mut weights = Weights::zero("nn.bin", features, scale);
    reader.u32("hash of the transformer")?;
    take_transformer(&mut reader, &mut weights)?;
    reader.u32("hash of the layers")?;
    take_layers(&mut reader, &mut weights)?;
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
    let (name, hash) = feature_facts(weights.features);
    let transformer = hash ^ FIRST_INPUTS as u32;
    let layers = layers_hash();
    let text = architecture(name, weights.features);
    let mut bytes = Vec::new();
    for number in [VERSION, transformer ^ layers, text.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes.extend(transformer.to_le_bytes());
    put_transformer(&mut bytes, weights);
    bytes.extend(layers.to_le_bytes());
    put_layers(&mut bytes, weights);
    Ok(bytes)
}

/// The name in the architecture's text and the hash of a feature set.
const fn feature_facts(features: FeatureSet) -> (&'static str, u32) {
    match features {
        FeatureSet::HalfKP => ("HalfKP(Friend)", 0x5D69_D5B8),
        FeatureSet::KP => ("K+P", 0xD3CE_E169 ^ (0x764C_FB4B << 1)),
    }
}

fn architecture(name: &str, features: FeatureSet) -> String {
    let dimensions = features.dimensions();
    format!(
        "Features={name}[{dimensions}->{TRANSFORMED}x2],Network=AffineTransform[1<-{HIDDEN}]\
         (ClippedReLU[{HIDDEN}](AffineTransform[{HIDDEN}<-{HIDDEN}](ClippedReLU[{HIDDEN}]\
         (AffineTransform[{HIDDEN}<-{FIRST_INPUTS}](InputSlice[{FIRST_INPUTS}(0:{FIRST_INPUTS})])))))"
    )
}

/// The feature set of an architecture, if the rest of it is the shape we know. Layers have gone
/// by several names, so only the numbers are compared.
fn features(text: &str) -> Option<FeatureSet> {
    let set = FeatureSet::ALL.into_iter().find(|&set| {
        let (name, _) = feature_facts(set);
        let dimensions = set.dimensions();
        text.contains(&format!("Features={name}[{dimensions}->{TRANSFORMED}x2]"))
    })?;
    let shape = [(1, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, FIRST_INPUTS)];
    let known = shape.iter().all(|(to, from)| text.contains(&format!("[{to}<-{from}]")));
    (known && text.matches("<-").count() == shape.len()).then_some(set)
}

/// The hash of the dense layers, chained from the inputs on.
const fn layers_hash() -> u32 {
    let input = 0xEC42_E90D ^ FIRST_INPUTS as u32;
    let first = clipped(affine(input, HIDDEN as u32));
    let second = clipped(affine(first, HIDDEN as u32));
    affine(second, 1)
}

const fn affine(before: u32, outputs: u32) -> u32 {
    (0xCC03_DAE4 + outputs) ^ (before >> 1) ^ (before << 31)
}

const fn clipped(before: u32) -> u32 {
    before.wrapping_add(0x538D_24C7)
}
