//! Our own network files (`.zpnet`).
//!
//! 1. [`MAGIC`], then the version as a little-endian `u32`;
//! 2. length of the description (`u32`) and the description, UTF-8 text with a line `key=value`
//!    each for `name`, `features` (K-P or HalfKP), `shape` (256x2-32-32), `scale` (centipawns =
//!    output * a/b) and `crc32` of the weights before compression (hexadecimal); other keys are
//!    for people;
//! 3. the weights, compressed by Zstandard: transformer biases, transformer weights feature after
//!    feature (`i16`), then biases (`i32`) and weights (`i8`, neuron after neuron) of each dense
//!    layer, little-endian, as in [`super::Weights`].

use super::bytes::{Reader, put_layers, put_transformer};
use super::features::FeatureSet;
use super::load::FormatError;
use super::weights::{FIRST_INPUTS, HIDDEN, OutputScale, TRANSFORMED, Weights};

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"ZPNNUE\r\n";
/// The version that is written and read.
pub const VERSION: u32 = 1;
/// Longest description that is believed.
const LONGEST_TEXT: u32 = 1 << 16;
const SHAPE: &str = "256x2-32-32";
/// Zstandard's level: weights are written once and read often.
const LEVEL: i32 = 19;

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
    put_layers(&mut body, weights);
    let text = describe(weights, crc32(&body), notes)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(zstd::bulk::compress(&body, LEVEL)?);
    Ok(bytes)
}

fn describe(weights: &Weights, crc: u32, notes: &[(&str, &str)]) -> Result<String, FormatError> {
    let OutputScale { numerator, denominator } = weights.scale;
    let features = weights.features.name();
    let own = [
        ("name", weights.name.clone()),
        ("features", features.to_owned()),
        ("shape", SHAPE.to_owned()),
        ("scale", format!("{numerator}/{denominator}")),
        ("crc32", format!("{crc:08x}")),
    ];
    let taken = |key: &str| own.iter().any(|(known, _)| *known == key);
    if let Some((key, _)) = notes.iter().find(|(key, _)| key.is_empty() || taken(key)) {
        return Err(FormatError::Description {
            line: 0,
            problem: format!("key `{key}` of a note"),
        });
    }
    let lines = own.iter().map(|(key, value)| (*key, value.as_str())).chain(notes.iter().copied());
    let mut text = String::new();
    for (line, (key, value)) in lines.enumerate() {
        if key.contains(['=', '\n', '\r']) || value.contains(['\n', '\r']) {
            let problem = format!("`{key}` or its value has a line break");
            return Err(FormatError::Description { line: line + 1, problem });
        }
        text += &format!("{key}={value}\n");
    }
    Ok(text)
}

/// Reads a network.
///
/// # Errors
/// [`FormatError`] names the place and what is wrong.
pub fn read(bytes: &[u8]) -> Result<Weights, FormatError> {
    let mut reader = Reader::new(bytes);
    let magic = reader.take("magic", MAGIC.len())?;
    if magic != MAGIC {
        return Err(FormatError::Foreign(magic.into()));
    }
    let found = reader.u32("version")?;
    if found != VERSION {
        return Err(FormatError::Version { found });
    }
    let text = description(&mut reader)?;
    let (mut weights, crc) = understand(text)?;
    let body = unpack(reader.rest(), weights.features)?;
    if crc32(&body) != crc {
        return Err(FormatError::Checksum { expected: crc, found: crc32(&body) });
    }
    let mut reader = Reader::new(&body);
    reader.transformer(&mut weights)?;
    reader.layers(&mut weights)?;
    reader.end()?;
    weights.check()?;
    Ok(weights)
}

/// The lines `key=value` that describe the network in a file of our format.
///
/// # Errors
/// [`FormatError`] names the place and what is wrong.
pub fn notes(bytes: &[u8]) -> Result<Vec<(String, String)>, FormatError> {
    let mut reader = Reader::new(bytes);
    reader.take("magic", MAGIC.len())?;
    reader.u32("version")?;
    let text = description(&mut reader)?;
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    Ok(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
}

fn description<'a>(reader: &mut Reader<'a>) -> Result<&'a str, FormatError> {
    let length = reader.u32("length of the description")?;
    let text = reader.take("description", length.min(LONGEST_TEXT) as usize)?;
    core::str::from_utf8(text)
        .map_err(|error| FormatError::Description { line: 1, problem: error.to_string() })
}

/// An empty network as described, and the checksum of its weights.
fn understand(text: &str) -> Result<(Weights, u32), FormatError> {
    let value = |key: &str| {
        let lines = text.lines().enumerate();
        let mut found = lines.filter_map(|(line, text)| {
            text.split_once('=')
                .filter(|(name, _)| *name == key)
                .map(|(_, value)| (line + 1, value))
        });
        let problem = format!("`{key}` is missing");
        found.next().ok_or(FormatError::Description { line: 0, problem })
    };
    let bad = |(line, value): (usize, &str), expected: &str| FormatError::Description {
        line,
        problem: format!("`{value}` is not {expected}"),
    };
    let features = value("features")?.1;
    let shape = value("shape")?.1;
    let set = FeatureSet::ALL.into_iter().find(|set| set.name() == features && shape == SHAPE);
    let set = set.ok_or_else(|| FormatError::Architecture(format!("{features} {shape}")))?;
    let scale = value("scale")?;
    let parts = scale.1.split_once('/');
    let parsed = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (numerator, denominator) = parsed.ok_or_else(|| bad(scale, "two numbers a/b"))?;
    let crc = value("crc32")?;
    let crc = u32::from_str_radix(crc.1, 16).map_err(|_| bad(crc, "a hexadecimal number"))?;
    let scale = OutputScale { numerator, denominator };
    Ok((Weights::zero(value("name")?.1, set, scale), crc))
}

/// Decompresses the weights, and never more of them than the network has.
fn unpack(packed: &[u8], features: FeatureSet) -> Result<Vec<u8>, FormatError> {
    let transformer = 2 * TRANSFORMED * (features.dimensions() + 1);
    let layers = HIDDEN * (4 + FIRST_INPUTS) + HIDDEN * (4 + HIDDEN) + 4 + HIDDEN;
    Ok(zstd::bulk::decompress(packed, transformer + layers)?)
}

/// The usual CRC-32 (polynomial 0xEDB88320, reflected).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |crc, byte| (crc >> 8) ^ CRC_TABLE[((crc ^ u32::from(*byte)) & 0xFF) as usize])
}

static CRC_TABLE: [u32; 256] = crc_table();

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < table.len() {
        let mut crc = index as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
