//! A small neural network that is updated instead of recomputed [nnue2018].
//!
//! A sparse first layer of sums for each side's view (the *feature transformer*), then two hidden
//! layers and the output. The input features are a [`FeatureSet`], the widths of the layers a
//! [`Shape`]. The network that comes with the program sees K-P and has 256-15-32 with products of
//! pairs, as SFNN (about 0.9 MB of weights); those trained here may have 256x2-32-32 without
//! products instead. Networks of other programs can have any of the shapes that are common in
//! shogi, see [`nn_bin`], SFNN networks included, see [`StackedWeights`].
//!
//! # Arithmetic
//! All in integers, and the same on every CPU, bit for bit:
//!
//! | layer | weights | sums | output |
//! |---|---|---|---|
//! | transformer | `i16`, 127 is 1.0 | `i16`, wrapping | clamped to 0..=127, side to move first |
//! | hidden 1, 2 | `i8`, 64 is 1.0 | `i32` | shifted right by 6, clamped to 0..=127 |
//! | output | `i8` | `i32` | the *output unit*, see [`OutputScale`] |
//!
//! so a bias of a hidden layer is in units of 1/(127*64). In SFNN networks the sums are doubled and
//! clamped to 0..=254, those of the first half times those of the second are shifted right by 9,
//! and the first hidden layer outputs squares (shifted right by 19) as well as values. A trainer
//! fills [`AnyWeights`] and writes them with [`file`](AnyWeights::file); the engine turns them into
//! a [`Network`].

mod accumulator;
mod any_weights;
mod architecture;
mod bytes;
mod evaluator;
mod features;
pub mod file;
mod handmade;
mod layers;
mod leb128;
mod load;
mod network;
pub mod nn_bin;
#[allow(unsafe_code)]
mod simd;
mod stacked;
mod stacked_shape;
mod weights;

pub use crate::file_error::{FormatError, NetworkError};
pub use any_weights::AnyWeights;
pub use evaluator::Nnue;
pub use features::{FeatureList, FeatureSet, MAX_ACTIVE};
pub use handmade::piece_square_weights;
pub(crate) use load::read_limited;
pub use load::{MOST_BYTES, load};
pub use network::Network;
pub use simd::Kernel;
pub use stacked::{StackLayers, StackedWeights};
pub use stacked_shape::{StackBy, StackedShape};
pub use weights::{
    FIRST_INPUTS, HIDDEN, OutputScale, Shape, TRANSFORMED, WEIGHT_SHIFT, WeightError, Weights,
};
