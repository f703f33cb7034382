//! The state of a training and its file format: the same for every trainer.

use crate::checkpoint::{self, CheckpointError};
use crate::moments::Moments;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use zenpuku_core::StopToken;

/// The state of a training; `E` is its record of an epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct State<E> {
    /// The learned parameters.
    pub params: Vec<f32>,
    /// The state of the optimiser.
    pub moments: Moments,
    /// All epochs so far.
    pub curve: Vec<E>,
    /// Least loss of a validation and the parameters that have it.
    pub best: Option<(f64, Vec<f32>)>,
}

/// The description in the file, without the numbers.
#[derive(Serialize, Deserialize)]
struct Description<S, E> {
    settings: S,
    steps: u64,
    curve: Vec<E>,
    #[serde(alias = "best")]
    best_loss: Option<f64>,
}

impl<E> State<E> {
    /// The state before the first epoch.
    #[must_use]
    pub fn new(params: Vec<f32>) -> Self {
        Self { moments: Moments::new(params.len()), params, curve: Vec::new(), best: None }
    }

    /// The parameters with the least loss, or the latest without a validation.
    #[must_use]
    pub fn best_params(&self) -> &[f32] {
        self.best.as_ref().map_or(&self.params, |best| &best.1)
    }

    /// Stores the present parameters if their `loss` is the lowest, or if there is `no_validation`.
    pub(crate) fn judge(&mut self, loss: f64, no_validation: bool) {
        let best = self.best.as_ref().map_or(f64::INFINITY, |best| best.0);
        if loss < best || no_validation {
            self.best = Some((loss, self.params.clone()));
        }
    }
}

impl<E: Clone + Serialize + DeserializeOwned> State<E> {
    /// Writes the state to a temporary file next to `path` and renames it;
    /// `magic` identifies the kind of training.
    ///
    /// # Errors
    /// [`CheckpointError::Io`].
    pub fn write<S: Clone + Serialize>(
        &self,
        path: &Path,
        magic: &[u8; 8],
        settings: &S,
    ) -> Result<(), CheckpointError> {
        let description = Description {
            settings: settings.clone(),
            steps: self.moments.steps,
            curve: self.curve.clone(),
            best_loss: self.best.as_ref().map(|best| best.0),
        };
        let vectors = [&self.params, &self.moments.mean, &self.moments.square];
        let vectors = vectors.into_iter().chain(self.best.as_ref().map(|best| &best.1));
        checkpoint::write(path, magic, &description, vectors.map(Vec::as_slice))
    }

    /// Reads a state of `count` parameters that was written for the same settings.
    ///
    /// # Errors
    /// [`CheckpointError`] names the file and the error.
    pub fn read<S: Serialize + DeserializeOwned>(
        path: &Path,
        magic: &[u8; 8],
        count: usize,
        settings: &S,
    ) -> Result<Self, CheckpointError> {
        // Another training may have vectors of another length.
        let vectors = |description: &Description<S, E>| {
            checkpoint::same_settings(path, &description.settings, settings)?;
            Ok(3 + usize::from(description.best_loss.is_some()))
        };
        let (description, vectors) = checkpoint::read(path, magic, count, vectors)?;
        let mut vectors = vectors.into_iter();
        let mut next = || vectors.next().unwrap_or_default();
        let (params, mean, square) = (next(), next(), next());
        let moments = Moments { steps: description.steps, mean, square };
        let best = description.best_loss.map(|loss| (loss, next()));
        Ok(Self { params, moments, curve: description.curve, best })
    }
}

/// A training under way.
pub trait Training {
    /// An epoch in the curve.
    type Epoch;

    /// The current state.
    fn state(&self) -> &State<Self::Epoch>;

    /// Have all epochs been done?
    fn is_done(&self) -> bool;

    /// Training positions of an epoch.
    fn epoch_positions(&self) -> usize;

    /// Runs one epoch; `learned` is called with each batch's number of
    /// positions. `false` when `stop` was stopped: the state is then between two
    /// epochs and should be given up.
    fn epoch(&mut self, stop: &StopToken, learned: &mut dyn FnMut(usize)) -> bool;
}
