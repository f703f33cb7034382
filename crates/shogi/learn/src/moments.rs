//! The moments of the gradients kept by the optimisers [adam2015].

/// Part of the running mean of the gradient that a step keeps.
pub(crate) const BETA1: f32 = 0.9;
/// Part of the running mean of its square that a step keeps.
pub(crate) const BETA2: f32 = 0.999;

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
    pub(crate) fn new(count: usize) -> Self {
        Self { steps: 0, mean: vec![0.0; count], square: vec![0.0; count] }
    }

    /// Counts a step; the parts of both means that the steps so far make up, 0 to 1, the rest
    /// being the zeros that they began with.
    pub(crate) fn advance(&mut self) -> (f32, f32) {
        self.steps += 1;
        let age = self.steps.min(1_000_000) as u32;
        (1.0 - power(BETA1, age), 1.0 - power(BETA2, age))
    }
}

/// Returns `base` to the power of `exponent`, by products only: `f32::powi` rounds differently on different systems,
/// and a seeded training must give the same bytes on all of them.
fn power(mut base: f32, mut exponent: u32) -> f32 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

/// Adds a thread's gradient to another's and leaves it zero.
pub(crate) fn take_over(sum: &mut [f32], other: &mut [f32]) {
    for (sum, value) in sum.iter_mut().zip(other) {
        *sum += core::mem::take(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits that trainings on Linux have used so far.
    #[test]
    fn powers_are_the_same_to_the_last_bit_on_every_system() {
        let bits = [1, 2, 7, 100, 12_345].map(|age| power(BETA2, age).to_bits());
        assert_eq!(bits, [0x3f7f_be77, 0x3f7f_7cff, 0x3f7e_36a2, 0x3f67_a095, 0x3691_264d]);
        assert_eq!(power(BETA1, 1_000_000), 0.0);
        assert_eq!(power(BETA1, 0), 1.0);
    }
}
