//! Drawing the thermographs of games from those of their options.

use std::sync::Arc;

use crate::thermograph::Thermograph;
use crate::{Dyadic, GameId, NumberUpStar, Result, Trajectory, Universe};

impl Universe {
    /// The thermograph of `g`.
    ///
    /// # Errors
    /// [`crate::CgtError::BudgetExceeded`], [`crate::CgtError::TooDeep`],
    /// [`crate::CgtError::Overflow`].
    pub fn thermograph(&mut self, g: GameId) -> Result<Arc<Thermograph>> {
        if let Some(known) = self.memo.thermographs.get(&g) {
            return Ok(known.clone());
        }
        let thermograph = Arc::new(match self.as_closed_form(g) {
            Some(closed) => self.closed_thermograph(g, closed)?,
            None => self.deeper(|u| u.thermograph_by_options(g))?,
        });
        let walls = [thermograph.left_wall(), thermograph.right_wall()];
        self.charge(1 + walls.iter().map(|w| w.stretches().len()).sum::<usize>())?;
        self.memo.thermographs.insert(g, thermograph.clone());
        Ok(thermograph)
    }

    /// The mean value of `g`.
    ///
    /// # Errors
    /// As [`Universe::thermograph`].
    pub fn mean(&mut self, g: GameId) -> Result<Dyadic> {
        Ok(self.thermograph(g)?.mean())
    }

    /// The temperature of `g`, at least -1.
    ///
    /// # Errors
    /// As [`Universe::thermograph`].
    pub fn temperature(&mut self, g: GameId) -> Result<Dyadic> {
        Ok(self.thermograph(g)?.temperature())
    }

    fn closed_thermograph(&mut self, g: GameId, closed: NumberUpStar) -> Result<Thermograph> {
        if closed.is_number() && closed.number.is_integer() {
            return Ok(Thermograph::integer(closed.number));
        }
        // Below 0 only the options count, and of those of n·↑ + *m only the side that is a
        // number moves the wall: all multiples look like ↑, all nimbers (and ↑*) like *.
        let shape = match (closed.up, closed.nimber) {
            (0, 0) => return self.thermograph_by_options(g),
            (0, _) | (1 | -1, 1) => NumberUpStar { up: 0, nimber: 1, ..closed },
            (up, _) => NumberUpStar { up: up.signum(), nimber: 0, ..closed },
        };
        let shape = self.closed_form(shape)?;
        self.deeper(|u| u.thermograph_by_options(shape))
    }

    fn thermograph_by_options(&mut self, g: GameId) -> Result<Thermograph> {
        let options = self.options(g)?;
        let (mut left, mut right) = (None, None);
        for &l in options.left.iter() {
            let wall = self.thermograph(l)?.right_wall().tilted(-1)?;
            left = Some(left.map_or(Ok(wall.clone()), |w: Trajectory| w.max(&wall))?);
        }
        for &r in options.right.iter() {
            let wall = self.thermograph(r)?.left_wall().tilted(1)?;
            right = Some(right.map_or(Ok(wall.clone()), |w: Trajectory| w.min(&wall))?);
        }
        match (left, right) {
            (Some(left), Some(right)) => Thermograph::from_scaffolds(&left, &right),
            // Without options on one side the game would be an integer.
            _ => Ok(Thermograph::integer(self.left_stop(g))),
        }
    }
}
