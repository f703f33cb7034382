//! The state of a training in a file, see [`crate::checkpoint`]. The vectors are those of
//! [`State`].

use super::curve::Epoch;
use super::model::Model;
use super::trainer::{Settings, State};
use crate::checkpoint::{self, CheckpointError};
use crate::moments::Moments;
use serde::{Deserialize, Serialize};
use std::path::Path;

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
pub fn write<M: Model>(
    path: &Path,
    settings: &Settings,
    state: &State,
) -> Result<(), CheckpointError> {
    let description = Description {
        settings: settings.clone(),
        steps: state.moments.steps,
        curve: state.curve.clone(),
        best_loss: state.best.as_ref().map(|best| best.0),
    };
    let vectors = [&state.params, &state.moments.mean, &state.moments.square];
    let vectors = vectors.into_iter().chain(state.best.as_ref().map(|best| &best.1));
    checkpoint::write(path, &M::MAGIC, &description, vectors.map(Vec::as_slice))
}

/// Reads a state that was written for the same settings.
///
/// # Errors
/// [`CheckpointError`] names the file and what is wrong.
pub fn read<M: Model>(path: &Path, settings: &Settings) -> Result<State, CheckpointError> {
    let count = |description: &Description| 3 + usize::from(description.best_loss.is_some());
    let (description, vectors) = checkpoint::read(path, &M::MAGIC, M::COUNT, count)?;
    checkpoint::same_settings(path, &description.settings, settings)?;
    let mut vectors = vectors.into_iter();
    let mut next = || vectors.next().unwrap_or_default();
    let (params, mean, square) = (next(), next(), next());
    let moments = Moments { steps: description.steps, mean, square };
    let best = description.best_loss.map(|loss| (loss, next()));
    Ok(State { params, moments, curve: description.curve, best })
}
