//! Dyadic rationals with checked arithmetic.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

mod checked;

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
///
/// Numerators lie strictly between -2^63 and 2^63, exponents between 0 and
/// [`Dyadic::MAX_EXPONENT`]; what leaves that range is an error, never a wrong number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    /// The greatest power of two in a denominator.
    pub const MAX_EXPONENT: u32 = 62;
    /// 0.
    pub const ZERO: Self = Self { numerator: 0, exponent: 0 };
    /// 1.
    pub const ONE: Self = Self { numerator: 1, exponent: 0 };
    /// -1.
    pub const MINUS_ONE: Self = Self { numerator: -1, exponent: 0 };

    /// The odd numerator (any integer if the exponent is 0).
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The power of two in the denominator, 0 to [`Dyadic::MAX_EXPONENT`].
    #[must_use]
    pub fn exponent(self) -> u32 {
        self.exponent
    }

    /// The denominator, 1 to 2^62.
    #[must_use]
    pub fn denominator(self) -> i64 {
        1 << self.exponent
    }

    /// Whether this is an integer.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// The greatest integer not above this.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The least integer not below this.
    #[must_use]
    pub fn ceil(self) -> i64 {
        -((-self.numerator) >> self.exponent)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        Self { numerator: self.numerator.abs(), exponent: self.exponent }
    }

    /// This as a floating-point number, for display only (rounded beyond 53 bits).
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator() as f64
    }

    fn scaled(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Self {
        Self { numerator: i64::from(n), exponent: 0 }
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator())
        }
    }
}
