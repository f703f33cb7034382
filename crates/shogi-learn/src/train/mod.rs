//! Training of the evaluation network [nnue2018] from self-play, on the CPU and without a
//! framework.
//!
//! The network is 256x2-32-32 over K-P features, the shape that `zenpuku_shogi_eval::nnue`
//! evaluates: a sparse first layer for each side's view, clipped ReLU, 512 -> 32 -> 32 -> 1. Its
//! output is the logarithm of the odds to win for the side to move.
//!
//! - [`samples`]: positions of games as lists of features, with what is to be learned;
//! - [`teacher`]: another evaluation to learn from; [`thinned`]: positions with pieces taken off;
//! - [`params`]: the weights as one vector of numbers, and where each layer lies in it;
//! - [`gradient`]: forward and backward through the network, one position at a time;
//! - [`adam`]: the optimiser;
//! - [`trainer`]: batches, threads, validation, checkpoints;
//! - [`quantise`]: to the integers that the engine computes with.

pub mod adam;
pub mod checkpoint;
pub mod curve;
pub mod gradient;
pub mod params;
pub mod quantise;
pub mod samples;
pub mod scale;
pub mod teacher;
pub mod thinned;
pub mod trainer;
