//! An attempt at a mistake in a game of go: a move is judged by the stored review first.

use super::attempt::record;
use super::go::GoMistake;
use super::{DailyAnswer, DailyJudged};
use crate::errors::{AppResult, error, not_found};
use crate::go::{Tried, judge_try};
use crate::mate::check_attempt;
use crate::protocol::{ErrorCode, MateAttempt, MateOutcome, Reply};
use crate::state::AppState;

/// A loss up to this counts as equal to the best move. Points are whole.
const MARGIN: i32 = 0;

fn mistake(state: &AppState, attempt: &MateAttempt) -> AppResult<GoMistake> {
    check_attempt(attempt)?;
    if !attempt.moves.is_empty() {
        return Err(error(ErrorCode::BadValue, "an attempt at a mistake of go has no moves"));
    }
    let found = state.storage.go_mistake(&attempt.sfen)?;
    found.ok_or_else(|| not_found("mistake in the position of go", &attempt.sfen))
}

/// Judges a move.
pub(super) fn play(state: &AppState, mut attempt: MateAttempt, mv: &str) -> AppResult<Reply> {
    let mistake = mistake(state, &attempt)?;
    let Tried { loss, unknown, answer } = judge(state, &mistake, mv)?;
    let good = loss.is_some_and(|points| points <= MARGIN);
    attempt.wrong = attempt.wrong.saturating_add(u32::from(loss.is_some() && !good));
    // A move that cannot be judged does not decide the attempt.
    let result = loss.map(|_| record(state, &attempt, &attempt.sfen, attempt.outcome(), good));
    let judged = DailyJudged {
        good,
        loss: 0.0,
        points: loss,
        unknown: unknown.map(str::to_owned),
        answer: answer.filter(|_| !good && loss.is_some()).into_iter().collect(),
        reasons: Vec::new(),
        best: if good { mistake.best } else { Vec::new() },
        line: None,
        result,
    };
    Ok(Reply::DailyJudged { judged: Box::new(judged) })
}

/// The best moves and the one played in the game are known from the review; all others are judged like
/// the moves of a review.
fn judge(state: &AppState, mistake: &GoMistake, mv: &str) -> AppResult<Tried> {
    if mistake.best.iter().any(|best| best == mv) {
        return Ok(Tried { loss: Some(0), unknown: None, answer: None });
    }
    if mistake.mv == mv && mistake.answer.is_some() {
        let answer = mistake.answer.clone();
        return Ok(Tried { loss: Some(mistake.points), unknown: None, answer });
    }
    let tried = judge_try(state, &mistake.position, &mistake.rules, mv)?;
    if mistake.mv == mv {
        return Ok(Tried { loss: Some(mistake.points), unknown: None, ..tried });
    }
    Ok(tried)
}

/// Gives the best moves; the attempt is over.
pub(super) fn answer(state: &AppState, attempt: &MateAttempt) -> AppResult<Reply> {
    let best = mistake(state, attempt)?.best;
    let result = record(state, attempt, &attempt.sfen, MateOutcome::Failed, false);
    let answer = DailyAnswer { line: Vec::new(), best, reasons: Vec::new(), result };
    Ok(Reply::DailyAnswer { answer: Box::new(answer) })
}
