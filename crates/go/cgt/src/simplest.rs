//! The simplest number: its options, and the simplest one of an interval.

use std::ops::Neg;

use crate::{CgtError, Dyadic, Result};

impl Dyadic {
    /// The simplest number's left and right option: `{a | b}` in canonical form.
    ///
    /// [ww1982] chapter 2: an integer n above 0 is `{n-1 | }`, `m/2^k` is
    /// `{(m-1)/2^k | (m+1)/2^k}`.
    #[must_use]
    pub fn options(self) -> (Option<Self>, Option<Self>) {
        // Stepping towards zero by one or between odd numerators cannot overflow: an odd
        // numerator is at most 2^63 - 1, and the even neighbour 2^63 is halved.
        let step = |by: i64| {
            Self::reduce(i128::from(self.numerator()) + i128::from(by), self.exponent()).ok()
        };
        match (self.exponent(), self.signum()) {
            (0, 1) => (step(-1), None),
            (0, -1) => (None, step(1)),
            (0, _) => (None, None),
            _ => (step(-1), step(1)),
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
