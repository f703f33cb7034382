//! Walls of thermographs: piecewise linear functions of the temperature.

use std::cmp::Ordering;

use crate::{Dyadic, Result};

/// A stretch of a wall: from temperature `from` upwards the value is `value` and grows by `slope`
/// per unit of temperature, until the next stretch begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The temperature at which it begins, at least -1.
    pub from: Dyadic,
    /// The value there.
    pub value: Dyadic,
    /// -1, 0 or 1.
    pub slope: i8,
}

impl Stretch {
    fn at(&self, temperature: Dyadic) -> Result<Dyadic> {
        let rise = temperature.checked_sub(self.from)?.checked_mul(i64::from(self.slope))?;
        self.value.checked_add(rise)
    }
}

/// A continuous piecewise linear function of the temperature, from -1 upwards, with slopes -1, 0
/// and 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trajectory {
    stretches: Vec<Stretch>,
}

/// Two trajectories between two neighbouring break points of either.
struct Interval {
    from: Dyadic,
    /// The end; `None` for the last one, which has none.
    to: Option<Dyadic>,
    a: Stretch,
    b: Stretch,
}

impl Interval {
    /// Where within the interval `a` and `b` meet, `a` being on the side `a_is` of `b` at its
    /// start.
    fn meeting(&self, a_is: Ordering) -> Result<Option<Dyadic>> {
        let closing = match a_is {
            Ordering::Equal => return Ok(Some(self.from)),
            Ordering::Greater => self.b.slope - self.a.slope,
            Ordering::Less => self.a.slope - self.b.slope,
        };
        let gap = self.a.value.checked_sub(self.b.value)?.abs();
        let after = match closing {
            1 => gap,
            2 => gap.half()?,
            _ => return Ok(None),
        };
        let meeting = self.from.checked_add(after)?;
        Ok(Some(meeting).filter(|m| self.to.is_none_or(|to| *m <= to)))
    }
}

impl Trajectory {
    /// The lowest temperature: -1.
    pub const START: Dyadic = Dyadic::MINUS_ONE;

    /// The function that is `value` everywhere.
    #[must_use]
    pub fn constant(value: Dyadic) -> Self {
        Self { stretches: vec![Stretch { from: Self::START, value, slope: 0 }] }
    }

    /// The stretches, by temperature; the last one has no end. Neighbours differ in slope.
    #[must_use]
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// The value at a temperature (below -1: that of the first stretch prolonged).
    ///
    /// # Errors
    /// [`crate::CgtError::Overflow`].
    pub fn value_at(&self, temperature: Dyadic) -> Result<Dyadic> {
        self.stretch_at(temperature).at(temperature)
    }

    /// The slope just below a temperature.
    #[must_use]
    pub fn slope_below(&self, temperature: Dyadic) -> i8 {
        let next = self.stretches.partition_point(|s| s.from < temperature);
        self.stretches[next.saturating_sub(1)].slope
    }

    fn stretch_at(&self, temperature: Dyadic) -> Stretch {
        let next = self.stretches.partition_point(|s| s.from <= temperature);
        self.stretches[next.saturating_sub(1)]
    }

    /// This plus `by` times the temperature; the slopes must stay within -1 to 1.
    pub(crate) fn tilted(&self, by: i8) -> Result<Self> {
        let tilt = |s: &Stretch| {
            let value = s.value.checked_add(s.from.checked_mul(i64::from(by))?)?;
            Ok(Stretch { from: s.from, value, slope: s.slope + by })
        };
        Ok(Self { stretches: self.stretches.iter().map(tilt).collect::<Result<_>>()? })
    }

    /// The greater one of two functions at every temperature.
    pub(crate) fn max(&self, other: &Self) -> Result<Self> {
        self.envelope(other, Ordering::Greater)
    }

    /// The smaller one of two functions at every temperature.
    pub(crate) fn min(&self, other: &Self) -> Result<Self> {
        self.envelope(other, Ordering::Less)
    }

    /// The one of two functions that is on the side `wanted` of the other, at every temperature.
    fn envelope(&self, other: &Self, wanted: Ordering) -> Result<Self> {
        let mut result = Self { stretches: Vec::new() };
        for interval in self.intervals(other)? {
            let (a, b) = (interval.a, interval.b);
            let order = a.value.cmp(&b.value);
            let first = match order.then(a.slope.cmp(&b.slope)) {
                o if o == wanted => a,
                _ => b,
            };
            result.push(first);
            if order == Ordering::Equal {
                continue;
            }
            if let Some(at) = interval.meeting(order)? {
                let second = if first == a { b } else { a };
                result.push(Stretch { from: at, value: second.at(at)?, slope: second.slope });
            }
        }
        Ok(result)
    }

    /// The lowest temperature at which `self <= other`, if there is one.
    pub(crate) fn first_at_most(&self, other: &Self) -> Result<Option<Dyadic>> {
        for interval in self.intervals(other)? {
            match interval.a.value.cmp(&interval.b.value) {
                Ordering::Greater => {
                    if let Some(at) = interval.meeting(Ordering::Greater)? {
                        return Ok(Some(at));
                    }
                }
                _ => return Ok(Some(interval.from)),
            }
        }
        Ok(None)
    }

    /// This up to `temperature`, and constant above.
    pub(crate) fn frozen_at(&self, temperature: Dyadic) -> Result<Self> {
        let mast = Stretch { from: temperature, value: self.value_at(temperature)?, slope: 0 };
        let mut result = Self { stretches: Vec::new() };
        for &stretch in self.stretches.iter().filter(|s| s.from < temperature) {
            result.push(stretch);
        }
        result.push(mast);
        Ok(result)
    }

    /// Appends a stretch that continues the function.
    fn push(&mut self, stretch: Stretch) {
        self.stretches.pop_if(|last| last.from == stretch.from);
        if self.stretches.last().is_none_or(|last| last.slope != stretch.slope) {
            self.stretches.push(stretch);
        }
    }

    /// Both functions cut at the break points of either.
    fn intervals(&self, other: &Self) -> Result<Vec<Interval>> {
        let mut cuts: Vec<_> =
            self.stretches.iter().chain(&other.stretches).map(|s| s.from).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let piece = |wall: &Self, from: Dyadic| -> Result<Stretch> {
            let stretch = wall.stretch_at(from);
            Ok(Stretch { from, value: stretch.at(from)?, slope: stretch.slope })
        };
        let make = |(i, &from): (usize, &Dyadic)| {
            let to = cuts.get(i + 1).copied();
            Ok(Interval { from, to, a: piece(self, from)?, b: piece(other, from)? })
        };
        cuts.iter().enumerate().map(make).collect()
    }
}
