//! An attempt at the position of a mistake: a move is judged, by the stored analysis first.

use super::index::Mistake;
use super::{DailyAnswer, DailyJudged};
use crate::analysis::judge;
use crate::errors::{AppResult, error, in_range, not_found};
use crate::mate::{MISTAKES, check_attempt, hint_of, key, now_ms};
use crate::position::{line_steps, position};
use crate::protocol::{ErrorCode, MateAttempt, MateOutcome, MateResult, Reply};
use crate::state::{AppState, MateEntry};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::Role;

/// A loss below this counts as equal to the best move.
const MARGIN: f64 = 0.05;
/// A move found after this time counts as known, but not well.
const SLOW_MS: u32 = 120_000;

/// The mistake that an attempt is about, and its position.
struct Task {
    at: Position,
    mistake: Mistake,
}

impl Task {
    fn of(state: &AppState, attempt: &MateAttempt) -> AppResult<Self> {
        check_attempt(attempt)?;
        if attempt.set != MISTAKES || !attempt.moves.is_empty() {
            let message = format!("the set must be `{MISTAKES}`, and there are no moves");
            return Err(error(ErrorCode::BadValue, message));
        }
        let at = position(&attempt.sfen)?;
        let mistake = state.storage.mistake(&key(&at))?;
        let mistake = mistake.ok_or_else(|| not_found("mistake in the position", &attempt.sfen))?;
        Ok(Self { at, mistake })
    }

    /// The better moves, those that can be played.
    fn line(&self) -> Vec<Move> {
        let mut at = self.at.clone();
        let mut line = Vec::new();
        for usi in &self.mistake.pv {
            let Some(mv) = at.parse_usi(usi).filter(|&mv| at.try_do_move(mv).is_ok()) else {
                break;
            };
            line.push(mv);
        }
        line
    }
}

/// Judges a move. The best one and the one played in the game are known from the analysis; the engine
/// judges all others.
pub(super) fn play(state: &AppState, mut attempt: MateAttempt, usi: &str) -> AppResult<Reply> {
    let Task { at, mut mistake } = Task::of(state, &attempt)?;
    let mv = at.read_usi(usi)?;
    if let Some(broken) = at.illegality(mv) {
        return Err(broken.into());
    }
    let (loss, answer, reasons) = if mistake.pv.first().is_some_and(|best| best == usi) {
        (0.0, Vec::new(), Vec::new())
    } else if mistake.usi == usi {
        (mistake.loss, std::mem::take(&mut mistake.answer), std::mem::take(&mut mistake.reasons))
    } else {
        let verdict = judge(state, &attempt.sfen, usi, true)?;
        (verdict.loss, verdict.answer, verdict.reasons)
    };
    let good = loss < MARGIN;
    attempt.wrong = attempt.wrong.saturating_add(u32::from(!good));
    let result = record(state, &attempt, &at, attempt.outcome(), good);
    let (best, reasons) = if good {
        (mistake.pv, Vec::new())
    } else {
        // Reasons about a missed chance name the better move, which is shown only on request.
        let kept = reasons.into_iter().filter(|one| one.reason.role != Role::Missed);
        (Vec::new(), kept.collect())
    };
    let judged = Box::new(DailyJudged { good, loss, answer, reasons, best, result });
    Ok(Reply::DailyJudged { judged })
}

/// Gives as much of the better move as is asked for.
pub(super) fn hint(state: &AppState, mut attempt: MateAttempt, degree: u32) -> AppResult<Reply> {
    in_range("degree", degree, 1, 3)?;
    let task = Task::of(state, &attempt)?;
    let best = task.line().first().copied();
    let best = best.ok_or_else(|| not_found("better move in the position", &attempt.sfen))?;
    attempt.hints = attempt.hints.max(degree);
    let failed = || record(state, &attempt, &task.at, MateOutcome::Failed, false);
    let result = (degree >= 3).then(failed);
    Ok(Reply::MateHint { hint: hint_of(best, degree, result) })
}

/// Gives the better move; the attempt is over.
pub(super) fn answer(state: &AppState, attempt: &MateAttempt) -> AppResult<Reply> {
    let task = Task::of(state, attempt)?;
    let line = line_steps(&task.at, &task.line());
    let result = record(state, attempt, &task.at, MateOutcome::Failed, false);
    let answer = Box::new(DailyAnswer { line, reasons: task.mistake.reasons, result });
    Ok(Reply::DailyAnswer { answer })
}

fn record(
    state: &AppState,
    attempt: &MateAttempt,
    at: &Position,
    outcome: MateOutcome,
    found: bool,
) -> MateResult {
    let MateAttempt { token, set, wrong, hints, ms, .. } = attempt.clone();
    let (sfen, at_ms, slow) = (key(at), now_ms(), ms >= SLOW_MS);
    let mated = found;
    state.record(MateEntry { token, set, sfen, at_ms, ms, wrong, hints, outcome, mated, slow })
}
