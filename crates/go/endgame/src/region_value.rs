//! A region and its value as a game.

use zenpuku_cgt::{CgtError, Dyadic, GameId, Initiative};
use zenpuku_go::{PointSet, Scoring};

use crate::LocalSolver;

/// A region and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionValue<S> {
    /// Its points.
    pub points: S,
    /// Its value in points for Black.
    pub raw: GameId,
    /// That value cooled by one; by area, where a move costs nothing, the value itself.
    pub chilled: GameId,
    /// The mean of the raw value: the count, in points for Black.
    pub mean: Dyadic,
    /// The temperature of the raw value: the value of a move (miai counting), in points.
    pub temperature: Dyadic,
    /// Gote, sente or reverse sente.
    pub initiative: Initiative,
}

impl<S: PointSet> LocalSolver<S> {
    pub(crate) fn describe(&mut self, points: S, raw: GameId) -> Result<RegionValue<S>, CgtError> {
        let chilled = self.summand(raw)?;
        let thermograph = self.universe.thermograph(raw)?;
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        Ok(RegionValue {
            points,
            raw,
            chilled,
            mean,
            temperature,
            initiative: thermograph.initiative(),
        })
    }

    /// The contribution of a region to the sum being scored.
    pub(crate) fn summand(&mut self, raw: GameId) -> Result<GameId, CgtError> {
        match self.scoring {
            Scoring::Territory => self.universe.chill(raw),
            Scoring::Area => Ok(raw),
        }
    }
}
