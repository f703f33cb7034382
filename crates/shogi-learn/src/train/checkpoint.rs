//! The state of a training in a file, so that it can go on.
//!
//! Magic `ZPTRAIN1`; length (`u32`) and checksum (`u32`) of a JSON description; the description;
//! checksum (`u32`) of the rest; then the vectors of [`State`], little-endian `f32`.

use super::adam::Adam;
use super::curve::Epoch;
use super::params::COUNT;
use super::trainer::{Settings, State};
use crate::bytes::{Reader, checksum};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"ZPTRAIN1";

/// Why a training cannot be stored or taken up again.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system failed.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
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
        /// What is wrong.
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

/// What the file says beside the numbers.
#[derive(Serialize, Deserialize)]
struct Description {
    settings: Settings,
    steps: u64,
    curve: Vec<Epoch>,
    best_loss: Option<f64>,
}

/// Writes the state beside `path` and renames it into place.
///
/// # Errors
/// [`CheckpointError::Io`].
pub fn write(path: &Path, settings: &Settings, state: &State) -> Result<(), CheckpointError> {
    let io = |cause| CheckpointError::Io { path: path.to_owned(), cause };
    let description = Description {
        settings: settings.clone(),
        steps: state.adam.steps,
        curve: state.curve.clone(),
        best_loss: state.best.as_ref().map(|best| best.0),
    };
    let json = serde_json::to_vec(&description).map_err(|error| io(error.into()))?;
    let mut numbers = Vec::with_capacity(16 * COUNT);
    let best = state.best.as_ref().map(|best| &best.1);
    for list in [&state.params, &state.adam.mean, &state.adam.square].into_iter().chain(best) {
        numbers.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(checksum(&json).to_le_bytes());
    bytes.extend(json);
    bytes.extend(checksum(&numbers).to_le_bytes());
    bytes.extend(numbers);
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)).map_err(io)
}

/// Reads a state that was written for the same settings.
///
/// # Errors
/// [`CheckpointError`] names the file and what is wrong.
pub fn read(path: &Path, settings: &Settings) -> Result<State, CheckpointError> {
    let bytes =
        fs::read(path).map_err(|cause| CheckpointError::Io { path: path.to_owned(), cause })?;
    let mut reader = Reader::new(&bytes);
    let (description, numbers) = parse(&mut reader).map_err(|cause| CheckpointError::Damaged {
        path: path.to_owned(),
        offset: reader.offset(),
        cause,
    })?;
    same_settings(path, &description.settings, settings)?;
    let mut lists = numbers.chunks_exact(COUNT).map(<[f32]>::to_vec);
    let mut next = || lists.next().unwrap_or_default();
    let (params, mean, square) = (next(), next(), next());
    let adam = Adam { steps: description.steps, mean, square };
    let best = description.best_loss.map(|loss| (loss, next()));
    Ok(State { params, adam, curve: description.curve, best })
}

fn parse(reader: &mut Reader<'_>) -> Result<(Description, Vec<f32>), String> {
    let short = || "the file ends too early".to_owned();
    if reader.array().as_ref() != Some(MAGIC) {
        return Err("not a checkpoint of `zenpuku learn train`".into());
    }
    let length = reader.u32().ok_or_else(short)? as usize;
    let sum = reader.u32().ok_or_else(short)?;
    let json = reader.take(length).ok_or_else(short)?;
    if checksum(json) != sum {
        return Err("the checksum does not fit the description".into());
    }
    let description: Description =
        serde_json::from_slice(json).map_err(|error| format!("description: {error}"))?;
    let sum = reader.u32().ok_or_else(short)?;
    let lists = 3 + usize::from(description.best_loss.is_some());
    let numbers = reader.take(4 * COUNT * lists).ok_or_else(short)?;
    if reader.left() > 0 {
        return Err(format!("{} bytes after the end", reader.left()));
    }
    if checksum(numbers) != sum {
        return Err("the checksum does not fit the numbers".into());
    }
    let numbers = numbers.chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]));
    Ok((description, numbers.collect()))
}

fn same_settings(path: &Path, there: &Settings, asked: &Settings) -> Result<(), CheckpointError> {
    let json = |settings| serde_json::to_value(settings).unwrap_or_default();
    let (there, asked) = (json(there), json(asked));
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
