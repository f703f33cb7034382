//! Mistakes in games of go, read from their reviews.

use super::index::Row;
use crate::document::{GoGame, Stored, side_of};
use crate::protocol::{GamePhase, GoKeptReview, GoPosition, GoReviewedStep, GoStep, Side};
use serde::{Deserialize, Serialize};

/// A stored mistake, as text in the database. Moves are named as in GTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GoMistake {
    pub(super) position: GoPosition,
    pub(super) rules: String,
    /// The other side's move before it.
    pub(super) last: Option<String>,
    /// The move played.
    pub(super) mv: String,
    /// The moves without loss.
    pub(super) best: Vec<String>,
    /// A move that answers the one played, if the review has it.
    pub(super) answer: Option<String>,
    pub(super) points: i32,
    pub(super) basis: String,
    /// The step of the game that the move leads to.
    pub(super) step: u32,
}

/// The key of a position in the schedule; captured stones do not count. It differs from every SFEN.
fn key(position: &GoPosition) -> String {
    let GoPosition { diagram, turn, ko, .. } = position;
    let turn = match turn {
        Side::Black => 'b',
        Side::White => 'w',
    };
    format!("{} {turn} {}", diagram.replace('\n', "/"), ko.as_deref().unwrap_or("-"))
}

/// The mistakes of a stored game by its review, if it has one. Moves of lines that leave the game are
/// not the players'.
pub(super) fn mistakes(body: &str) -> Result<Vec<Row>, serde_json::Error> {
    let Some(game) = serde_json::from_str::<Stored>(body)?.go_game() else { return Ok(Vec::new()) };
    let Some(review) = &game.kept.review else { return Ok(Vec::new()) };
    let reviewed = review.moves.iter().filter(|step| is_played(review, step));
    reviewed.filter_map(|step| mistake(&game, review, step).transpose()).collect()
}

fn is_played(review: &GoKeptReview, step: &GoReviewedStep) -> bool {
    review.branch.moves.is_empty() || step.at <= review.branch.from
}

/// A reviewed move as a row, if it loses points and better moves are known.
fn mistake(
    game: &GoGame,
    review: &GoKeptReview,
    GoReviewedStep { at, reviewed }: &GoReviewedStep,
) -> Result<Option<Row>, serde_json::Error> {
    let steps = &game.record.steps;
    let at = *at as usize;
    let Some([before, after]) = at.checked_sub(1).and_then(|first| steps.get(first..=at)) else {
        return Ok(None);
    };
    let side = side_of(reviewed.color);
    // What does not belong to the game as it is read now is left out.
    let fits = before.position.turn == side && after.mv.as_ref() == Some(&reviewed.mv);
    let points = reviewed.loss.filter(|&points| points > 0);
    let Some(points) = points.filter(|_| fits && !reviewed.best.is_empty()) else {
        return Ok(None);
    };
    let next = review.moves.iter().find(|step| step.at as usize == at + 1);
    let mistake = GoMistake {
        position: before.position.clone(),
        rules: review.rules.clone(),
        last: before.mv.clone(),
        mv: reviewed.mv.clone(),
        best: reviewed.best.clone(),
        answer: next.and_then(|step| step.reviewed.best.first().cloned()),
        points,
        basis: reviewed.basis.clone(),
        step: at as u32,
    };
    Ok(Some(Row {
        ply: number(game, &steps[at + 1..]),
        side,
        sfen: key(&before.position),
        phase: GamePhase::Endgame,
        motif: String::new(),
        missed: None,
        body: serde_json::to_string(&mistake)?,
    }))
}

/// The number of the last move before these steps, which end the game.
fn number(game: &GoGame, rest: &[GoStep]) -> u32 {
    let moves = rest.iter().filter(|step| step.mv.is_some()).count();
    game.record.moves.saturating_sub(moves as u32)
}
