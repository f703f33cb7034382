//! A network laid out for the CPU.

use super::features::FeatureSet;
use super::file;
use super::simd::Kernel;
use super::weights::{FIRST_INPUTS, HIDDEN, OutputScale, TRANSFORMED, WeightError, Weights};
use std::sync::{Arc, OnceLock};
use zenpuku_shogi::{Color, Position};

/// The network that comes with the program, in our own format.
static BUILT_IN: &[u8] = include_bytes!("../../nets/default.zpnet");

/// Inputs that one step of a dense layer takes: four bytes for every neuron.
pub(super) const BLOCK: usize = 4;

/// The transformer's sums for one view, or one feature's weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Sums(pub(super) [i16; TRANSFORMED]);

impl Sums {
    pub(super) const ZERO: Self = Self([0; TRANSFORMED]);
}

/// Four inputs' weights for all neurons of a hidden layer: neuron after neuron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i8; HIDDEN * BLOCK]);

/// The dense layers, inputs in blocks so that blocks of zeros can be skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Layers {
    pub(super) first: [Block; FIRST_INPUTS / BLOCK],
    pub(super) second: [Block; HIDDEN / BLOCK],
    pub(super) first_biases: [i32; HIDDEN],
    pub(super) second_biases: [i32; HIDDEN],
    pub(super) output: [i8; HIDDEN],
    pub(super) output_bias: i32,
}

/// A network ready to evaluate; shared by all evaluators that use it.
#[derive(Clone, Debug)]
pub struct Network {
    name: String,
    pub(super) features: FeatureSet,
    pub(super) scale: OutputScale,
    pub(super) biases: Sums,
    pub(super) rows: Vec<Sums>,
    pub(super) layers: Box<Layers>,
}

impl Network {
    /// Lays out `weights`.
    ///
    /// # Errors
    /// [`WeightError`] when a list does not fit the shape.
    pub fn new(weights: &Weights) -> Result<Self, WeightError> {
        weights.check()?;
        let layers = Layers {
            first: blocks(&weights.first_weights),
            second: blocks(&weights.second_weights),
            first_biases: numbers(&weights.first_biases),
            second_biases: numbers(&weights.second_biases),
            output: numbers(&weights.output_weights),
            output_bias: weights.output_bias,
        };
        Ok(Self {
            name: weights.name.clone(),
            features: weights.features,
            scale: weights.scale,
            biases: Sums(numbers(&weights.transformer_biases)),
            rows: weights
                .transformer_weights
                .chunks_exact(TRANSFORMED)
                .map(|row| Sums(numbers(row)))
                .collect(),
            layers: Box::new(layers),
        })
    }

    /// The network that comes with the program, laid out once.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let lay_out = || {
            let weights = file::read(BUILT_IN).expect("the embedded network can be read");
            Arc::new(Self::new(&weights).expect("the embedded network fits the shape"))
        };
        Arc::clone(NETWORK.get_or_init(lay_out))
    }

    /// What the network is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its first layer sees.
    #[must_use]
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// What its output counts.
    #[must_use]
    pub fn scale(&self) -> OutputScale {
        self.scale
    }

    /// The output for `position` from the view of the side to move, in output units, computed
    /// from nothing; see [`OutputScale::centipawns`].
    #[must_use]
    pub fn output(&self, position: &Position, kernel: Kernel) -> i32 {
        let us = position.side_to_move();
        let sums = |view| self.sums(position, view, kernel);
        kernel.forward(&self.layers, &sums(us), &sums(us.flip()))
    }

    /// The transformer's sums for `view`, added up from nothing.
    pub(super) fn sums(&self, position: &Position, view: Color, kernel: Kernel) -> Sums {
        let mut sums = self.biases;
        kernel.add_all(&mut sums, &self.rows, &self.features.active(position, view));
        sums
    }
}

/// The first `N` of `list`, whose length has been checked; missing ones are the default.
fn numbers<T: Copy + Default, const N: usize>(list: &[T]) -> [T; N] {
    core::array::from_fn(|index| list.get(index).copied().unwrap_or_default())
}

/// Turns a matrix of [`HIDDEN`] rows into `N` blocks.
fn blocks<const N: usize>(matrix: &[i8]) -> [Block; N] {
    let inputs = N * BLOCK;
    core::array::from_fn(|block| {
        Block(core::array::from_fn(|at| {
            let (neuron, input) = (at / BLOCK, block * BLOCK + at % BLOCK);
            matrix[neuron * inputs + input]
        }))
    })
}
