//! Elo differences from game pairs, with error bars [vandenbergh2019].
//!
//! Games come in pairs: one opening, colours swapped. The two games of a pair
//! are not independent, so the unit of statistics is the pair's score, which
//! has five values (the pentanomial model).

use serde::{Deserialize, Serialize};

/// Standard deviations that hold 95 % of a normal distribution.
const CONFIDENCE_95: f64 = 1.959_963_985;

/// Stands in for empty classes, so that a one-sided result has finite Elo.
const PRIOR: f64 = 1e-3;

/// How often pairs scored 0, 1/2, 1, 3/2 and 2 points for the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// An Elo difference with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Elo of the first engine above the second.
    pub elo: f64,
    /// Half of the width of the 95 % interval, in Elo.
    pub error: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Pentanomial {
    /// Counts a pair by the half points (0..=4) the first engine made in it.
    ///
    /// # Panics
    /// When a pair is said to have more than four half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Frequency of each score with the prior, and the mass they sum up.
    pub(crate) fn distribution(&self) -> ([f64; 5], f64) {
        let counts = self.0.map(|count| if count == 0 { PRIOR } else { count as f64 });
        let mass: f64 = counts.iter().sum();
        (counts.map(|count| count / mass), mass)
    }

    /// Mean score a game (0..=1) and its variance a pair.
    #[must_use]
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let (p, _) = self.distribution();
        let mean = (0..5).map(|i| p[i] * score(i)).sum::<f64>();
        let variance = (0..5).map(|i| p[i] * (score(i) - mean).powi(2)).sum();
        (mean, variance)
    }

    /// The Elo difference; `None` before the first pair.
    #[must_use]
    pub fn elo(&self) -> Option<EloEstimate> {
        if self.count() == 0 {
            return None;
        }
        let (mean, variance) = self.mean_and_variance();
        let half_width = CONFIDENCE_95 * (variance / self.count() as f64).sqrt();
        let (low, high) = (elo_of(mean - half_width), elo_of(mean + half_width));
        Some(EloEstimate { elo: elo_of(mean), error: (high - low) / 2.0, low, high })
    }
}

/// Score a game (0..=1) of a pair with `half_points`.
pub(crate) fn score(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// The Elo difference that makes `score` (clamped to 0.0001..=0.9999) the expected score.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score a game (0..=1) of an engine that is `elo` stronger.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_match_is_zero_with_a_symmetric_interval() {
        let estimate = Pentanomial([10, 20, 40, 20, 10]).elo().unwrap();
        assert!(estimate.elo.abs() < 1e-9);
        assert!((estimate.low + estimate.high).abs() < 1e-9);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let estimate = Pentanomial([0, 0, 50, 0, 50]).elo().unwrap();
        assert!((estimate.elo - 190.85).abs() < 0.1, "{estimate:?}");
        // Variance a pair 1/16, 100 pairs: 0.75 +- 0.049.
        assert!((estimate.low - elo_of(0.75 - 0.049)).abs() < 0.5, "{estimate:?}");
    }

    #[test]
    fn correlated_pairs_have_smaller_errors_than_single_games() {
        // Each opening decides its games: every pair is 1-1 although all games are decisive.
        let estimate = Pentanomial([0, 0, 100, 0, 0]).elo().unwrap();
        assert!(estimate.error < 1.0, "{estimate:?}");
    }

    #[test]
    fn no_games_no_elo_and_whitewash_is_finite() {
        assert_eq!(Pentanomial::default().elo(), None);
        assert!(Pentanomial([0, 0, 0, 0, 10]).elo().unwrap().elo.is_finite());
    }

    proptest::proptest! {
        #[test]
        fn score_and_elo_are_inverse(elo in -600.0..600.0f64) {
            proptest::prop_assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-6);
        }

        #[test]
        fn swapping_the_engines_negates(counts in proptest::array::uniform5(0u64..200)) {
            let mut turned = counts;
            turned.reverse();
            if let (Some(a), Some(b)) = (Pentanomial(counts).elo(), Pentanomial(turned).elo()) {
                proptest::prop_assert!((a.elo + b.elo).abs() < 1e-6);
            }
        }
    }
}
