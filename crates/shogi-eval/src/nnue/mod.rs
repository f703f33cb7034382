//! A small neural network that is updated instead of recomputed [nnue2018].
//!
//! The shape is 256x2-32-32, the first and still the most common one in shogi: a sparse first
//! layer of 256 sums for each side's view (the *feature transformer*), then 512 -> 32 -> 32 -> 1.
//! What the first layer sees is a [`FeatureSet`]: K-P (about 0.9 MB of weights) or HalfKP (64 MB).
//!
//! # Arithmetic
//! All in integers, and the same on every CPU, bit for bit:
//!
//! | layer | weights | sums | what goes on |
//! |---|---|---|---|
//! | transformer | `i16`, 127 is 1.0 | `i16`, wrapping | clamped to 0..=127, side to move first |
//! | hidden 1, 2 | `i8`, 64 is 1.0 | `i32` | shifted right by 6, clamped to 0..=127 |
//! | output | `i8` | `i32` | the *output unit*, see [`OutputScale`] |
//!
//! so a bias of a hidden layer is in units of 1/(127*64). A trainer fills [`Weights`] and writes
//! it with [`write`](file::write); the engine turns it into a [`Network`].

mod accumulator;
mod bytes;
mod evaluator;
mod features;
pub mod file;
mod handmade;
mod load;
mod network;
pub mod nn_bin;
#[allow(unsafe_code)]
mod simd;
mod weights;

pub use evaluator::Nnue;
pub use features::{FeatureList, FeatureSet, MAX_ACTIVE};
pub use handmade::piece_square_weights;
pub(crate) use load::read_limited;
pub use load::{FormatError, MOST_BYTES, NetworkError, load};
pub use network::Network;
pub use simd::Kernel;
pub use weights::{
    FIRST_INPUTS, HIDDEN, OutputScale, TRANSFORMED, WEIGHT_SHIFT, WeightError, Weights,
};
