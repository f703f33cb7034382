//! The classic evaluation as a model for the trainer: a sum of weights.
//!
//! Comparison with experts' moves (`crate::compare`) needs the leaves of all moves of a position
//! and teaches which of them is best. Values of a search are plentiful, cost one leaf each, and
//! tell how good a position is; learners of today's programs begin and end with them.

use super::adam::Pace;
use super::model::{Features, Model, Seen};
use crate::compare::descent::{Descent, StepSize};
use crate::compare::weights::PARTS;
use crate::moments::Moments;
use zenpuku_shogi::{Color, Position};
use zenpuku_shogi_eval::classic::{FeatureList, GroupSet, UNIT, WEIGHTS, Weights, features};

/// Gradient, per centipawn, at which a step is half of the usual one: see [`StepSize::epsilon`].
/// The best of 1e-7, 1e-6 and 5e-6 by validation.
const EPSILON: f32 = 5e-6;

/// The features of a position: twice the index of the weight, plus 1 where the weight counts
/// against the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedFeatures(Box<[u32]>);

impl Features for SignedFeatures {
    fn of(position: &Position) -> Self {
        let mut list = FeatureList::new();
        features(position, GroupSet::ALL, &mut list);
        let us = if position.side_to_move() == Color::BLACK { 1 } else { -1 };
        Self(list.iter().map(|&(index, sign)| 2 * index + u32::from(sign * us < 0)).collect())
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|&number| number.into())
    }
}

impl SignedFeatures {
    /// The indices, and whether each counts against the side to move.
    fn iter(&self) -> impl Iterator<Item = (usize, bool)> {
        self.0.iter().map(|&number| ((number / 2) as usize, number % 2 == 1))
    }

    /// Sum of the weights, in centipawns.
    fn value(&self, weights: &[f32]) -> f32 {
        self.iter()
            .map(|(index, against)| if against { -weights[index] } else { weights[index] })
            .sum()
    }
}

/// The weights of the classic evaluation, as own parts and parts of families.
pub struct ClassicModel {
    /// Centipawns for odds of e to 1.
    scale: f32,
    descent: Descent,
    /// The weights in centipawns, as integers hold them.
    weights: Vec<f32>,
}

impl ClassicModel {
    /// Number of parameters.
    pub const COUNT: usize = PARTS;

    /// A model that begins with `start` and stands `alone`, or does not; `scale` centipawns stand
    /// for odds of e to 1.
    #[must_use]
    pub fn new(start: &Weights, alone: bool, scale: f64) -> Self {
        let (descent, weights) = (Descent::new(start, alone), vec![0.0; WEIGHTS]);
        Self { scale: scale as f32, descent, weights }
    }

    /// The parameters at the start.
    #[must_use]
    pub fn start(&self) -> Vec<f32> {
        self.descent.start().to_vec()
    }

    /// The weights that parameters add up to, as integers of the evaluation.
    #[must_use]
    pub fn rounded(&self, params: &[f32]) -> Option<Weights> {
        self.descent.rounded(params)
    }
}

impl Model for ClassicModel {
    type Features = SignedFeatures;
    type Block = Vec<f32>;
    const MAGIC: [u8; 8] = *b"ZPVALUE1";

    fn count(&self) -> usize {
        Self::COUNT
    }

    fn block(&self) -> Vec<f32> {
        Vec::new()
    }

    fn set(&mut self, params: &[f32]) {
        let unit = UNIT as f32;
        self.weights = self.descent.weights(params);
        self.weights.iter_mut().for_each(|weight| *weight = (*weight * unit).round() / unit);
    }

    fn forward<'b>(
        &self,
        positions: &[Seen<'_, SignedFeatures>],
        outputs: &'b mut Vec<f32>,
    ) -> &'b [f32] {
        outputs.clear();
        outputs
            .extend(positions.iter().map(|seen| seen.features.value(&self.weights) / self.scale));
        outputs
    }

    // Left and right are the same to the features: a mirrored position has the same ones.
    fn backward(
        &self,
        positions: &[Seen<'_, SignedFeatures>],
        slopes: &[f32],
        _: &mut Vec<f32>,
        gradient: &mut [f32],
    ) {
        for (seen, slope) in positions.iter().zip(slopes) {
            let slope = slope / self.scale;
            for (index, against) in seen.features.iter() {
                gradient[index] += if against { -slope } else { slope };
            }
        }
    }

    fn step(
        &self,
        params: &mut [f32],
        moments: &mut Moments,
        gradients: &mut [Vec<f32>],
        pace: &Pace,
    ) {
        let share = 1.0 / pace.positions.max(1) as f32;
        let size =
            StepSize { rate: pace.rate as f32, epsilon: EPSILON, penalty: pace.decay as f32 };
        self.descent.step(params, moments, gradients, share, &size);
    }
}
