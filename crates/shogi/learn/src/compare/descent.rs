//! The optimiser: Adam [adam2015] with an epsilon large enough to matter.
//!
//! Most features are rare. Plain Adam takes steps of the same size for a weight
//! moved by one position of ten thousand as for one moved by all of them; with
//! epsilon about the size of the gradient of a frequent feature, rare ones move
//! in proportion to their frequency.

use super::weights::{Families, constrain, parts, piece_sum, rounded};
use crate::moments::{BETA1, BETA2, Moments, take_over};
use zenpuku_shogi_eval::classic::Weights;

/// How large steps are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepSize {
    /// Largest usual step of a weight, in centipawns.
    pub rate: f32,
    /// Size of a gradient (per centipawn) at which the step is half of that.
    pub epsilon: f32,
    /// Gradient of the penalty per centipawn of distance from the start.
    pub penalty: f32,
}

/// The way down from some weights. If they are used alone, the exchange of a
/// pawn stays 100 centipawns and the sum of the other piece values is constant;
/// together with a network, the network fixes the scale.
pub(crate) struct Descent {
    families: Families,
    start: Vec<f32>,
    /// To be held.
    piece_sum: Option<f32>,
}

impl Descent {
    /// The descent from `start` for weights that are used `alone`, or not.
    #[must_use]
    pub(crate) fn new(start: &Weights, alone: bool) -> Self {
        let start = parts(start);
        let piece_sum = alone.then(|| piece_sum(&start));
        Self { families: Families::new(), piece_sum, start }
    }

    /// The parts at the start.
    #[must_use]
    pub(crate) fn start(&self) -> &[f32] {
        &self.start
    }

    /// The weights, in centipawns, that `parts` add up to.
    #[must_use]
    pub(crate) fn weights(&self, parts: &[f32]) -> Vec<f32> {
        self.families.weights(parts)
    }

    /// The same as integers of the evaluation.
    #[must_use]
    pub(crate) fn rounded(&self, parts: &[f32]) -> Option<Weights> {
        rounded(&self.weights(parts))
    }

    /// Takes a step of `parts` down `share` times the sum of the `gradients` by the weights (one
    /// per thread), and leaves these zero.
    pub(crate) fn step(
        &self,
        parts: &mut [f32],
        moments: &mut Moments,
        gradients: &mut [Vec<f32>],
        share: f32,
        size: &StepSize,
    ) {
        let Some((sum, others)) = gradients.split_first_mut() else { return };
        others.iter_mut().for_each(|other| take_over(sum, other));
        sum.iter_mut().for_each(|slope| *slope *= share);
        self.families.spread(sum);
        step(moments, parts, &self.start, sum, size);
        sum.fill(0.0);
        if let Some(sum) = self.piece_sum {
            constrain(parts, sum);
        }
    }
}

/// Takes a step of `parts` down `gradient`, to which the pull towards `start` is added.
fn step(
    moments: &mut Moments,
    parts: &mut [f32],
    start: &[f32],
    gradient: &[f32],
    size: &StepSize,
) {
    let (mean_part, square_part) = moments.advance();
    let moments = moments.mean.iter_mut().zip(&mut moments.square);
    for (((part, start), slope), (mean, square)) in
        parts.iter_mut().zip(start).zip(gradient).zip(moments)
    {
        let slope = slope + size.penalty * (*part - start);
        *mean += (1.0 - BETA1) * (slope - *mean);
        *square += (1.0 - BETA2) * (slope * slope - *square);
        let usual = (*square / square_part).sqrt();
        *part -= size.rate * (*mean / mean_part) / (usual + size.epsilon);
    }
}
