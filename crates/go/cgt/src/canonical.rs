//! Canonical forms.

use crate::compare::RawForm;
use crate::nus::recognise;
use crate::simplest::simplest_between;
use crate::{GameId, NumberUpStar, Player, Result, Universe};

impl Universe {
    /// The game `{left | right}`.
    ///
    /// Brought to canonical form: a number is the simplest one between the options (simplicity
    /// theorem); else reversible options are bypassed and dominated ones left out until none
    /// remains ([ww1982] chapter 3, [siegel2013] II.2).
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`], [`crate::CgtError::TooDeep`],
    /// [`crate::CgtError::Overflow`].
    pub fn game(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId> {
        let low = self.bound_of_left(left)?;
        let high = self.bound_of_right(right)?;
        if let Some(number) = simplest_between(low, high)? {
            return self.number(number);
        }
        let form = &mut RawForm::new(self, left, right);
        let left = self.undominated(left, Player::Left)?;
        let right = self.undominated(right, Player::Right)?;
        let (left, right) = self.bypass_reversible(left, right, form)?;
        match self.recognise(&left, &right) {
            Some(closed) => self.closed_form(closed),
            None => self.intern(left, right),
        }
    }

    /// What remains of both lists when reversible options are bypassed.
    fn bypass_reversible(
        &mut self,
        mut left: Vec<GameId>,
        mut right: Vec<GameId>,
        form: &mut RawForm<'_>,
    ) -> Result<(Vec<GameId>, Vec<GameId>)> {
        // Neither step changes the value, so `form` represents the game throughout.
        while let Some(longer) = self.bypass_left(&left, form)? {
            left = self.undominated(&longer, Player::Left)?;
        }
        while let Some(longer) = self.bypass_right(&right, form)? {
            right = self.undominated(&longer, Player::Right)?;
        }
        Ok((left, right))
    }

    /// The Left options with every reversible one replaced; `None` if none is reversible.
    fn bypass_left(
        &mut self,
        left: &[GameId],
        form: &mut RawForm<'_>,
    ) -> Result<Option<Vec<GameId>>> {
        let mut result = Vec::with_capacity(left.len());
        let mut changed = false;
        'options: for &l in left {
            for &reply in self.options(l)?.right.iter() {
                if self.at_most_raw(reply, form)? {
                    result.extend_from_slice(&self.options(reply)?.left);
                    changed = true;
                    continue 'options;
                }
            }
            result.push(l);
        }
        Ok(changed.then_some(result))
    }

    /// The Right options with every reversible one replaced; `None` if none is reversible.
    fn bypass_right(
        &mut self,
        right: &[GameId],
        form: &mut RawForm<'_>,
    ) -> Result<Option<Vec<GameId>>> {
        let mut result = Vec::with_capacity(right.len());
        let mut changed = false;
        'options: for &r in right {
            for &reply in self.options(r)?.left.iter() {
                if self.at_least_raw(reply, form)? {
                    result.extend_from_slice(&self.options(reply)?.right);
                    changed = true;
                    continue 'options;
                }
            }
            result.push(r);
        }
        Ok(changed.then_some(result))
    }

    /// The options that no other one of the same side is at least as good as.
    fn undominated(&mut self, options: &[GameId], side: Player) -> Result<Vec<GameId>> {
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        'options: for &option in options {
            let mut i = 0;
            while let Some(&other) = kept.get(i) {
                if self.is_as_good(other, option, side)? {
                    continue 'options;
                }
                if self.is_as_good(option, other, side)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }

    fn is_as_good(&mut self, a: GameId, b: GameId, side: Player) -> Result<bool> {
        match side {
            Player::Left => self.at_most(b, a),
            Player::Right => self.at_most(a, b),
        }
    }

    fn recognise(&self, left: &[GameId], right: &[GameId]) -> Option<NumberUpStar> {
        let closed = |side: &[GameId]| -> Option<Vec<_>> {
            side.iter().map(|&o| self.as_closed_form(o)).collect()
        };
        recognise(&closed(left)?, &closed(right)?)
    }
}
