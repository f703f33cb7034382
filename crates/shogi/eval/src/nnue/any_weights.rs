//! Weights of either kind of network.

use super::architecture::stacked_network;
use super::network::Network;
use super::stacked::StackedWeights;
use super::weights::{WeightError, Weights};
use super::{file, nn_bin};
use crate::file_error::FormatError;

/// The weights of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyWeights {
    /// Of a network with one transformer and two hidden layers.
    Plain(Weights),
    /// Of an SFNN network.
    Stacked(StackedWeights),
}

impl AnyWeights {
    /// Lays them out for the CPU.
    ///
    /// # Errors
    /// [`WeightError`] when a list does not fit the shape.
    pub fn network(&self) -> Result<Network, WeightError> {
        match self {
            Self::Plain(weights) => Network::new(weights),
            Self::Stacked(weights) => Network::stacked(weights),
        }
    }

    /// The name of the shape, as `256x2-32-32` or `SFNN_KP_512_15_32`.
    #[must_use]
    pub fn shape_name(&self) -> String {
        match self {
            Self::Plain(weights) => weights.shape.to_string(),
            Self::Stacked(weights) => stacked_network(weights.features, weights.shape),
        }
    }

    /// Writes them in our own format, see [`file::write`].
    ///
    /// # Errors
    /// As [`file::write`].
    pub fn file(&self, notes: &[(&str, &str)]) -> Result<Vec<u8>, FormatError> {
        match self {
            Self::Plain(weights) => file::write(weights, notes),
            Self::Stacked(weights) => file::write_stacked(weights, notes),
        }
    }

    /// Writes them as YaneuraOu does, see [`nn_bin::write`].
    ///
    /// # Errors
    /// As [`nn_bin::write`].
    pub fn nn_bin(&self) -> Result<Vec<u8>, WeightError> {
        match self {
            Self::Plain(weights) => nn_bin::write(weights),
            Self::Stacked(weights) => nn_bin::write_stacked(weights),
        }
    }
}
