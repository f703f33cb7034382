//! Dyadic rationals with checked arithmetic.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use crate::{CgtError, Result};

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

    /// `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the lowest terms are out of range.
    pub fn new(numerator: i64, exponent: u32) -> Result<Self> {
        Self::reduce(i128::from(numerator), exponent)
    }

    fn reduce(numerator: i128, exponent: u32) -> Result<Self> {
        if numerator == 0 {
            return Ok(Self::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - shift;
        let numerator = i64::try_from(numerator >> shift).map_err(|_| CgtError::Overflow)?;
        // -2^63 is left out so that negation cannot fail.
        if exponent > Self::MAX_EXPONENT || numerator == i64::MIN {
            return Err(CgtError::Overflow);
        }
        Ok(Self { numerator, exponent })
    }

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

    /// The sum.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_add(self, other: Self) -> Result<Self> {
        let exponent = self.exponent.max(other.exponent);
        // Each term is below 2^63 * 2^62, so the sum fits.
        Self::reduce(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_sub(self, other: Self) -> Result<Self> {
        self.checked_add(-other)
    }

    /// This taken `factor` times.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_mul(self, factor: i64) -> Result<Self> {
        Self::reduce(i128::from(self.numerator) * i128::from(factor), self.exponent)
    }

    /// Half of this.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the denominator is out of range.
    pub fn half(self) -> Result<Self> {
        Self::reduce(i128::from(self.numerator), self.exponent + 1)
    }

    /// The simplest number's left and right option: `{a | b}` in canonical form.
    ///
    /// [ww1982] chapter 2: an integer n above 0 is `{n-1 | }`, `m/2^k` is
    /// `{(m-1)/2^k | (m+1)/2^k}`.
    #[must_use]
    pub fn options(self) -> (Option<Self>, Option<Self>) {
        // Stepping towards zero by one or between odd numerators cannot overflow: an odd
        // numerator is at most 2^63 - 1, and the even neighbour 2^63 is halved.
        let step =
            |by: i64| Self::reduce(i128::from(self.numerator) + i128::from(by), self.exponent).ok();
        match (self.exponent, self.signum()) {
            (0, 1) => (step(-1), None),
            (0, -1) => (None, step(1)),
            (0, _) => (None, None),
            _ => (step(-1), step(1)),
        }
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

impl TryFrom<i64> for Dyadic {
    type Error = CgtError;

    fn try_from(n: i64) -> Result<Self> {
        Self::new(n, 0)
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

/// One end of an interval of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) at: Dyadic,
    /// Whether the end itself belongs to the interval.
    pub(crate) closed: bool,
}

/// The simplest number between two bounds (`None`: unbounded), if there is a number.
///
/// Simplest means born first: the integer nearest to zero, else the number with the smallest
/// denominator ([ww1982] chapter 2, the simplicity rule).
pub(crate) fn simplest_between(low: Option<Bound>, high: Option<Bound>) -> Result<Option<Dyadic>> {
    if let (Some(l), Some(h)) = (low, high)
        && l.at >= h.at
    {
        return Ok((l.at == h.at && l.closed && h.closed).then_some(l.at));
    }
    let above = |x: Dyadic| low.is_none_or(|b| x > b.at || (b.closed && x == b.at));
    let below = |x: Dyadic| high.is_none_or(|b| x < b.at || (b.closed && x == b.at));
    match (above(Dyadic::ZERO), below(Dyadic::ZERO)) {
        (true, true) => Ok(Some(Dyadic::ZERO)),
        (false, false) => Ok(None),
        (false, true) => low.map_or(Ok(None), |b| simplest_above(b, below)),
        (true, false) => {
            let mirror = |b: Bound| Bound { at: -b.at, closed: b.closed };
            let low_mirrored = |x: Dyadic| above(-x);
            let found = high.map_or(Ok(None), |b| simplest_above(mirror(b), low_mirrored))?;
            Ok(found.map(Neg::neg))
        }
    }
}

/// The simplest number at or above a bound that is not below zero, in an interval that is not
/// empty and ends where `below` ends.
fn simplest_above(low: Bound, below: impl Fn(Dyadic) -> bool) -> Result<Option<Dyadic>> {
    let above = |x: Dyadic| x > low.at || (low.closed && x == low.at);
    for exponent in 0..=Dyadic::MAX_EXPONENT {
        let next = next_multiple(low.at, exponent, above)?;
        if below(next) {
            return Ok(Some(next));
        }
    }
    Err(CgtError::Overflow)
}

/// The least multiple of `2^-exponent` that is `above`, at or next to `x`.
fn next_multiple(x: Dyadic, exponent: u32, above: impl Fn(Dyadic) -> bool) -> Result<Dyadic> {
    let shift = i64::from(x.exponent()) - i64::from(exponent);
    let floor = if shift >= 0 {
        i128::from(x.numerator()) >> shift
    } else {
        i128::from(x.numerator()) << -shift
    };
    let candidate = Dyadic::reduce(floor, exponent)?;
    if above(candidate) { Ok(candidate) } else { Dyadic::reduce(floor + 1, exponent) }
}
