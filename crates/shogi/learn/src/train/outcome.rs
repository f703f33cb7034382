//! What became of a position in its game.
//!
//! The result is the truth, but one noisy bit for all positions of a game; the next scores are
//! sure, but by the same evaluation as the score itself. Between them is Sutton's TD(lambda)
//! [sutton1988]: the average of all later values, with weights that decrease by ply.

use super::scale::{chance, sigmoid};
use crate::game::{Game, GameError};

/// What became of a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The game's result: 1, 0 or -1.
    pub result: i8,
    /// The winning chance by later values, 0 to 1.
    pub later: f32,
}

impl Outcome {
    /// The same for the other side.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self { result: -self.result, later: 1.0 - self.later }
    }
}

/// The horizon of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Horizon {
    /// Mean number of plies to the label, at least 1: a ply has `1 - 1 / plies`
    /// of the weight of the previous one.
    pub plies: f64,
    /// Centipawns for odds of e to 1 of the scores on the way.
    pub scale: f64,
}

impl Horizon {
    /// `outcome` with the score of its own position included among later values.
    fn with_score(&self, outcome: Outcome, score: i16) -> Outcome {
        let by_score = sigmoid(f64::from(score) / self.scale) as f32;
        let share = 1.0 / self.plies as f32;
        Outcome { later: outcome.later + share * (by_score - outcome.later), ..outcome }
    }
}

/// The outcomes of all positions of `game` in which a move was made, each for its side to move.
///
/// # Errors
/// [`GameError::Start`] when the game has no legal start.
pub(crate) fn outcomes(game: &Game, horizon: Option<Horizon>) -> Result<Vec<Outcome>, GameError> {
    let first = game.start_position()?.side_to_move();
    let last_mover = if game.moves.len().is_multiple_of(2) { first.flip() } else { first };
    let result = game.result_for(last_mover);
    let mut outcome = Outcome { result, later: chance(result) as f32 };
    let mut outcomes = Vec::with_capacity(game.moves.len());
    for index in (0..game.moves.len()).rev() {
        outcomes.push(outcome);
        let score = horizon.zip(game.score(index));
        outcome =
            score.map_or(outcome, |(horizon, score)| horizon.with_score(outcome, score)).turned();
    }
    outcomes.reverse();
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_arena::game::{Ending, Winner};
    use zenpuku_shogi::Position;

    /// Two opening moves and three with scores; White, who moves second, wins.
    fn game() -> Game {
        Game {
            number: 0,
            start: Position::startpos().to_packed().unwrap(),
            start_ply: 1,
            moves: vec![0; 5],
            opening_plies: 2,
            scores: vec![0, 300, -300],
            winner: Some(Winner::White),
            ending: Ending::Resignation,
        }
    }

    #[test]
    fn without_a_horizon_only_the_result_counts() {
        let outcomes = outcomes(&game(), None).unwrap();
        let found: Vec<_> =
            outcomes.iter().map(|outcome| (outcome.result, outcome.later)).collect();
        assert_eq!(found, [(-1, 0.0), (1, 1.0), (-1, 0.0), (1, 1.0), (-1, 0.0)]);
    }

    #[test]
    fn with_a_horizon_the_next_scores_count_most() {
        let outcomes = outcomes(&game(), Some(Horizon { plies: 2.0, scale: 300.0 })).unwrap();
        let e = 1.0f32.exp();
        // White's label is half Black's last score, half the result.
        let fourth = 1.0 - 0.5 / (1.0 + e);
        let third = 1.0 - 0.5 * (e / (1.0 + e) + fourth);
        let second = 1.0 - 0.5 * (0.5 + third);
        let expected = [1.0 - second, second, third, fourth, 0.0];
        for (outcome, expected) in outcomes.iter().zip(expected) {
            assert!((outcome.later - expected).abs() < 1e-6, "{outcomes:?}");
        }
    }
}
