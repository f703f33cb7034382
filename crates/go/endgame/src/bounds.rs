//! Bounds for boards that are not solved as a whole.
//!
//! A player who never plays in a region again loses there at most all of its empty points and its own stones on them,
//! with their points: the opponent, playing alone, can neither capture safe stones nor gain a point twice, and its own
//! stones stay where they are, which is not territory. To such a player a move of the
//! opponent in the region is a pass on the rest of the board, and in a sum of short
//! games passing never helps. So the score of the rest plus that loss bounds the
//! score of the board, for any ko or seki in the region and any ko rule. Own stones
//! must not be given up, or the opponent could play in the region endlessly.

use zenpuku_cgt::{CgtError, GameId};
use zenpuku_go::{Board, Color, PointSet, Scoring};

use crate::{
    LocalError, LocalSolver, LoopValue, Partition, RegionValue, partition, partition_given,
};

/// A region without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved<S> {
    /// Its points.
    pub points: S,
    /// Why it has no value.
    pub reason: LocalError,
    /// Its bounds on the score, in points for Black.
    pub range: LoopValue,
}

/// A board by territory, some regions of which may have no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialSolution<S> {
    /// Where the board was cut.
    pub partition: Partition<S>,
    /// The settled part, with prisoners, in points for Black.
    pub settled: i32,
    /// The regions with values.
    pub regions: Vec<RegionValue<S>>,
    /// The others.
    pub unsolved: Vec<Unsolved<S>>,
    /// The score with Black first and with White first; exact if all regions are solved.
    pub scores: [LoopValue; 2],
}

impl<S: PointSet> LocalSolver<S> {
    /// Solves regions if possible and bounds the rest.
    ///
    /// # Errors
    /// If the sum cannot be computed within the bounds on games.
    pub fn solve_partly(&mut self, board: &Board<S>) -> Result<PartialSolution<S>, CgtError> {
        let partition = partition_given(board, self.given());
        let settled = self.offset(board, partition.settled_territory(board));
        self.solve_parts(board, partition, settled)
    }

    /// Solves the regions of a partition; `settled` is the value of the rest, in points for Black.
    pub(crate) fn solve_parts(
        &mut self,
        board: &Board<S>,
        partition: Partition<S>,
        settled: i32,
    ) -> Result<PartialSolution<S>, CgtError> {
        let (mut regions, mut unsolved) = (Vec::new(), Vec::new());
        for &points in &partition.regions {
            match self.value(board, partition.safe, points) {
                Ok(raw) => regions.push(self.describe(points, raw)?),
                Err(reason) => {
                    let range = range(board, points, Scoring::Territory);
                    unsolved.push(Unsolved { points, reason, range });
                }
            }
        }
        let chilled: Vec<GameId> = regions.iter().map(|region| region.chilled).collect();
        let sums = [self.score(&chilled, Color::Black)?, self.score(&chilled, Color::White)?];
        let low: i32 = unsolved.iter().map(|region| region.range.low).sum();
        let high: i32 = unsolved.iter().map(|region| region.range.high).sum();
        let scores = sums.map(|sum| sum + settled);
        let scores = scores.map(|score| LoopValue { low: score + low, high: score + high });
        Ok(PartialSolution { partition, settled, regions, unsolved, scores })
    }
}

/// The bounds of an open region on Black's score if one of the players never plays there.
pub(crate) fn range<S: PointSet>(board: &Board<S>, region: S, scoring: Scoring) -> LoopValue {
    let most = |color: Color| {
        let count = match scoring {
            Scoring::Territory => {
                let taken = board.stones(color.opponent()) & region;
                (region & board.empties()).count() + 2 * taken.count()
            }
            Scoring::Area => region.count(),
        };
        count as i32
    };
    LoopValue { low: -most(Color::White), high: most(Color::Black) }
}

/// Bounds from the settled points alone: each player is given everything that is open.
#[must_use]
pub fn settled_bounds<S: PointSet>(board: &Board<S>, scoring: Scoring) -> LoopValue {
    let partition = partition(board);
    let settled = match scoring {
        Scoring::Territory => partition.settled_territory(board),
        Scoring::Area => {
            let points = |color: Color| {
                (partition.settled.0[color.index()] | partition.safe[color.index()]).count() as i32
            };
            points(Color::Black) - points(Color::White)
        }
    };
    let ranges = partition.regions.iter().map(|&region| range(board, region, scoring));
    ranges.fold(LoopValue { low: settled, high: settled }, |sum, range| LoopValue {
        low: sum.low + range.low,
        high: sum.high + range.high,
    })
}
