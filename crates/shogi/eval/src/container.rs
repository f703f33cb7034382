//! The envelope of our own files of weights: a magic number, a version, a description in text
//! and the compressed numbers.

use crate::file_error::{FormatError, VERSION};

/// Longest description that is believed.
const LONGEST_TEXT: u32 = 1 << 16;
/// Zstandard's level: weights are written once and read often.
const LEVEL: i32 = 19;
/// The key of the checksum, which every description has.
const CHECKSUM: &str = "crc32";

/// Lines `key=value`.
pub(crate) type Pairs = Vec<(String, String)>;

/// Reads little-endian numbers from the front and tracks its offset.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(crate) fn take(
        &mut self,
        what: &'static str,
        needed: usize,
    ) -> Result<&'a [u8], FormatError> {
        let left = self.rest();
        let Some(taken) = left.get(..needed) else {
            let (offset, left) = (self.offset, left.len());
            return Err(FormatError::Truncated { what, offset, needed, left });
        };
        self.offset += needed;
        Ok(taken)
    }

    pub(crate) fn u32(&mut self, what: &'static str) -> Result<u32, FormatError> {
        Ok(self.take(what, 4)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    pub(crate) fn i8s(&mut self, what: &'static str, count: usize) -> Result<Vec<i8>, FormatError> {
        Ok(self.take(what, count)?.iter().map(|byte| *byte as i8).collect())
    }

    pub(crate) fn i16s(
        &mut self,
        what: &'static str,
        count: usize,
    ) -> Result<Vec<i16>, FormatError> {
        let bytes = self.take(what, 2 * count)?;
        Ok(bytes.chunks_exact(2).map(|x| i16::from_le_bytes([x[0], x[1]])).collect())
    }

    pub(crate) fn i32s(
        &mut self,
        what: &'static str,
        count: usize,
    ) -> Result<Vec<i32>, FormatError> {
        let bytes = self.take(what, 4 * count)?;
        Ok(bytes.chunks_exact(4).map(|x| i32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect())
    }

    /// Everything that has not been read.
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.offset..]
    }

    /// The data must be consumed.
    pub(crate) fn end(self) -> Result<(), FormatError> {
        match self.bytes.len() - self.offset {
            0 => Ok(()),
            count => Err(FormatError::Trailing { offset: self.offset, count }),
        }
    }
}

/// A file with `body`, described by `own` pairs, its checksum and notes for people.
pub(crate) fn write(
    magic: &[u8; 8],
    own: &[(&str, &str)],
    notes: &[(&str, &str)],
    body: &[u8],
) -> Result<Vec<u8>, FormatError> {
    let taken = |key: &str| key == CHECKSUM || own.iter().any(|(known, _)| *known == key);
    if let Some((key, _)) = notes.iter().find(|(key, _)| key.is_empty() || taken(key)) {
        return Err(FormatError::Description {
            line: 0,
            problem: format!("key `{key}` of a note"),
        });
    }
    let checksum = format!("{:08x}", crc32fast::hash(body));
    let mut text = String::new();
    let checksum = (CHECKSUM, checksum.as_str());
    let lines = own.iter().chain([&checksum]).chain(notes);
    for (line, (key, value)) in lines.enumerate() {
        if key.contains(['=', '\n', '\r']) || value.contains(['\n', '\r']) {
            let problem = format!("`{key}` or its value has a line break");
            return Err(FormatError::Description { line: line + 1, problem });
        }
        text += &format!("{key}={value}\n");
    }
    let mut bytes = magic.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(zstd::bulk::compress(body, LEVEL)?);
    Ok(bytes)
}

/// A file taken apart.
pub(crate) struct Opened<'a> {
    text: &'a str,
    packed: &'a [u8],
}

/// Takes a file apart.
pub(crate) fn open<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<Opened<'a>, FormatError> {
    let mut reader = Reader::new(bytes);
    let found = reader.take("magic", magic.len())?;
    if found != magic {
        return Err(FormatError::Foreign(found.into()));
    }
    let found = reader.u32("version")?;
    if found != VERSION {
        return Err(FormatError::Version { found });
    }
    let length = reader.u32("length of the description")?;
    let text = reader.take("description", length.min(LONGEST_TEXT) as usize)?;
    let text = core::str::from_utf8(text)
        .map_err(|error| FormatError::Description { line: 1, problem: error.to_string() })?;
    Ok(Opened { text, packed: reader.rest() })
}

impl<'a> Opened<'a> {
    /// The line of `key`, counted from 1, and its value.
    pub(crate) fn value(&self, key: &str) -> Result<(usize, &'a str), FormatError> {
        let mut lines = self.text.lines().enumerate().filter_map(|(line, text)| {
            let (name, value) = text.split_once('=')?;
            (name == key).then_some((line + 1, value))
        });
        let problem = format!("`{key}` is missing");
        lines.next().ok_or(FormatError::Description { line: 0, problem })
    }

    /// All lines `key=value`.
    pub(crate) fn pairs(&self) -> Pairs {
        let pairs = self.text.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    /// Decompresses the numbers, never more than `longest` bytes, and checks them.
    pub(crate) fn body(&self, longest: usize) -> Result<Vec<u8>, FormatError> {
        let (line, value) = self.value(CHECKSUM)?;
        let expected = u32::from_str_radix(value, 16);
        let expected = expected.map_err(|_| wrong(line, value, "a hexadecimal number"))?;
        let body = zstd::bulk::decompress(self.packed, longest)?;
        let found = crc32fast::hash(&body);
        if found != expected {
            return Err(FormatError::Checksum { expected, found });
        }
        Ok(body)
    }
}

/// The value in a line of a description is not the expected one.
pub(crate) fn wrong(line: usize, value: &str, expected: &str) -> FormatError {
    FormatError::Description { line, problem: format!("`{value}` is not {expected}") }
}
