//! What the optimisers remember of the gradients so far [adam2015].

/// Part of the running mean of the gradient that a step keeps.
pub const BETA1: f32 = 0.9;
/// Part of the running mean of its square that a step keeps.
pub const BETA2: f32 = 0.999;

/// Running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// Steps taken.
    pub steps: u64,
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
}

impl Moments {
    /// Before the first step, for `count` parameters.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { steps: 0, mean: vec![0.0; count], square: vec![0.0; count] }
    }

    /// Counts a step; the parts of both means that the steps so far make up, 0 to 1, the rest
    /// being the zeros that they began with.
    pub fn advance(&mut self) -> (f32, f32) {
        self.steps += 1;
        let age = self.steps.min(1_000_000) as i32;
        (1.0 - BETA1.powi(age), 1.0 - BETA2.powi(age))
    }
}

/// Adds a thread's gradient to another's and leaves it zero.
pub(crate) fn take_over(sum: &mut [f32], other: &mut [f32]) {
    for (sum, value) in sum.iter_mut().zip(other) {
        *sum += core::mem::take(value);
    }
}
