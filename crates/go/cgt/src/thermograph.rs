//! A thermograph: mean, temperature and the stops of the cooled game.

use crate::{Dyadic, Result, Trajectory};

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
    /// A number: moving costs the mover.
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
    pub(crate) fn integer(n: Dyadic) -> Self {
        let wall = Trajectory::constant(n);
        Self { left: wall.clone(), right: wall, temperature: Trajectory::START, mean: n }
    }

    /// Where the scaffolds meet they become the mast.
    pub(crate) fn from_scaffolds(left: &Trajectory, right: &Trajectory) -> Result<Self> {
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

    /// The mean value (count), the position of the mast.
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
