//! Exact numbers of thermographs with kos, in which thirds, fifths and sevenths occur.

use std::fmt;

/// The common denominator of all numbers. Values that are not multiples of its
/// inverse are refused, not rounded.
const UNIT: i64 = (1 << 14) * 3_i64.pow(7) * 5 * 5 * 7 * 11 * 13;

/// A number of points as a multiple of one over a fixed common denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(i64);

impl Exact {
    /// Minus one, the lowest temperature.
    pub(crate) const MINUS_ONE: Self = Self(-UNIT);
    /// More than any region is worth to either side: what endless play counts.
    pub(crate) const ENDLESS: Self = Self(UNIT * 50_000);

    /// A whole number of points.
    pub(crate) const fn integer(points: i32) -> Self {
        Self(points as i64 * UNIT)
    }

    /// Whether endless play decides, for whichever side.
    pub(crate) const fn is_endless(self) -> bool {
        self.0.abs() > Self::ENDLESS.0 / 2
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// A multiple of this.
    pub(crate) const fn times(self, factor: i64) -> Self {
        Self(self.0 * factor)
    }

    /// This divided by a positive divisor; `None` if the result is not a multiple of the unit.
    pub(crate) const fn over(self, divisor: i64) -> Option<Self> {
        if self.0 % divisor == 0 { Some(Self(self.0 / divisor)) } else { None }
    }

    /// About half way to another number, rounded to the unit.
    pub(crate) const fn halfway(self, other: Self) -> Self {
        Self(self.0 + (other.0 - self.0) / 2)
    }

    /// -1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> i64 {
        self.0.signum()
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / UNIT as f64
    }

    /// Numerator and denominator in lowest terms.
    #[must_use]
    pub const fn ratio(self) -> (i64, i64) {
        let (mut a, mut b) = (self.0.abs(), UNIT);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.0 / a, UNIT / a)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ratio() {
            (numerator, 1) => write!(f, "{numerator}"),
            (numerator, denominator) => write!(f, "{numerator}/{denominator}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_shown_in_lowest_terms_and_never_rounded() {
        let third = Exact::integer(-5).over(3).unwrap();
        assert_eq!(third.to_string(), "-5/3");
        assert_eq!(third.times(3).to_string(), "-5");
        assert_eq!(Exact::default().to_string(), "0");
        assert_eq!(Exact::integer(1).over(17), None);
    }
}
