//! A whole board by territory: the sum of its regions' chilled values and the integer rule [mathgo1994].

use thiserror::Error;
use zenpuku_cgt::{CgtError, GameId};
use zenpuku_go::{Board, Color, Move, PointSet, Scoring};

use crate::{LocalError, LocalLimits, LocalSolver, PartialSolution, Partition, RegionValue};

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Black's score less White's after it, in points without komi.
    pub score: i32,
    /// The points it loses against the best, for the player who makes it.
    pub loss: i32,
}

/// A summand and the moves in it.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its chilled value.
    pub(crate) chilled: GameId,
    /// Moves of the side to move, and the chilled value after each.
    pub(crate) moves: Vec<(Move, GameId)>,
}

/// A board solved by territory, simple ko, without komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerritorySolution<S> {
    /// Where the board was cut.
    pub partition: Partition<S>,
    /// The settled part, with prisoners, in points for Black.
    pub settled: i32,
    /// The open regions.
    pub regions: Vec<RegionValue<S>>,
    /// The score with Black first and with White first, in points for Black.
    pub scores: [i32; 2],
}

/// Why a board is not solved by this way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A region is not a short game.
    #[error("the region at {vertex}: {reason}")]
    Region {
        /// Its first point.
        vertex: String,
        /// The error.
        reason: LocalError,
    },
    /// The sum cannot be computed within the bounds.
    #[error("the sum of the regions: {0}")]
    Sum(#[from] CgtError),
}

/// Solves a board whose open regions are all without ko and seki.
///
/// # Errors
/// The first region that is not a short game, or exceeds the limits.
pub fn solve_territory<S: PointSet>(
    board: &Board<S>,
    limits: LocalLimits,
) -> Result<(TerritorySolution<S>, LocalSolver<S>), SolveError> {
    let mut solver = LocalSolver::new(limits);
    let solution = solver.solve(board)?;
    Ok((solution, solver))
}

impl<S: PointSet> LocalSolver<S> {
    /// As [`solve_territory`], keeping results from earlier boards of the same size.
    ///
    /// # Errors
    /// As [`solve_territory`].
    pub fn solve(&mut self, board: &Board<S>) -> Result<TerritorySolution<S>, SolveError> {
        let partial = self.solve_partly(board)?;
        if let Some(unsolved) = partial.unsolved.first() {
            return Err(region_error(board, unsolved.points, unsolved.reason.clone()));
        }
        let PartialSolution { partition, settled, regions, scores, .. } = partial;
        Ok(TerritorySolution { partition, settled, regions, scores: scores.map(|s| s.low) })
    }

    /// The score of a sum of [`Self::summand`]s: by the integer rule, or by
    /// area the result of play.
    pub(crate) fn score(&mut self, summands: &[GameId], first: Color) -> Result<i32, CgtError> {
        let score = match (self.scoring, first) {
            (Scoring::Territory, Color::Black) => self.universe.sum_black_first_score(summands)?,
            (Scoring::Territory, Color::White) => self.universe.sum_white_first_score(summands)?,
            (Scoring::Area, _) => return self.stop(summands, first),
        };
        i32::try_from(score).map_err(|_| CgtError::Overflow)
    }

    /// Every legal move of `first` in an open region that has a value, and the pass, the best ones first.
    ///
    /// # Errors
    /// As [`solve_territory`].
    pub fn candidates(
        &mut self,
        board: &Board<S>,
        solution: &TerritorySolution<S>,
        first: Color,
    ) -> Result<Vec<Candidate>, SolveError> {
        let mut parts = Vec::with_capacity(solution.regions.len());
        for region in &solution.regions {
            parts.push(self.part(board, solution.partition.safe, region, first)?);
        }
        Ok(self.ranked(&parts, solution.settled, first)?)
    }

    /// A region with the moves of `first` in it.
    pub(crate) fn part(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: &RegionValue<S>,
        first: Color,
    ) -> Result<Part, SolveError> {
        let mut turned = *board;
        turned.set_to_move(first);
        let mut part = Part { chilled: region.chilled, moves: Vec::new() };
        for point in (turned.legal_points() & region.points).iter() {
            let raw = self.option_after(&turned, safe, region.points, point);
            let raw = raw.map_err(|error| region_error(board, region.points, error))?;
            let Some(raw) = raw else { continue };
            part.moves.push((Move::Play(point), self.summand(raw)?));
        }
        Ok(part)
    }

    /// All moves of the parts and the pass by their results, the best first;
    /// `settled` is the value of the rest.
    pub(crate) fn ranked(
        &mut self,
        parts: &[Part],
        settled: i32,
        first: Color,
    ) -> Result<Vec<Candidate>, CgtError> {
        let mut chilled: Vec<GameId> = parts.iter().map(|part| part.chilled).collect();
        let best = self.score(&chilled, first)? + settled;
        let candidate = |mv, score| Candidate { mv, score, loss: (best - score) * first.sign() };
        let passed = self.score(&chilled, first.opponent())? + settled;
        let mut found = vec![candidate(Move::Pass, passed)];
        for (i, part) in parts.iter().enumerate() {
            for &(mv, after) in &part.moves {
                chilled[i] = after;
                let score = self.score(&chilled, first.opponent())? + settled;
                found.push(candidate(mv, score));
            }
            chilled[i] = part.chilled;
        }
        found.sort_by_key(|candidate| (candidate.loss, candidate.mv));
        Ok(found)
    }

    /// The best line of `first` and the other side in turn, until every region is a number.
    ///
    /// # Errors
    /// As [`solve_territory`].
    pub fn line(&mut self, board: &Board<S>, first: Color) -> Result<Vec<Move>, SolveError> {
        let mut board = *board;
        board.set_to_move(first);
        let mut line = Vec::new();
        // Every move but the pass fills an open point, so the line ends.
        while line.len() < 2 * board.size().area() {
            let solution = self.solve(&board)?;
            if solution.regions.iter().all(|region| region.temperature.signum() < 0) {
                break;
            }
            let best = self.candidates(&board, &solution, board.to_move())?[0].mv;
            match best {
                Move::Play(point) => board.play_unchecked(point),
                Move::Pass => board.pass(),
            };
            line.push(best);
        }
        Ok(line)
    }
}

/// Takes a move out that is not allowed: the others are then compared with the best of them, whose score is given; `None` if
/// there is no other.
pub(crate) fn leave_out(candidates: &mut Vec<Candidate>, banned: Move) -> Option<i32> {
    candidates.retain(|candidate| candidate.mv != banned);
    let &Candidate { score, loss, .. } = candidates.first()?;
    for candidate in candidates {
        candidate.loss -= loss;
    }
    Some(score)
}

fn region_error<S: PointSet>(board: &Board<S>, points: S, reason: LocalError) -> SolveError {
    let vertex = points.first().map_or_else(String::new, |point| board.size().vertex(point));
    SolveError::Region { vertex, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::Point;

    #[test]
    fn what_is_banned_is_neither_the_best_nor_a_measure() {
        let candidate = |mv, score, loss| Candidate { mv, score, loss };
        let [taken, other] = [3, 5].map(|point| Move::Play(Point::new(point)));
        let mut candidates =
            vec![candidate(taken, 4, 0), candidate(other, 3, 1), candidate(Move::Pass, 2, 2)];
        assert_eq!(leave_out(&mut candidates, taken), Some(3));
        assert_eq!(candidates, [candidate(other, 3, 0), candidate(Move::Pass, 2, 1)]);
        assert_eq!(leave_out(&mut vec![candidate(taken, 4, 0)], taken), None);
    }
}
