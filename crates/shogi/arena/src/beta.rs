//! The beta distribution: shares with a smooth distribution over 0..=1.

/// Parameters from which on the normal distribution is as good and the continued fraction slow.
const NEARLY_NORMAL: f64 = 1e5;

/// Terms of the continued fraction at most; it needs about the root of the larger parameter.
const TERMS: u32 = 10_000;

/// Halvings that find a quantile to the last bits.
const HALVINGS: usize = 60;

/// A beta distribution, by its two positive parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// Returns the beta distribution with this mean and variance, `None`
    /// without one: the mean must be inside 0..1 and the variance above 0 and
    /// below `mean * (1 - mean)`.
    pub(crate) fn of_moments(mean: f64, variance: f64) -> Option<Self> {
        let sum = mean * (1.0 - mean) / variance - 1.0;
        let beta = Self { a: mean * sum, b: (1.0 - mean) * sum };
        (beta.a > 0.0 && beta.b > 0.0 && sum.is_finite()).then_some(beta)
    }

    /// Returns the probability (0..=1) of at most `x` (0..=1).
    pub(crate) fn probability_below(self, x: f64) -> f64 {
        let Self { a, b } = self;
        if a.min(b) > NEARLY_NORMAL {
            let mean = a / (a + b);
            let deviation = (mean * (1.0 - mean) / (a + b + 1.0)).sqrt();
            return normal((x - mean) / deviation);
        }
        // The fraction converges fast on this side of the mean only.
        if x > (a + 1.0) / (a + b + 2.0) {
            return 1.0 - Self { a: b, b: a }.probability_below(1.0 - x);
        }
        if x <= 0.0 {
            return 0.0;
        }
        let log =
            a * x.ln() + b * (-x).ln_1p() + libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
        log.exp() / (a * self.fraction(x))
    }

    /// Returns the value below which lies `probability` (0..=1).
    pub(crate) fn quantile(self, probability: f64) -> f64 {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for _ in 0..HALVINGS {
            let middle = low.midpoint(high);
            if self.probability_below(middle) < probability { low = middle } else { high = middle }
        }
        low.midpoint(high)
    }

    /// The continued fraction `1 + d1 / (1 + d2 / (1 + ...))` of the incomplete beta function, by
    /// the method of Lentz.
    fn fraction(self, x: f64) -> f64 {
        let Self { a, b } = self;
        let (mut value, mut upper, mut lower) = (1.0, 1.0, 0.0);
        for term in 1..=TERMS {
            let m = f64::from(term / 2);
            let factor = if term % 2 == 0 {
                m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
            } else {
                -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
            };
            lower = 1.0 / (1.0 + factor * lower);
            upper = 1.0 + factor / upper;
            let change = upper * lower;
            value *= change;
            if (change - 1.0).abs() < 1e-14 {
                break;
            }
        }
        value
    }
}

/// Distribution function of the normal distribution.
pub(crate) fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / core::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(a: f64, b: f64, x: f64) -> f64 {
        Beta { a, b }.probability_below(x)
    }

    /// Closed forms: `x^a` for `b = 1`, sums of binomials, the arcsine law.
    #[test]
    fn probabilities_are_those_of_closed_forms() {
        for x in [0.01, 0.2, 0.5, 0.9, 0.999] {
            assert!((below(1.0, 1.0, x) - x).abs() < 1e-12);
            assert!((below(17.0, 1.0, x) - x.powi(17)).abs() < 1e-12);
            assert!((below(2.0, 2.0, x) - x * x * (3.0 - 2.0 * x)).abs() < 1e-12);
            let arcsine = 2.0 / core::f64::consts::PI * x.sqrt().asin();
            assert!((below(0.5, 0.5, x) - arcsine).abs() < 1e-12);
        }
        assert!((below(2.0, 2.0, 0.0), below(2.0, 2.0, 1.0)) == (0.0, 1.0));
    }

    #[test]
    fn large_parameters_go_over_into_the_normal_distribution() {
        let deviation = 0.5 / (2.0 * NEARLY_NORMAL + 1.0).sqrt();
        for parameter in [NEARLY_NORMAL, NEARLY_NORMAL + 1.0] {
            let found = below(parameter, parameter, 0.5 - 1.959_964 * deviation);
            assert!((found - 0.025).abs() < 1e-5, "{found}");
        }
    }

    #[test]
    fn quantiles_turn_probabilities_round() {
        for (a, b) in [(0.75, 3.0), (12.0, 0.5), (300.0, 200.0)] {
            let beta = Beta { a, b };
            for probability in [0.025, 0.5, 0.975] {
                let found = beta.probability_below(beta.quantile(probability));
                assert!((found - probability).abs() < 1e-9, "{a} {b} {probability} {found}");
            }
        }
    }

    #[test]
    fn moments_give_the_parameters() {
        let beta = Beta::of_moments(0.25, 0.25 * 0.75 / 9.0).unwrap();
        assert!((beta.a - 2.0).abs() < 1e-12 && (beta.b - 6.0).abs() < 1e-12);
        for (mean, variance) in [(0.0, 0.1), (1.0, 0.0), (0.5, 0.25), (0.5, 0.0)] {
            assert_eq!(Beta::of_moments(mean, variance), None);
        }
    }
}
