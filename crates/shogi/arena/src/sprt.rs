//! The sequential test that stops a match as soon as it is decided
//! [wald1945], as a generalised test on game pairs [vandenbergh2019].

use crate::elo::{Pentanomial, expected_score, score};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The two hypotheses and the error rates allowed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "SprtTest")]
pub struct Sprt {
    /// H0: the first engine is this many Elo stronger.
    pub elo0: f64,
    /// H1: the first engine is this many Elo stronger; above `elo0`.
    pub elo1: f64,
    /// Chance to accept H1 although H0 holds, 0..0.5.
    pub alpha: f64,
    /// Chance to accept H0 although H1 holds, 0..0.5.
    pub beta: f64,
}

/// Why no test can be made with such values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, equal or not numbers.
    #[error("ELO0 must be below ELO1")]
    Order,
    /// A hypothesis is too far from 0.
    #[error("ELO0 and ELO1 must be from -{MAX_ELO} to {MAX_ELO}")]
    Elo,
    /// An error rate is not a rate, or not better than a coin.
    #[error("ALPHA and BETA must be above 0 and below 0.5")]
    Rate,
}

/// The largest difference of a hypothesis, in Elo: beyond it a score is hardly below 1.
pub const MAX_ELO: u32 = 1000;

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Sprt")]
pub struct SprtState {
    /// Log likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at this bound.
    pub lower: f64,
    /// H1 is accepted at this one.
    pub upper: f64,
    /// Its current verdict.
    pub verdict: Verdict,
}

/// The verdict of the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Neither bound is reached: play on.
    Continue,
    /// The log likelihood ratio is at or below the lower bound.
    AcceptH0,
    /// The log likelihood ratio is at or above the upper bound.
    AcceptH1,
}

impl Sprt {
    /// Returns the test, if its values make sense.
    ///
    /// # Errors
    /// [`SprtError`] names the values that do not.
    pub fn checked(self) -> Result<Self, SprtError> {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let far = |elo: f64| elo.abs() > f64::from(MAX_ELO);
        match self {
            Self { alpha, beta, .. } if !(rate(alpha) && rate(beta)) => Err(SprtError::Rate),
            Self { elo0, elo1, .. } if far(elo0) || far(elo1) => Err(SprtError::Elo),
            Self { elo0, elo1, .. } if elo0 < elo1 => Ok(self),
            _ => Err(SprtError::Order),
        }
    }

    /// Lower and upper bound of the log likelihood ratio (Wald's approximation).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log likelihood ratio of H1 against H0: the likeliest distribution with
    /// mean of H1 against the likeliest one with mean of H0.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let (p, mass) = pairs.distribution();
        let p0 = likeliest(&p, expected_score(self.elo0));
        let p1 = likeliest(&p, expected_score(self.elo1));
        mass * (0..5).map(|i| p[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// Where the test stands after `pairs`.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let ((lower, upper), llr) = (self.bounds(), self.llr(pairs));
        let verdict = if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        };
        SprtState { llr, lower, upper, verdict }
    }

    /// The verdict after `pairs`.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        self.state(pairs).verdict
    }
}

/// The distribution nearest to `p` in likelihood whose mean is `mean`:
/// `p_i / (1 + x (score_i - mean))` for the root `x` of the mean condition.
fn likeliest(p: &[f64; 5], mean: f64) -> [f64; 5] {
    let tilt = |x: f64| -> f64 {
        (0..5).map(|i| p[i] * (score(i) - mean) / (1.0 + x * (score(i) - mean))).sum()
    };
    // Every weight must stay positive: x lies strictly between these poles,
    // and the condition falls from +infinity to -infinity between them.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = low.midpoint(high);
        if tilt(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = low.midpoint(high);
    core::array::from_fn(|i| p[i] / (1.0 + x * (score(i) - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn values_without_sense_are_refused() {
        assert_eq!(TEST.checked(), Ok(TEST));
        let bad = |test: Sprt| test.checked().unwrap_err();
        assert_eq!(bad(Sprt { elo1: 0.0, ..TEST }), SprtError::Order);
        assert_eq!(bad(Sprt { elo0: f64::NAN, ..TEST }), SprtError::Order);
        assert_eq!(bad(Sprt { elo1: f64::INFINITY, ..TEST }), SprtError::Elo);
        assert_eq!(bad(Sprt { alpha: 0.5, ..TEST }), SprtError::Rate);
        assert_eq!(bad(Sprt { beta: 0.0, ..TEST }), SprtError::Rate);
        assert_eq!(bad(Sprt { beta: f64::NAN, ..TEST }), SprtError::Rate);
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_and_sums_to_one() {
        let p = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.3, 0.5, 0.514, 0.8] {
            let q = likeliest(&p, mean);
            assert!((q.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((0..5).map(|i| q[i] * score(i)).sum::<f64>() - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn clear_matches_are_decided_and_even_ones_go_on() {
        assert_eq!(TEST.verdict(&Pentanomial([0, 0, 0, 0, 0])), Verdict::Continue);
        assert_eq!(TEST.verdict(&Pentanomial([2, 5, 10, 6, 2])), Verdict::Continue);
        assert_eq!(TEST.verdict(&Pentanomial([50, 200, 500, 400, 150])), Verdict::AcceptH1);
        assert_eq!(TEST.verdict(&Pentanomial([150, 400, 500, 200, 50])), Verdict::AcceptH0);
    }

    #[test]
    fn the_ratio_agrees_with_the_normal_approximation() {
        let pairs = Pentanomial([50, 200, 500, 220, 60]);
        let (mean, variance) = pairs.mean_and_variance();
        let (s0, s1) = (expected_score(TEST.elo0), expected_score(TEST.elo1));
        let normal = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((TEST.llr(&pairs) - normal).abs() < 0.05, "{} {normal}", TEST.llr(&pairs));
    }

    proptest::proptest! {
        #[test]
        fn exchanging_hypotheses_and_engines_negates(counts in proptest::array::uniform5(0u64..300)) {
            let mut turned = counts;
            turned.reverse();
            let mirror = Sprt { elo0: -TEST.elo1, elo1: -TEST.elo0, ..TEST };
            let sum = TEST.llr(&Pentanomial(counts)) + mirror.llr(&Pentanomial(turned));
            proptest::prop_assert!(sum.abs() < 1e-6, "{sum}");
        }
    }
}
