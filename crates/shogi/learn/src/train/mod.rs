//! Training of evaluations from the values that a search found in self-play, and from the games'
//! results, on the CPU and without a framework.
//!
//! Two models learn: a network [nnue2018] over K-P features, of one of the [shapes](shape) that
//! `zenpuku_shogi_eval::nnue` evaluates (a sparse first layer for each side's view, clipped ReLU,
//! two dense layers, the output), and the weights of `zenpuku_shogi_eval::classic`. The output is the
//! logarithm of the odds to win for the side to move.
//!
//! - [`samples`]: positions of games as inputs of a model, with their labels;
//!   [`outcome`]: the outcome of their games;
//! - [`ranking`]: the order of moves as a second thing to learn;
//! - [`beside`]: a fixed evaluation whose mean with the model is to be right;
//! - [`teacher`]: another evaluation to learn from; [`thinned`]: positions with pieces removed;
//! - [`model`]: the interface between trainer and model; [`trainer`]: batches, threads, validation;
//! - [`linear`]: the classic evaluation as a model; [`network`]: the network as one, with
//!   - [`lists`]: its features,
//!   - [`shape`]: how wide it is, with or without products of pairs,
//!   - [`params`]: its weights as one vector of numbers, and the place of each layer in it,
//!   - [`gradient`]: forward and backward through it, a block of positions at a time,
//!   - [`adam`]: the optimiser,
//!   - [`quantise`]: to the integers that the engine computes with,
//!   - [`units`]: its dead and saturated units.

pub(crate) mod adam;
pub mod beside;
pub mod curve;
pub mod gradient;
pub mod linear;
pub mod lists;
pub mod model;
pub mod network;
pub mod outcome;
pub mod params;
pub mod quantise;
mod quiet_leaf;
pub mod ranking;
pub mod samples;
pub mod scale;
pub mod shape;
pub mod teacher;
pub mod thinned;
pub mod trainer;
pub(crate) mod units;
