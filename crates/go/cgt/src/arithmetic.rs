//! Negation, sums, multiples.

use crate::{Dyadic, GameId, NumberUpStar, Result, Universe};

impl Universe {
    /// `-g`.
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`], [`crate::CgtError::TooDeep`].
    pub fn neg(&mut self, g: GameId) -> Result<GameId> {
        if let Some(known) = self.known_negative(g) {
            return Ok(known);
        }
        let negative = match self.as_closed_form(g) {
            Some(closed) => self.closed_form(-closed)?,
            None => self.deeper(|u| u.neg_by_options(g))?,
        };
        self.set_negative(g, negative);
        Ok(negative)
    }

    /// The negatives of canonical options are canonical.
    fn neg_by_options(&mut self, g: GameId) -> Result<GameId> {
        let options = self.options(g)?;
        let left = options.right.iter().map(|&r| self.neg(r)).collect::<Result<_>>()?;
        let right = options.left.iter().map(|&l| self.neg(l)).collect::<Result<_>>()?;
        self.intern(left, right)
    }

    /// `g + h`.
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`], [`crate::CgtError::TooDeep`],
    /// [`crate::CgtError::Overflow`].
    pub fn add(&mut self, g: GameId, h: GameId) -> Result<GameId> {
        if self.known_negative(g) == Some(h) {
            return Ok(GameId::ZERO);
        }
        match (self.as_closed_form(g), self.as_closed_form(h)) {
            (Some(a), Some(b)) => return self.closed_form(a.checked_add(b)?),
            (Some(a), None) if a.is_number() => return self.translate(h, a.number),
            (None, Some(b)) if b.is_number() => return self.translate(g, b.number),
            _ => {}
        }
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.memo.sums.get(&key) {
            return Ok(known);
        }
        let sum = self.deeper(|u| u.add_by_options(g, h))?;
        self.charge(1)?;
        self.memo.sums.insert(key, sum);
        Ok(sum)
    }

    fn add_by_options(&mut self, g: GameId, h: GameId) -> Result<GameId> {
        let (of_g, of_h) = (self.options(g)?, self.options(h)?);
        let mut left = self.add_to_each(&of_g.left, h)?;
        left.extend(self.add_to_each(&of_h.left, g)?);
        let mut right = self.add_to_each(&of_g.right, h)?;
        right.extend(self.add_to_each(&of_h.right, g)?);
        self.game(&left, &right)
    }

    fn add_to_each(&mut self, options: &[GameId], h: GameId) -> Result<Vec<GameId>> {
        options.iter().map(|&o| self.add(o, h)).collect()
    }

    /// `g + x` for a number `x`: if `g` is not a number, `{g^L + x | g^R + x}`, canonical if `g`
    /// is (number translation theorem, [siegel2013] II.3).
    fn translate(&mut self, g: GameId, x: Dyadic) -> Result<GameId> {
        if x.is_zero() {
            return Ok(g);
        }
        if let Some(closed) = self.as_closed_form(g) {
            return self.closed_form(closed.checked_add(NumberUpStar::number(x))?);
        }
        let number = self.number(x)?;
        let key = (g.min(number), g.max(number));
        if let Some(&known) = self.memo.sums.get(&key) {
            return Ok(known);
        }
        let sum = self.deeper(|u| {
            let options = u.options(g)?;
            let left = options.left.iter().map(|&l| u.translate(l, x)).collect::<Result<_>>()?;
            let right = options.right.iter().map(|&r| u.translate(r, x)).collect::<Result<_>>()?;
            u.intern(left, right)
        })?;
        self.charge(1)?;
        self.memo.sums.insert(key, sum);
        Ok(sum)
    }

    /// `g - h`.
    ///
    /// # Errors
    /// As [`Universe::add`].
    pub fn sub(&mut self, g: GameId, h: GameId) -> Result<GameId> {
        let negative = self.neg(h)?;
        self.add(g, negative)
    }

    /// The sum of all `games`.
    ///
    /// # Errors
    /// As [`Universe::add`].
    pub fn sum(&mut self, games: &[GameId]) -> Result<GameId> {
        // Closed forms are added last: sums of braces without them are met again more often.
        let (mut total, mut closed) = (GameId::ZERO, NumberUpStar::default());
        for &g in games {
            match self.as_closed_form(g) {
                Some(form) => closed = closed.checked_add(form)?,
                None => total = self.add(total, g)?,
            }
        }
        let closed = self.closed_form(closed)?;
        self.add(total, closed)
    }

    /// `g` taken `factor` times.
    ///
    /// # Errors
    /// As [`Universe::add`].
    pub fn multiple(&mut self, g: GameId, factor: i64) -> Result<GameId> {
        if let Some(closed) = self.as_closed_form(g) {
            return self.closed_form(closed.checked_mul(factor)?);
        }
        let mut power = if factor < 0 { self.neg(g)? } else { g };
        let mut left = factor.unsigned_abs();
        let mut total = GameId::ZERO;
        while left > 0 {
            if left % 2 == 1 {
                total = self.add(total, power)?;
            }
            left /= 2;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(total)
    }
}
