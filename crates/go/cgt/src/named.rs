//! Games with a name.

use crate::{CgtError, Dyadic, GameId, NumberUpStar, Result, Universe};

impl Universe {
    /// The integer `n`: `n` free moves for Left (for Right if negative).
    ///
    /// # Errors
    /// [`CgtError::Overflow`] for -2^63; [`CgtError::BudgetExceeded`].
    pub fn integer(&mut self, n: i64) -> Result<GameId> {
        self.number(Dyadic::try_from(n)?)
    }

    /// `n·↑`, where `↑ = {0 | *}`; for a negative `n`, downs.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] for -2^31; [`CgtError::BudgetExceeded`].
    pub fn ups(&mut self, n: i32) -> Result<GameId> {
        if n == i32::MIN {
            return Err(CgtError::Overflow);
        }
        self.closed_form(NumberUpStar::infinitesimal(n, 0))
    }

    /// The nimber `*n`: a nim heap of `n` (`*0` is 0, `*1` is `*`).
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`].
    pub fn nimber(&mut self, n: u32) -> Result<GameId> {
        self.closed_form(NumberUpStar::infinitesimal(0, n))
    }

    /// The switch `{a | b}`.
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn switch(&mut self, a: GameId, b: GameId) -> Result<GameId> {
        self.game(&[a], &[b])
    }

    /// `±x = {x | -x}`.
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn plus_minus(&mut self, x: GameId) -> Result<GameId> {
        let negative = self.neg(x)?;
        self.switch(x, negative)
    }

    /// Tiny-x: `{0 || 0 | -x}`, for positive `x` a positive infinitesimal smaller than every
    /// multiple of up ([ww1982] chapter 5).
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn tiny(&mut self, x: GameId) -> Result<GameId> {
        let threat = self.neg(x)?;
        let threat = self.switch(GameId::ZERO, threat)?;
        self.switch(GameId::ZERO, threat)
    }

    /// Miny-x, the negative of tiny-x: `{x | 0 || 0}`.
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn miny(&mut self, x: GameId) -> Result<GameId> {
        let tiny = self.tiny(x)?;
        self.neg(tiny)
    }
}
