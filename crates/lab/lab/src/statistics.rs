//! Intervals of 95 %: of rates, of sums of pairs, of two settings on the same problems.

use zenpuku_core::random::SplitMix64;

/// The normal distribution's 97.5 % point.
const Z: f64 = 1.959_964;
/// Samples of a bootstrap.
const SAMPLES: usize = 2_000;
/// Seed of a bootstrap, so that the same figures give the same interval.
const SEED: u64 = 0x2006;

/// An interval that holds the true value in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl std::fmt::Display for Interval {
    /// With the precision asked for, else one decimal: `12.0 to 20.5`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        write!(f, "{:.decimals$} to {:.decimals$}", self.low, self.high)
    }
}

/// The interval of a rate, from `successes` of `count` tries, by Wilson's score
/// [wilson1927]; from 0 to 1 without tries.
#[must_use]
pub fn rate(successes: u64, count: u64) -> Interval {
    if count == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, share) = (count as f64, successes as f64 / count as f64);
    let scale = 1.0 + Z * Z / n;
    let middle = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The interval of a statistic of units, by drawing whole units again and again (percentile
/// bootstrap [efron1979]): the measurements of a position, or of a game, stay together.
/// `None` for fewer than two units, or if the statistic is never a number.
#[must_use]
pub fn bootstrap<T: Copy>(units: &[T], statistic: impl Fn(&[T]) -> f64) -> Option<Interval> {
    if units.len() < 2 {
        return None;
    }
    let mut random = SplitMix64::new(SEED);
    let mut drawn = Vec::with_capacity(units.len());
    let mut values: Vec<f64> = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        drawn.clear();
        drawn.extend((0..units.len()).map(|_| units[random.below(units.len() as u64) as usize]));
        values.push(statistic(&drawn));
    }
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get(((values.len() as f64 - 1.0) * share).round() as usize);
    Some(Interval { low: *at(0.025)?, high: *at(0.975)? })
}

/// Sum of the second figures over that of the first.
#[must_use]
pub fn ratio(pairs: &[(f64, f64)]) -> f64 {
    let (first, second) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    second / first
}

/// The mean over the pairs of the second figure over the first.
#[must_use]
pub fn mean_ratio(pairs: &[(f64, f64)]) -> f64 {
    pairs.iter().map(|(first, second)| second / first).sum::<f64>() / pairs.len() as f64
}

/// The chance of a split at least as uneven as `first` against `second` if both were equally likely:
/// the exact test of McNemar, both ends, for two settings on the same problems [mcnemar1947].
#[must_use]
pub fn split_chance(first: u64, second: u64) -> f64 {
    let (count, few) = (first + second, first.min(second));
    let mut term = 0.5_f64.powf(count as f64);
    let mut sum = term;
    for k in 0..few {
        term *= (count - k) as f64 / (k + 1) as f64;
        sum += term;
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} {expected}");
    }

    /// Known values: the interval of 8 of 38 and of 0 of 10 by Wilson's formula.
    #[test]
    fn rates_have_wilsons_interval() {
        let of = rate(8, 38);
        near(of.low, 0.1107);
        near(of.high, 0.3635);
        near(rate(0, 10).low, 0.0);
        near(rate(0, 10).high, 0.2775);
        assert_eq!(rate(0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(format!("{:.2}", rate(0, 0)), "0.00 to 1.00");
    }

    #[test]
    fn a_bootstrap_holds_the_ratio_and_repeats() {
        let pairs: Vec<(f64, f64)> =
            (1..60).map(|n| (f64::from(n), f64::from(n) * 0.5 + f64::from(n % 7))).collect();
        let found = bootstrap(&pairs, ratio).unwrap();
        assert_eq!(Some(found), bootstrap(&pairs, ratio));
        let whole = ratio(&pairs);
        assert!(found.low < whole && whole < found.high && found.high - found.low < 0.1);
        let same = bootstrap(&[(2.0, 1.0); 9], mean_ratio).unwrap();
        assert_eq!(same, Interval { low: 0.5, high: 0.5 });
        assert_eq!(bootstrap(&pairs[..1], ratio), None);
    }

    #[test]
    fn splits_have_their_exact_chance() {
        near(split_chance(0, 5), 0.0625);
        near(split_chance(3, 3), 1.0);
        near(split_chance(1, 9), 0.0215);
        near(split_chance(0, 0), 1.0);
    }
}
