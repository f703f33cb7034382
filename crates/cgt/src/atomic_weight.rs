//! Atomic weight of all-small games.

use rustc_hash::FxHashSet;

use crate::{CgtError, GameId, Relation, Result, Universe};

impl Universe {
    /// Whether `g` is all-small: at every position either both players can move or none can.
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`], [`CgtError::TooDeep`].
    pub fn is_all_small(&mut self, g: GameId) -> Result<bool> {
        Ok(self.nimbers_of_all_small(g)?.is_some())
    }

    /// The greatest nim heap within `g`, if `g` is all-small.
    fn nimbers_of_all_small(&mut self, g: GameId) -> Result<Option<u32>> {
        let mut seen: FxHashSet<GameId> = std::iter::once(g).collect();
        let mut open = vec![g];
        let mut greatest = 0;
        while let Some(position) = open.pop() {
            if let Some(closed) = self.as_closed_form(position) {
                if !closed.number.is_zero() {
                    return Ok(None);
                }
                // n·↑ + *m holds heaps up to m xor 1.
                greatest = greatest.max(closed.nimber | 1);
                continue;
            }
            let options = self.options(position)?;
            open.extend(
                options.left.iter().chain(options.right.iter()).filter(|&&o| seen.insert(o)),
            );
        }
        Ok(Some(greatest))
    }

    /// The atomic weight of `g`: how many ups it is worth where nim heaps abound.
    ///
    /// `{aw(g^L) - 2 | aw(g^R) + 2}` unless that is an integer. Then it is 0 if `g` is confused
    /// with the far star (a nim heap larger than any in `g`), the greatest integer that the Right
    /// options allow if `g` is greater, the least that the Left options allow if it is less
    /// ([ww1982] chapter 8, [siegel2013] II.7).
    ///
    /// # Errors
    /// [`CgtError::NotAllSmall`]; else as [`Universe::game`].
    pub fn atomic_weight(&mut self, g: GameId) -> Result<GameId> {
        let greatest = self.nimbers_of_all_small(g)?.ok_or(CgtError::NotAllSmall)?;
        let far_star = greatest.checked_add(1).and_then(u32::checked_next_power_of_two);
        let far_star = self.nimber(far_star.ok_or(CgtError::Overflow)?)?;
        self.atomic_weight_against(g, far_star)
    }

    fn atomic_weight_against(&mut self, g: GameId, far_star: GameId) -> Result<GameId> {
        if let Some(closed) = self.as_closed_form(g) {
            return self.integer(i64::from(closed.up));
        }
        if let Some(&known) = self.memo.atomic_weights.get(&g) {
            return Ok(known);
        }
        let weight = self.deeper(|u| {
            let options = u.options(g)?;
            let left = u.weights(&options.left, -2, far_star)?;
            let right = u.weights(&options.right, 2, far_star)?;
            let weight = u.game(&left, &right)?;
            match u.as_number(weight) {
                Some(x) if x.is_integer() => u.integral_weight(g, &left, &right, far_star),
                _ => Ok(weight),
            }
        })?;
        self.charge(1)?;
        self.memo.atomic_weights.insert(g, weight);
        Ok(weight)
    }

    fn weights(&mut self, options: &[GameId], by: i64, far_star: GameId) -> Result<Vec<GameId>> {
        let by = self.integer(by)?;
        let weight = |&o: &GameId| {
            let weight = self.atomic_weight_against(o, far_star)?;
            self.add(weight, by)
        };
        options.iter().map(weight).collect()
    }

    /// The eccentric case: the options allow several integers.
    fn integral_weight(
        &mut self,
        g: GameId,
        left: &[GameId],
        right: &[GameId],
        far_star: GameId,
    ) -> Result<GameId> {
        let mut weight = 0;
        match self.compare(g, far_star)? {
            Relation::Greater => {
                for (i, &r) in right.iter().enumerate() {
                    let most = self.least_integer_at_least(r)?.checked_sub(1);
                    let most = most.ok_or(CgtError::Overflow)?;
                    weight = if i == 0 { most } else { weight.min(most) };
                }
            }
            Relation::Less => {
                for (i, &l) in left.iter().enumerate() {
                    let least = self.greatest_integer_at_most(l)?.checked_add(1);
                    let least = least.ok_or(CgtError::Overflow)?;
                    weight = if i == 0 { least } else { weight.max(least) };
                }
            }
            Relation::Equal | Relation::Confused => {}
        }
        self.integer(weight)
    }
}
