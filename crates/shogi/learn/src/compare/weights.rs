//! The weights as they are learned: own parts of the features, then parts of their families.

use zenpuku_shogi_eval::classic::{FAMILIES, Group, UNIT, WEIGHTS, Weights, families};

/// Number of parts.
pub const PARTS: usize = WEIGHTS + FAMILIES;

/// Kinds of pieces on the board in [`Group::Material`], pawns first; after them those in hand.
const KINDS_ON_BOARD: usize = 13;
/// What taking a pawn is worth, in centipawns.
const PAWN_EXCHANGE: f32 = 100.0;

/// No family.
const NONE: u32 = u32::MAX;

/// Which parts make up each weight.
pub struct Families(Vec<[u32; 2]>);

impl Families {
    /// The families of all weights.
    #[must_use]
    pub fn new() -> Self {
        let part = |family: Option<usize>| family.map_or(NONE, |family| (WEIGHTS + family) as u32);
        Self((0..WEIGHTS).map(|index| families(index).map(part)).collect())
    }

    /// The weights, in centipawns, that `parts` add up to.
    #[must_use]
    pub fn weights(&self, parts: &[f32]) -> Vec<f32> {
        let sum = |(own, families): (&f32, &[u32; 2])| {
            families.iter().filter_map(|&part| parts.get(part as usize)).sum::<f32>() + own
        };
        parts.iter().zip(&self.0).map(sum).collect()
    }

    /// Turns a gradient of the weights into one of the parts: behind the weights, which are their
    /// own parts, each family gets the sum over its members.
    pub fn spread(&self, gradient: &mut [f32]) {
        let (own, shared) = gradient.split_at_mut(WEIGHTS);
        shared.fill(0.0);
        for (slope, families) in own.iter().zip(&self.0).filter(|(slope, _)| **slope != 0.0) {
            for &part in families.iter().filter(|&&part| part != NONE) {
                shared[part as usize - WEIGHTS] += slope;
            }
        }
    }
}

impl Default for Families {
    fn default() -> Self {
        Self::new()
    }
}

/// The parts that give `weights`: all in the own parts, zero in the families.
#[must_use]
pub fn parts(weights: &Weights) -> Vec<f32> {
    let own = weights.numbers().iter().map(|&number| f32::from(number) / UNIT as f32);
    own.chain(core::iter::repeat_n(0.0, FAMILIES)).collect()
}

/// The weights, in centipawns, as integers of the evaluation.
#[must_use]
pub(crate) fn rounded(weights: &[f32]) -> Option<Weights> {
    // A cast beyond the range of i16 gives its bounds.
    Weights::new(weights.iter().map(|&weight| (weight * UNIT as f32).round() as i16).collect())
}

/// Sum of the piece values other than the pawn's.
#[must_use]
pub fn piece_sum(parts: &[f32]) -> f32 {
    others().map(|index| parts[index]).sum()
}

/// Sets the exchange of a pawn to 100 centipawns and the sum of the other piece values to `sum`.
pub fn constrain(parts: &mut [f32], sum: f32) {
    let (board, hand) = pawns();
    let excess = (parts[board] + parts[hand] - PAWN_EXCHANGE) / 2.0;
    parts[board] -= excess;
    parts[hand] -= excess;
    let excess = (piece_sum(parts) - sum) / others().count() as f32;
    others().for_each(|index| parts[index] -= excess);
}

fn pawns() -> (usize, usize) {
    let start = Group::Material.offset();
    (start, start + KINDS_ON_BOARD)
}

fn others() -> impl Iterator<Item = usize> {
    let (board, hand) = pawns();
    Group::Material.range().filter(move |&index| index != board && index != hand)
}
