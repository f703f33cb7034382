//! How many centipawns are worth odds of e to 1.

use libm::{exp, log, log1p};

/// Bounds of the search for the scale, in centipawns.
const BOUNDS: (f64, f64) = (20.0, 5000.0);
/// Values beyond this are not used: they say little about the scale.
const LIMIT: i16 = 2000;

/// The scale with which `1 / (1 + exp(-score / scale))` fits the results best: the least log loss,
/// found by golden section. `samples` are pairs of score (centipawns) and result (1, 0, -1) for
/// the same side; `None` if no value is within the limit or the results do not determine it.
#[must_use]
pub fn fit(samples: impl Iterator<Item = (i16, i8)> + Clone) -> Option<f64> {
    let samples = samples.filter(|(score, _)| score.saturating_abs() <= LIMIT);
    samples.clone().next()?;
    let loss = |scale: f64| -> f64 {
        let one =
            |(score, result): (i16, i8)| cross_entropy(f64::from(score) / scale, chance(result));
        samples.clone().map(one).sum()
    };
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    // By logarithms, as the scale is a factor.
    let (mut low, mut high) = (log(BOUNDS.0), log(BOUNDS.1));
    while high - low > 1e-3 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(exp(a)) < loss(exp(b)) {
            high = b;
        } else {
            low = a;
        }
    }
    let scale = exp(low.midpoint(high));
    (scale > BOUNDS.0 * 1.1 && scale < BOUNDS.1 * 0.9).then_some(scale)
}

/// `-t ln p - (1 - t) ln(1 - p)` with `p = 1 / (1 + exp(-output))`, without overflow.
#[must_use]
pub(crate) fn cross_entropy(output: f64, target: f64) -> f64 {
    output.max(0.0) - output * target + log1p(exp(-output.abs()))
}

/// A result (1, 0, -1) as a chance to win: 1, 1/2, 0.
#[must_use]
pub(crate) fn chance(result: i8) -> f64 {
    (f64::from(result) + 1.0) / 2.0
}

/// `1 / (1 + exp(-x))`.
#[must_use]
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_core::random::SplitMix64;

    #[test]
    fn a_known_scale_is_found_again() {
        let mut random = SplitMix64::new(3);
        let samples: Vec<(i16, i8)> = (0..40_000)
            .map(|_| {
                let score = random.within(1500) as i16;
                let wins = (random.below(1 << 20) as f64) / f64::from(1 << 20);
                (score, if wins < sigmoid(f64::from(score) / 350.0) { 1 } else { -1 })
            })
            .collect();
        let scale = fit(samples.iter().copied()).unwrap();
        assert!((scale - 350.0).abs() < 15.0, "{scale}");
    }

    #[test]
    fn results_that_say_nothing_give_no_scale() {
        assert_eq!(fit([].into_iter()), None);
        assert_eq!(fit([(500, 1), (-500, -1)].into_iter()), None);
        assert_eq!(fit([(500, 0), (-500, 0)].into_iter()), None);
    }

    #[test]
    fn the_loss_is_the_textbook_one() {
        for (output, target) in [(0.3, 0.2), (-4.0, 1.0), (5.0, 0.5)] {
            let p = sigmoid(output);
            let expected = -target * p.ln() - (1.0 - target) * (1.0 - p).ln();
            assert!((cross_entropy(output, target) - expected).abs() < 1e-9);
        }
        assert!(cross_entropy(800.0, 0.0).is_finite());
    }
}
