//! Thermographs: mean, temperature and the stops of cooled games.

use std::sync::Arc;

use crate::{Dyadic, GameId, NumberUpStar, Result, Trajectory, Universe};

/// The thermograph of a game.
///
/// At temperature `t` from 0 upwards the walls are the stops of the game cooled by `t`
/// ([ww1982] chapter 6). They are continued down to -1 by the same rule, so that numbers have
/// temperatures too: -1 for integers, `-1/2^k` for a number with denominator `2^k`
/// ([siegel2013] II.5). An infinitesimal that is not 0 has temperature 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thermograph {
    left: Trajectory,
    right: Trajectory,
    temperature: Dyadic,
    mean: Dyadic,
}

/// Who gains what by moving first when a game is about to freeze.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Initiative {
    /// A number: whoever moves loses by it.
    Settled,
    /// Gote: each player loses the turn by moving (both walls slant).
    Gote,
    /// Left's sente, Right's reverse sente: Right answers Left's move (the left wall is
    /// vertical).
    LeftSente,
    /// Right's sente, Left's reverse sente: Left answers Right's move (the right wall is
    /// vertical).
    RightSente,
}

impl Thermograph {
    fn integer(n: Dyadic) -> Self {
        let wall = Trajectory::constant(n);
        Self { left: wall.clone(), right: wall, temperature: Trajectory::START, mean: n }
    }

    /// Where the scaffolds meet they become the mast.
    fn from_scaffolds(left: &Trajectory, right: &Trajectory) -> Result<Self> {
        let temperature = left.first_at_most(right)?.unwrap_or(Trajectory::START);
        let mean = left.value_at(temperature)?;
        let (left, right) = (left.frozen_at(temperature)?, right.frozen_at(temperature)?);
        Ok(Self { left, right, temperature, mean })
    }

    /// The left wall: the Left stop of the game cooled by each temperature.
    #[must_use]
    pub fn left_wall(&self) -> &Trajectory {
        &self.left
    }

    /// The right wall: the Right stop of the game cooled by each temperature.
    #[must_use]
    pub fn right_wall(&self) -> &Trajectory {
        &self.right
    }

    /// The temperature: the lowest at which the walls have met; in points of territory, for Go,
    /// the value of a move (miai counting). At least -1.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// The mean value (count), where the mast stands.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// Gote or sente, judged just below the temperature.
    #[must_use]
    pub fn initiative(&self) -> Initiative {
        if self.temperature.signum() < 0 {
            return Initiative::Settled;
        }
        let slopes =
            (self.left.slope_below(self.temperature), self.right.slope_below(self.temperature));
        match slopes {
            (0, _) => Initiative::LeftSente,
            (_, 0) => Initiative::RightSente,
            _ => Initiative::Gote,
        }
    }
}

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
        let walls = [&thermograph.left, &thermograph.right];
        self.charge(1 + walls.iter().map(|w| w.stretches().len()).sum::<usize>())?;
        self.memo.thermographs.insert(g, thermograph.clone());
        Ok(thermograph)
    }

    /// The mean value of `g`.
    ///
    /// # Errors
    /// As [`Universe::thermograph`].
    pub fn mean(&mut self, g: GameId) -> Result<Dyadic> {
        Ok(self.thermograph(g)?.mean)
    }

    /// The temperature of `g`, at least -1.
    ///
    /// # Errors
    /// As [`Universe::thermograph`].
    pub fn temperature(&mut self, g: GameId) -> Result<Dyadic> {
        Ok(self.thermograph(g)?.temperature)
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
            let wall = self.thermograph(l)?.right.tilted(-1)?;
            left = Some(left.map_or(Ok(wall.clone()), |w: Trajectory| w.max(&wall))?);
        }
        for &r in options.right.iter() {
            let wall = self.thermograph(r)?.left.tilted(1)?;
            right = Some(right.map_or(Ok(wall.clone()), |w: Trajectory| w.min(&wall))?);
        }
        match (left, right) {
            (Some(left), Some(right)) => Thermograph::from_scaffolds(&left, &right),
            // Without options on one side the game would be an integer.
            _ => Ok(Thermograph::integer(self.left_stop(g))),
        }
    }
}
