//! A network laid out for the CPU.

use super::features::FeatureSet;
use super::file;
use super::layers::Layers;
use super::simd::{Aligned, Kernel};
use super::stacked::StackedWeights;
use super::stacked_shape::StackBy;
use super::weights::{OutputScale, WeightError, Weights};
use std::sync::{Arc, LazyLock};
use zenpuku_shogi::{Color, Position};

/// The network that is a whole evaluation, in our own format: see `experiments/evaluation`.
static BUILT_IN: LazyLock<Arc<Network>> =
    LazyLock::new(|| Network::embedded(include_bytes!("../../nets/default.zpnet")));
/// The one trained together with the classic features: see there.
static OF_ENSEMBLE: LazyLock<Arc<Network>> =
    LazyLock::new(|| Network::embedded(include_bytes!("../../nets/ensemble.zpnet")));

/// A network ready to evaluate; shared by all evaluators that use it.
#[derive(Clone, Debug)]
pub struct Network {
    name: String,
    shape: String,
    pub(super) features: FeatureSet,
    pub(super) scale: OutputScale,
    /// Sums of the transformer for one view.
    pub(super) transformed: usize,
    biases: Aligned<i16>,
    /// Weights of the transformer, feature after feature.
    pub(super) rows: Aligned<i16>,
    stack_by: StackBy,
    /// The dense layers, one of them chosen by the position.
    stacks: Vec<Layers>,
    /// Are halves of the sums multiplied (SFNN) instead of handed on?
    product: bool,
    knows_scale: bool,
}

impl Network {
    /// Lays out `weights`.
    ///
    /// # Errors
    /// [`WeightError`] when a list does not fit the shape.
    pub fn new(weights: &Weights) -> Result<Self, WeightError> {
        weights.check()?;
        Ok(Self {
            name: weights.name.clone(),
            shape: weights.shape.to_string(),
            features: weights.features,
            scale: weights.scale,
            transformed: weights.shape.transformed,
            biases: Aligned::from_slice(&weights.transformer_biases),
            rows: Aligned::from_slice(&weights.transformer_weights),
            stack_by: StackBy::Nothing,
            stacks: vec![Layers::new(weights)],
            product: false,
            knows_scale: true,
        })
    }

    /// Lays out the weights of an SFNN network.
    ///
    /// # Errors
    /// [`WeightError`] when a list does not fit the shape.
    pub fn stacked(weights: &StackedWeights) -> Result<Self, WeightError> {
        weights.check()?;
        let doubled = |list: &[i16]| {
            let mut list = Aligned::from_slice(list);
            list.iter_mut().for_each(|weight| *weight = weight.wrapping_mul(2));
            list
        };
        Ok(Self {
            name: weights.name.clone(),
            shape: weights.shape.to_string(),
            features: weights.features,
            scale: weights.scale,
            transformed: weights.shape.transformed,
            biases: doubled(&weights.transformer_biases),
            rows: doubled(&weights.transformer_weights),
            stack_by: weights.shape.stack_by,
            stacks: weights.stacks.iter().map(Layers::stacked).collect(),
            product: true,
            knows_scale: true,
        })
    }

    /// The network of [`EvalKind::Nnue`] that comes with the program, laid out once.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    ///
    /// [`EvalKind::Nnue`]: crate::EvalKind::Nnue
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// The network of [`EvalKind::Ensemble`] that comes with the program, laid
    /// out once. It corrects the classic features, and is not a complete
    /// evaluation.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    ///
    /// [`EvalKind::Ensemble`]: crate::EvalKind::Ensemble
    #[must_use]
    pub fn of_ensemble() -> Arc<Self> {
        Arc::clone(&OF_ENSEMBLE)
    }

    fn embedded(bytes: &[u8]) -> Arc<Self> {
        let weights = file::read(bytes).expect("a test reads the embedded network");
        Arc::new(weights.network().expect("a test lays the embedded network out"))
    }

    /// The name of the network.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The widths of its layers, as `256x2-32-32` or, for an SFNN network, `1536-15-32, 9 stacks`.
    #[must_use]
    pub fn shape(&self) -> &str {
        &self.shape
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

    /// Does its file contain the output scale? Files of other programs do not.
    #[must_use]
    pub fn knows_scale(&self) -> bool {
        self.knows_scale
    }

    /// The same network, from a file that does not say what its output counts.
    pub(super) fn with_unknown_scale(self) -> Self {
        Self { knows_scale: false, ..self }
    }

    /// The same network, its output counted otherwise.
    #[must_use]
    pub fn with_scale(self, scale: OutputScale) -> Self {
        Self { scale, ..self }
    }

    /// The output for `position` from the view of the side to move, in output
    /// units, computed from scratch; see [`OutputScale::centipawns`].
    #[must_use]
    pub fn output(&self, position: &Position, kernel: Kernel) -> i32 {
        let us = position.side_to_move();
        let sums = |perspective| {
            let mut sums = Aligned::zeros(self.transformed);
            self.refresh(&mut sums, position, perspective, kernel);
            sums
        };
        self.forward(position, &sums(us), &sums(us.flip()), kernel)
    }

    /// The transformer's sums for `perspective`, computed from scratch.
    pub(super) fn refresh(
        &self,
        sums: &mut [i16],
        position: &Position,
        perspective: Color,
        kernel: Kernel,
    ) {
        sums.copy_from_slice(&self.biases);
        kernel.add_all(sums, &self.rows, &self.features.active(position, perspective));
    }

    /// The output for the sums of the side to move and of the other side.
    #[inline]
    pub(super) fn forward(
        &self,
        position: &Position,
        us: &[i16],
        them: &[i16],
        kernel: Kernel,
    ) -> i32 {
        if self.product {
            let layers = &self.stacks[self.stack_by.index(position)];
            return kernel.forward_product(layers, us, them);
        }
        kernel.forward(&self.stacks[0], us, them)
    }
}
