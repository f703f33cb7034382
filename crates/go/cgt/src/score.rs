//! The integer rule: from a chilled value to the score of the game.
//!
//! For a ko-free sum under territory scoring with chilled value `g` the score with Black (Left)
//! first is the smallest integer `n` with `g <= n`, with White (Right) first the greatest integer
//! `n` with `n <= g` ([mathgo1994] chapter 2).

use crate::{CgtError, Dyadic, GameId, Result, Universe};

impl Universe {
    /// The score with Black first, in points for Black, of a territory position whose chilled
    /// value is `chilled`.
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`], [`CgtError::TooDeep`], [`CgtError::Overflow`].
    pub fn black_first_score(&mut self, chilled: GameId) -> Result<i64> {
        self.least_integer_at_least(chilled)
    }

    /// The score with White first, in points for Black, of a territory position whose chilled
    /// value is `chilled`.
    ///
    /// # Errors
    /// As [`Universe::black_first_score`].
    pub fn white_first_score(&mut self, chilled: GameId) -> Result<i64> {
        self.greatest_integer_at_most(chilled)
    }

    /// The smallest integer `n` with `g <= n`.
    ///
    /// # Errors
    /// As [`Universe::black_first_score`].
    pub fn least_integer_at_least(&mut self, g: GameId) -> Result<i64> {
        let stop = self.left_stop(g);
        let n = stop.ceil();
        // Below every number above its Left stop, a game can still be confused with the stop.
        if !stop.is_integer() || self.is_at_most_integer(g, n)? {
            return Ok(n);
        }
        n.checked_add(1).ok_or(CgtError::Overflow)
    }

    /// The greatest integer `n` with `n <= g`.
    ///
    /// # Errors
    /// As [`Universe::black_first_score`].
    pub fn greatest_integer_at_most(&mut self, g: GameId) -> Result<i64> {
        let stop = self.right_stop(g);
        let n = stop.floor();
        if !stop.is_integer() || self.is_at_least_integer(g, n)? {
            return Ok(n);
        }
        n.checked_sub(1).ok_or(CgtError::Overflow)
    }

    fn is_at_most_integer(&mut self, g: GameId, n: i64) -> Result<bool> {
        let n = self.number(Dyadic::try_from(n)?)?;
        self.at_most(g, n)
    }

    fn is_at_least_integer(&mut self, g: GameId, n: i64) -> Result<bool> {
        let n = self.number(Dyadic::try_from(n)?)?;
        self.at_most(n, g)
    }
}
