//! The optimiser: Adam [adam2015] with an epsilon large enough to matter.
//!
//! Most features are rare. Plain Adam takes steps of the same size for a weight that one position
//! of ten thousand moved as for one that all of them move; with epsilon about the size of the
//! gradient of a frequent feature, rare ones move in proportion to what was seen of them.

use super::weights::PARTS;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;

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

/// Running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// Steps taken.
    pub steps: u64,
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
}

impl Default for Descent {
    fn default() -> Self {
        Self { steps: 0, mean: vec![0.0; PARTS], square: vec![0.0; PARTS] }
    }
}

impl Descent {
    /// Takes a step of `parts` down `gradient`, to which the pull towards `start` is added.
    pub fn step(&mut self, parts: &mut [f32], start: &[f32], gradient: &[f32], size: &StepSize) {
        self.steps += 1;
        let age = self.steps.min(1_000_000) as i32;
        let (mean_part, square_part) = (1.0 - BETA1.powi(age), 1.0 - BETA2.powi(age));
        let moments = self.mean.iter_mut().zip(&mut self.square);
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
}
