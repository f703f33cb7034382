//! A whole board by area as a sum of its regions.
//!
//! By area a player has its territory, its prisoners and all stones that it has played, as each stone is on the board at the
//! end or a prisoner of the other side. So a region is the same game as by territory, but that a stone played in it
//! adds a point for its player, and a dame is the switch `{1|-1}`. Points where
//! a side cannot play without loss need no special rule: the last mover does
//! not matter.
//!
//! The score with a side to move first is that side's stop of the sum. Proof that passes change nothing: let the side
//! that would get the stop by moving in each position move there and in turn answer each move so. If the other side passes, or
//! plays where all is settled, the first side is to move in the same sum, and its own stop is at least the other side's.
//! If the sum is a number, its regions count without play ([`LocalSolver`]
//! refuses others), so both may pass. Every line ends, as no ko can arise and
//! no position of a region comes back, so no ban of superko applies.

use zenpuku_cgt::{CgtError, Dyadic, GameId};
use zenpuku_go::{Board, Color, PointSet, Scoring};

use crate::{LocalLimits, LocalSolver, SolveError, TerritorySolution};

/// Solves a board by area whose open regions are all without ko and seki.
///
/// # Errors
/// The first region that is not a short game, or exceeds the limits.
pub fn solve_area<S: PointSet>(
    board: &Board<S>,
    limits: LocalLimits,
) -> Result<(TerritorySolution<S>, LocalSolver<S>), SolveError> {
    let mut solver = LocalSolver::new(limits).by_area();
    let solution = solver.solve(board)?;
    Ok((solution, solver))
}

/// The number of Black's stones played minus White's, from the board and its prisoners.
#[must_use]
pub fn stones_played<S: PointSet>(board: &Board<S>) -> i32 {
    let played =
        |color: Color| (board.stones(color).count() + board.prisoners(color.opponent())) as i32;
    played(Color::Black) - played(Color::White)
}

impl<S: PointSet> LocalSolver<S> {
    /// Values are by area from now on. Proofs that a ko changes nothing are by territory, and are not tried.
    #[must_use]
    pub(crate) fn by_area(mut self) -> Self {
        self.scoring = Scoring::Area;
        self.without_pruning()
    }

    /// The value of the settled part of the board, with prisoners and by area
    /// the stones played, in points for Black.
    pub(crate) fn offset(&self, board: &Board<S>, territory: i32) -> i32 {
        match self.scoring {
            Scoring::Territory => territory,
            Scoring::Area => territory + stones_played(board),
        }
    }

    /// The result of play in a sum that ends in integers.
    pub(crate) fn stop(&mut self, summands: &[GameId], first: Color) -> Result<i32, CgtError> {
        // Plus a half, the sum is below the next integer and above all smaller
        // ones, so infinitesimals do not matter.
        let half = Dyadic::new(i64::from(first.sign()), 1)?;
        let mut sum = summands.to_vec();
        sum.push(self.universe.number(half)?);
        let next = match first {
            Color::Black => self.universe.sum_black_first_score(&sum)?,
            Color::White => self.universe.sum_white_first_score(&sum)?,
        };
        i32::try_from(next - i64::from(first.sign())).map_err(|_| CgtError::Overflow)
    }
}
