//! The classic evaluation as a model for the trainer: a sum of weights.
//!
//! Comparison with experts' moves (`crate::compare`) needs the leaves of all moves of a position
//! and teaches which of them is best. Values of a search are plentiful, need one leaf each, and
//! measure how good a position is; current programs are trained on them.

use super::adam::AdamConfig;
use super::model::{Features, Model, Seen};
use crate::compare::descent::{Descent, StepSize};
use crate::compare::weights::PARTS;
use crate::moments::Moments;
use zenpuku_shogi::{Color, Position, Setup, SetupRules};
use zenpuku_shogi_eval::classic::{FeatureList, GroupSet, UNIT, WEIGHTS, Weights, features};

/// Gradient, per centipawn, at which a step is half of the usual one: see [`StepSize::epsilon`].
/// The best of 1e-7, 1e-6 and 5e-6 by validation.
const EPSILON: f32 = 5e-6;

/// A position in 32 bytes. Its six hundred features are listed again at each
/// use: stored, they would take seventy times as much memory, and positions are
/// used once or a few times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPosition([u8; PACKED]);

/// Bytes of a position.
const PACKED: usize = 32;

impl Features for PackedPosition {
    /// Without a king, which cannot be packed, no position is left and it has no features.
    fn of(position: &Position) -> Self {
        Self(position.to_packed().unwrap_or([0; PACKED]))
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        let (parts, _) = self.0.as_chunks();
        parts.iter().map(|&part| u64::from_le_bytes(part))
    }
}

/// The features of the positions that a thread processes together, and their values.
#[derive(Clone, Debug, Default)]
pub struct ClassicBlock {
    /// Position after position: twice the index of the weight, plus 1 where the weight counts
    /// against the side to move.
    numbers: Vec<u32>,
    /// Where the list of each position ends.
    ends: Vec<usize>,
    outputs: Vec<f32>,
    list: FeatureList,
}

impl ClassicBlock {
    fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
        self.outputs.clear();
    }

    /// Lists the features of a position.
    fn add(&mut self, PackedPosition(bytes): &PackedPosition) {
        let setup = Setup::from_packed(bytes, 1);
        if let Ok(position) = setup.and_then(|setup| setup.position(SetupRules::Play)) {
            features(&position, GroupSet::ALL, &mut self.list);
            let us = if position.side_to_move() == Color::BLACK { 1 } else { -1 };
            let number = |&(index, sign): &(u32, i8)| 2 * index + u32::from(sign * us < 0);
            self.numbers.extend(self.list.iter().map(number));
        }
        self.ends.push(self.numbers.len());
    }

    /// The list of each position.
    fn lists(&self) -> impl Iterator<Item = &[u32]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start..end])
    }
}

/// The indices of a list, and whether each counts against the side to move.
fn indices(list: &[u32]) -> impl Iterator<Item = (usize, bool)> {
    list.iter().map(|&number| ((number / 2) as usize, number % 2 == 1))
}

/// Sum of the weights of a list, in centipawns.
fn value(list: &[u32], weights: &[f32]) -> f32 {
    indices(list)
        .map(|(index, against)| if against { -weights[index] } else { weights[index] })
        .sum()
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

    /// A model that begins with `start` and is used `alone`, or not; `scale`
    /// centipawns are odds of e to 1.
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
    type Features = PackedPosition;
    type Block = ClassicBlock;
    const MAGIC: [u8; 8] = *b"ZPVALUE1";

    fn count(&self) -> usize {
        Self::COUNT
    }

    fn block(&self) -> ClassicBlock {
        ClassicBlock::default()
    }

    fn set(&mut self, params: &[f32]) {
        let unit = UNIT as f32;
        self.weights = self.descent.weights(params);
        self.weights.iter_mut().for_each(|weight| *weight = (*weight * unit).round() / unit);
    }

    fn forward<'b>(
        &self,
        positions: &[Seen<'_, PackedPosition>],
        block: &'b mut ClassicBlock,
    ) -> &'b [f32] {
        block.clear();
        positions.iter().for_each(|seen| block.add(seen.features));
        let mut outputs = core::mem::take(&mut block.outputs);
        outputs.extend(block.lists().map(|list| value(list, &self.weights) / self.scale));
        block.outputs = outputs;
        &block.outputs
    }

    // Left and right are the same to the features: a mirrored position has the same ones.
    fn backward(
        &self,
        _: &[Seen<'_, PackedPosition>],
        slopes: &[f32],
        block: &mut ClassicBlock,
        gradient: &mut [f32],
    ) {
        for (list, slope) in block.lists().zip(slopes) {
            let slope = slope / self.scale;
            for (index, against) in indices(list) {
                gradient[index] += if against { -slope } else { slope };
            }
        }
    }

    fn step(
        &self,
        params: &mut [f32],
        moments: &mut Moments,
        gradients: &mut [Vec<f32>],
        config: &AdamConfig,
    ) {
        let share = 1.0 / config.positions.max(1) as f32;
        let size =
            StepSize { rate: config.rate as f32, epsilon: EPSILON, penalty: config.decay as f32 };
        self.descent.step(params, moments, gradients, share, &size);
    }
}
