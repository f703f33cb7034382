//! Comparison of games.

use rustc_hash::FxHashMap;

use crate::simplest::Bound;
use crate::{Dyadic, GameId, NumberUpStar, Outcome, Relation, Result, Universe};

/// Braces that are not a number and whose canonical form is not known yet.
#[derive(Debug)]
pub(crate) struct RawForm<'a> {
    left: &'a [GameId],
    right: &'a [GameId],
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// Known results of `(x, x <= this form)` and of `(x, x >= this form)`.
    at_most: FxHashMap<GameId, bool>,
    at_least: FxHashMap<GameId, bool>,
}

impl<'a> RawForm<'a> {
    pub(crate) fn new(universe: &Universe, left: &'a [GameId], right: &'a [GameId]) -> Self {
        let left_stop = left.iter().map(|&l| universe.right_stop(l)).max();
        let right_stop = right.iter().map(|&r| universe.left_stop(r)).min();
        Self {
            left,
            right,
            // A game without options on one side would be a number.
            left_stop: left_stop.unwrap_or_default(),
            right_stop: right_stop.unwrap_or_default(),
            at_most: FxHashMap::default(),
            at_least: FxHashMap::default(),
        }
    }
}

impl Universe {
    /// How `g` compares with `h`.
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`], [`crate::CgtError::TooDeep`].
    pub fn compare(&mut self, g: GameId, h: GameId) -> Result<Relation> {
        Ok(Relation::from_bounds(self.at_most(g, h)?, self.at_most(h, g)?))
    }

    /// Who wins `g` under normal play.
    ///
    /// # Errors
    /// As [`Universe::compare`].
    pub fn outcome(&mut self, g: GameId) -> Result<Outcome> {
        Ok(self.compare(g, GameId::ZERO)?.into())
    }

    /// Whether `g <= h`: no Left option of `g` is at least `h`, and no Right option of `h` is at
    /// most `g` ([ww1982] chapter 2).
    ///
    /// # Errors
    /// As [`Universe::compare`].
    pub fn at_most(&mut self, g: GameId, h: GameId) -> Result<bool> {
        if let Some(known) = self.at_most_at_sight(g, h) {
            return Ok(known);
        }
        if let Some(&known) = self.memo.at_most.get(&(g, h)) {
            return Ok(known);
        }
        let holds = self.deeper(|u| u.at_most_by_options(g, h))?;
        self.charge(1)?;
        self.memo.at_most.insert((g, h), holds);
        Ok(holds)
    }

    /// `g <= h` if decided by identity, the closed forms or the stops.
    fn at_most_at_sight(&self, g: GameId, h: GameId) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let (Some(a), Some(b)) = (self.as_closed_form(g), self.as_closed_form(h)) {
            return Some(a.relation(b).is_at_most());
        }
        let (low, high) = (self.right_stop(h), self.left_stop(h));
        if self.left_stop(g) < low {
            return Some(true);
        }
        // Stops are monotone: g <= h puts both stops of g at most at those of h.
        let fails = self.left_stop(g) > high || self.right_stop(g) > low;
        fails.then_some(false)
    }

    fn at_most_by_options(&mut self, g: GameId, h: GameId) -> Result<bool> {
        // Options of a number can be skipped: if the other game is not a
        // number, a side with a good move has one there (number avoidance
        // theorem, [siegel2013] II.3).
        if self.as_number(g).is_none() {
            for &l in self.options(g)?.left.iter() {
                if self.at_most(h, l)? {
                    return Ok(false);
                }
            }
        }
        if self.as_number(h).is_none() {
            for &r in self.options(h)?.right.iter() {
                if self.at_most(r, g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether `x` is at most the form.
    pub(crate) fn at_most_raw(&mut self, x: GameId, form: &mut RawForm<'_>) -> Result<bool> {
        let (left_stop, right_stop) = (self.left_stop(x), self.right_stop(x));
        if left_stop < form.right_stop {
            return Ok(true);
        }
        if left_stop > form.left_stop || right_stop > form.right_stop {
            return Ok(false);
        }
        if let Some(&known) = form.at_most.get(&x) {
            return Ok(known);
        }
        let holds = self.deeper(|u| u.at_most_raw_by_options(x, form))?;
        form.at_most.insert(x, holds);
        Ok(holds)
    }

    fn at_most_raw_by_options(&mut self, x: GameId, form: &mut RawForm<'_>) -> Result<bool> {
        for &r in form.right {
            if self.at_most(r, x)? {
                return Ok(false);
            }
        }
        for &l in self.options(x)?.left.iter() {
            if self.at_least_raw(l, form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `x` is at least the form.
    pub(crate) fn at_least_raw(&mut self, x: GameId, form: &mut RawForm<'_>) -> Result<bool> {
        let (left_stop, right_stop) = (self.left_stop(x), self.right_stop(x));
        if right_stop > form.left_stop {
            return Ok(true);
        }
        if left_stop < form.left_stop || right_stop < form.right_stop {
            return Ok(false);
        }
        if let Some(&known) = form.at_least.get(&x) {
            return Ok(known);
        }
        let holds = self.deeper(|u| u.at_least_raw_by_options(x, form))?;
        form.at_least.insert(x, holds);
        Ok(holds)
    }

    fn at_least_raw_by_options(&mut self, x: GameId, form: &mut RawForm<'_>) -> Result<bool> {
        for &l in form.left {
            if self.at_most(x, l)? {
                return Ok(false);
            }
        }
        for &r in self.options(x)?.right.iter() {
            if self.at_most_raw(r, form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The lower end of the numbers that no option in `left` reaches.
    ///
    /// A game is at least every number below its Right stop, and possibly the stop itself.
    pub(crate) fn bound_of_left(&mut self, left: &[GameId]) -> Result<Option<Bound>> {
        let Some(at) = left.iter().map(|&l| self.right_stop(l)).max() else { return Ok(None) };
        let number = self.number(at)?;
        for &l in left {
            if self.at_most(number, l)? {
                return Ok(Some(Bound { at, closed: false }));
            }
        }
        Ok(Some(Bound { at, closed: true }))
    }

    /// The upper end of the numbers that no option in `right` reaches.
    pub(crate) fn bound_of_right(&mut self, right: &[GameId]) -> Result<Option<Bound>> {
        let Some(at) = right.iter().map(|&r| self.left_stop(r)).min() else { return Ok(None) };
        let number = self.number(at)?;
        for &r in right {
            if self.at_most(r, number)? {
                return Ok(Some(Bound { at, closed: false }));
            }
        }
        Ok(Some(Bound { at, closed: true }))
    }

    /// The number `x`.
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`].
    pub fn number(&mut self, x: Dyadic) -> Result<GameId> {
        self.closed_form(NumberUpStar::number(x))
    }
}
