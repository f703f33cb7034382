//! The state of a training in a file, so that it can be resumed.
//!
//! Magic of 8 bytes; length (`u32`) and checksum (`u32`) of a JSON description; the description;
//! checksum (`u32`) of the rest; then vectors of numbers, little-endian `f32`.

use crate::bytes::{Reader, checksum};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a training cannot be stored or taken up again.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system failed.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its error.
        #[source]
        cause: io::Error,
    },
    /// Bytes are damaged, missing, or no checkpoint.
    #[error("{}: offset {offset}: {cause}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: usize,
        /// The problem.
        cause: String,
    },
    /// The training in the file is another one.
    #[error("{}: the checkpoint is of a training with {field} {there}, not {asked}", path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// As in the file.
        there: String,
        /// As asked for.
        asked: String,
    },
}

/// Writes `magic`, a description and vectors to a temporary file next to `path` and renames it.
///
/// # Errors
/// [`CheckpointError::Io`].
pub(crate) fn write<'a>(
    path: &Path,
    magic: &[u8; 8],
    description: &impl Serialize,
    vectors: impl Iterator<Item = &'a [f32]>,
) -> Result<(), CheckpointError> {
    let io = |cause| CheckpointError::Io { path: path.to_owned(), cause };
    let json = serde_json::to_vec(description).map_err(|error| io(error.into()))?;
    let mut numbers = Vec::new();
    for vector in vectors {
        numbers.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
    }
    let mut bytes = magic.to_vec();
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(checksum(&json).to_le_bytes());
    bytes.extend(json);
    bytes.extend(checksum(&numbers).to_le_bytes());
    bytes.extend(numbers);
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, bytes)
        .and_then(|()| zenpuku_core::files::rename(&temporary, path))
        .map_err(io)
}

/// Reads what [`write`] wrote: the description, and the vectors of `length` numbers each, of which
/// there are as many as `count` says for a description that it accepts.
///
/// # Errors
/// [`CheckpointError`] names the file and the error.
pub(crate) fn read<D: DeserializeOwned>(
    path: &Path,
    magic: &[u8; 8],
    length: usize,
    count: impl FnOnce(&D) -> Result<usize, CheckpointError>,
) -> Result<(D, Vec<Vec<f32>>), CheckpointError> {
    let bytes =
        fs::read(path).map_err(|cause| CheckpointError::Io { path: path.to_owned(), cause })?;
    let mut reader = Reader::new(&bytes);
    let damaged = |cause, reader: &Reader<'_>| {
        let offset = reader.offset();
        CheckpointError::Damaged { path: path.to_owned(), offset, cause }
    };
    let description = describe(&mut reader, magic).map_err(|cause| damaged(cause, &reader))?;
    let vectors = numbers(&mut reader, length, count(&description)?);
    Ok((description, vectors.map_err(|cause| damaged(cause, &reader))?))
}

const SHORT: &str = "the file ends too early";

fn describe<D: DeserializeOwned>(reader: &mut Reader<'_>, magic: &[u8; 8]) -> Result<D, String> {
    if reader.array().as_ref() != Some(magic) {
        return Err("not a checkpoint of this training".into());
    }
    let size = reader.u32().ok_or(SHORT)? as usize;
    let sum = reader.u32().ok_or(SHORT)?;
    let json = reader.take(size).ok_or(SHORT)?;
    if checksum(json) != sum {
        return Err("the checksum does not fit the description".into());
    }
    serde_json::from_slice(json).map_err(|error| format!("description: {error}"))
}

fn numbers(reader: &mut Reader<'_>, length: usize, count: usize) -> Result<Vec<Vec<f32>>, String> {
    let sum = reader.u32().ok_or(SHORT)?;
    let numbers = reader.take(4 * length * count).ok_or(SHORT)?;
    if reader.left() > 0 {
        return Err(format!("{} bytes after the end", reader.left()));
    }
    if checksum(numbers) != sum {
        return Err("the checksum does not fit the numbers".into());
    }
    let number = |bytes: &[u8]| bytes.first_chunk().copied().map_or(0.0, f32::from_le_bytes);
    let vector = |bytes: &[u8]| bytes.chunks_exact(4).map(number).collect();
    Ok(numbers.chunks_exact(4 * length).map(vector).collect())
}

/// Is the training that the file `path` holds, with the settings `there`, the one `asked` for?
///
/// # Errors
/// [`CheckpointError::OtherSettings`] names the first setting that differs.
pub(crate) fn same_settings(
    path: &Path,
    there: &impl Serialize,
    asked: &impl Serialize,
) -> Result<(), CheckpointError> {
    let there = serde_json::to_value(there).unwrap_or_default();
    let asked = serde_json::to_value(asked).unwrap_or_default();
    for (field, value) in asked.as_object().into_iter().flatten() {
        let found = there.get(field).unwrap_or(&serde_json::Value::Null);
        if found != value {
            return Err(CheckpointError::OtherSettings {
                path: path.to_owned(),
                field: field.clone(),
                there: found.to_string(),
                asked: value.to_string(),
            });
        }
    }
    Ok(())
}
