//! The interface between trainer and model: a network, or weights of features.

use super::adam::AdamConfig;
use super::units::Census;
use crate::moments::Moments;
use zenpuku_shogi::Position;

/// The inputs of a model for a position.
pub trait Features: Clone + Send + Sync {
    /// Its inputs for `position`.
    fn of(position: &Position) -> Self;

    /// The same as numbers, for a fingerprint.
    fn numbers(&self) -> impl Iterator<Item = u64>;
}

/// A position in the form passed to a model.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a, F> {
    /// What there is to see.
    pub features: &'a F,
    /// With left and right exchanged.
    pub mirrored: bool,
}

/// A vector of parameters, and what positions are worth by them.
pub trait Model: Sync {
    /// Its inputs for a position.
    type Features: Features;
    /// A thread's working memory for a block of positions.
    type Block: Send;
    /// First bytes of its checkpoints.
    const MAGIC: [u8; 8];

    /// Number of parameters.
    fn count(&self) -> usize;

    /// The initial working memory of a thread.
    fn block(&self) -> Self::Block;

    /// Records the activations of the model's units, if any, in the last
    /// [`forward`](Self::forward) pass with `block`.
    fn census(&self, _block: &Self::Block, _census: &mut Census) {}

    /// Takes over new parameters.
    fn set(&mut self, params: &[f32]);

    /// What `positions` are worth: log odds to win for the side to move.
    fn forward<'b>(
        &self,
        positions: &[Seen<'_, Self::Features>],
        block: &'b mut Self::Block,
    ) -> &'b [f32];

    /// Adds to `gradient` the derivatives of a loss whose derivatives by the outputs are `slopes`,
    /// for the positions that [`forward`](Self::forward) has just seen with `block`.
    fn backward(
        &self,
        positions: &[Seen<'_, Self::Features>],
        slopes: &[f32],
        block: &mut Self::Block,
        gradient: &mut [f32],
    );

    /// Takes one step of `params` down the sum of `gradients` (one per thread) and leaves them
    /// zero.
    fn step(
        &self,
        params: &mut [f32],
        moments: &mut Moments,
        gradients: &mut [Vec<f32>],
        config: &AdamConfig,
    );
}
