//! The optimiser Adam [adam2015], over the whole vector, with the limits of quantisation.

use crate::moments::{BETA1, BETA2, Moments, take_over};
use core::ops::Range;

const EPSILON: f32 = 1e-8;

/// Where parameters lie and the greatest absolute value that they may have.
pub(crate) type Limit = (Range<usize>, f32);

/// The parameters of the step size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamConfig {
    /// Positions that the gradients are the sums over.
    pub positions: usize,
    /// Learning rate.
    pub rate: f64,
    /// Of a network decoupled weight decay, in parts of a weight per unit of the learning rate; of
    /// the classic evaluation the weight of half the squared distance from the start.
    pub decay: f64,
}

/// The part of a step common to all weights.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The learning rate with Adam's correction of both means.
    rate: f32,
    /// Epsilon under the same correction.
    epsilon: f32,
    /// The gradients' sum is divided by the number of positions.
    share: f32,
    /// Share of a weight that is subtracted.
    decay: f32,
}

impl Step {
    fn new(moments: &mut Moments, config: &AdamConfig) -> Self {
        let (mean, square) = moments.advance();
        let rate = config.rate as f32;
        Self {
            rate: rate * square.sqrt() / mean,
            epsilon: EPSILON * square.sqrt(),
            share: 1.0 / config.positions.max(1) as f32,
            decay: rate * config.decay as f32,
        }
    }
}

/// A part of all vectors that one thread updates.
struct Part<'a> {
    start: usize,
    params: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
}

/// Takes one step of `params` down the sum of `gradients` (one per thread) and leaves them zero.
/// As many threads work as there are gradients.
pub(crate) fn step(
    moments: &mut Moments,
    params: &mut [f32],
    gradients: &mut [Vec<f32>],
    config: &AdamConfig,
    limits: &[Limit],
) {
    let step = Step::new(moments, config);
    let parts = parts(moments, params, gradients);
    std::thread::scope(|scope| {
        let mut parts = parts.into_iter();
        let own = parts.next();
        for part in parts {
            scope.spawn(move || part.update(&step, limits));
        }
        if let Some(part) = own {
            part.update(&step, limits);
        }
    });
}

/// Cuts all vectors into as many parts as there are gradients.
fn parts<'a>(
    moments: &'a mut Moments,
    params: &'a mut [f32],
    gradients: &'a mut [Vec<f32>],
) -> Vec<Part<'a>> {
    let size = params.len().div_ceil(gradients.len().max(1));
    let mut parts: Vec<Part<'_>> = params
        .chunks_mut(size)
        .zip(moments.mean.chunks_mut(size))
        .zip(moments.square.chunks_mut(size))
        .enumerate()
        .map(|(index, ((params, mean), square))| Part {
            start: index * size,
            params,
            mean,
            square,
            gradients: Vec::new(),
        })
        .collect();
    for gradient in gradients {
        for (part, gradient) in parts.iter_mut().zip(gradient.chunks_mut(size)) {
            part.gradients.push(gradient);
        }
    }
    parts
}

impl Part<'_> {
    fn update(mut self, step: &Step, limits: &[Limit]) {
        let Some((sum, others)) = self.gradients.split_first_mut() else { return };
        others.iter_mut().for_each(|other| take_over(sum, other));
        let moments = self.mean.iter_mut().zip(self.square.iter_mut());
        for ((param, gradient), (mean, square)) in
            self.params.iter_mut().zip(sum.iter_mut()).zip(moments)
        {
            let slope = *gradient * step.share;
            *gradient = 0.0;
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            *param -= step.rate * *mean / (square.sqrt() + step.epsilon) + step.decay * *param;
        }
        for (range, most) in limits {
            self.limit(range.clone(), *most);
        }
    }

    /// Limits those weights of `range` that are in this part.
    fn limit(&mut self, range: Range<usize>, most: f32) {
        let end = self.params.len();
        let from = range.start.saturating_sub(self.start).min(end);
        let to = range.end.saturating_sub(self.start).min(end);
        for param in &mut self.params[from..to] {
            *param = param.clamp(-most, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 1000;

    const CONFIG: AdamConfig = AdamConfig { positions: 1, rate: 1e-3, decay: 0.0 };

    fn stepped(threads: usize, value: f32) -> Vec<f32> {
        let mut params = vec![0.0; COUNT];
        let mut gradients = vec![vec![value / threads as f32; COUNT]; threads];
        let config = AdamConfig { positions: 10, ..CONFIG };
        step(&mut Moments::new(COUNT), &mut params, &mut gradients, &config, &[]);
        assert!(gradients.iter().flatten().all(|&value| value == 0.0));
        params
    }

    #[test]
    fn the_first_step_is_the_learning_rate_against_the_slope() {
        for value in [0.3, 200.0] {
            let params = stepped(1, value);
            assert!(params.iter().all(|param| (param + 1e-3).abs() < 1e-5), "{}", params[0]);
            assert_eq!(params, stepped(3, value));
        }
    }

    #[test]
    fn weights_stay_where_integers_can_hold_them() {
        let mut params = vec![7.0; COUNT];
        let mut gradients = vec![vec![0.0; COUNT]; 2];
        let limits = [(0..300, 0.5), (300..700, 0.25), (700..999, 0.125)];
        step(&mut Moments::new(COUNT), &mut params, &mut gradients, &CONFIG, &limits);
        for (index, most) in
            [(0, 0.5), (299, 0.5), (300, 0.25), (699, 0.25), (700, 0.125), (998, 0.125), (999, 7.0)]
        {
            assert_eq!(params[index], most, "{index}");
        }
    }
}
