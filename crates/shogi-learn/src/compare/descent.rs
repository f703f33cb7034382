//! The optimiser: Adam [adam2015] with an epsilon large enough to matter.
//!
//! Most features are rare. Plain Adam takes steps of the same size for a weight that one position
//! of ten thousand moved as for one that all of them move; with epsilon about the size of the
//! gradient of a frequent feature, rare ones move in proportion to what was seen of them.

use crate::moments::{BETA1, BETA2, Moments};

/// How large steps are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// Largest usual step of a weight, in centipawns.
    pub rate: f32,
    /// Size of a gradient (per centipawn) at which the step is half of that.
    pub epsilon: f32,
    /// Gradient of the penalty per centipawn of distance from the start.
    pub penalty: f32,
}

/// Takes a step of `parts` down `gradient`, to which the pull towards `start` is added.
pub fn step(
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
