//! An attempt at the position of a mistake, where a move is judged, by the stored analysis first, or at
//! a threat, whose move is guessed.

use super::index::Mistake;
use super::threats::Threat;
use super::{DailyAnswer, DailyJudged};
use crate::analysis::judge;
use crate::errors::{AppResult, error, in_range, not_found};
use crate::mate::{MISTAKES, THREATS, check_attempt, hint_of, key, now_ms};
use crate::position::{line_steps, position, readable};
use crate::protocol::{ErrorCode, Explained, MateAttempt, MateOutcome, MateResult, Reply};
use crate::state::{AppState, MateEntry};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::Role;

/// A loss below this counts as equal to the best move.
const MARGIN: f64 = 0.05;
/// A move found after this time counts as known, but not well.
const SLOW_MS: u32 = 120_000;

/// What an attempt is about, and its position.
struct Task {
    at: Position,
    subject: Subject,
}

enum Subject {
    Mistake(Mistake),
    Threat(Box<Threat>),
}

impl Task {
    fn of(state: &AppState, attempt: &MateAttempt) -> AppResult<Self> {
        check_attempt(attempt)?;
        let unknown = || {
            let sets =
                format!("the set must be `{MISTAKES}` or `{THREATS}`, and there are no moves");
            error(ErrorCode::BadValue, sets)
        };
        if !attempt.moves.is_empty() {
            return Err(unknown());
        }
        let at = position(&attempt.sfen)?;
        let subject = match attempt.set.as_str() {
            MISTAKES => state.storage.mistake(&key(&at))?.map(Subject::Mistake),
            THREATS => {
                state.storage.threat(&key(&at))?.map(|found| Subject::Threat(Box::new(found)))
            }
            _ => return Err(unknown()),
        };
        let missing = || not_found("mistake or threat in the position", &attempt.sfen);
        Ok(Self { subject: subject.ok_or_else(missing)?, at })
    }

    /// The better moves or those of the threat, as far as they can be played.
    fn line(&self) -> Vec<Move> {
        readable(&self.at, self.subject.line())
    }
}

impl Subject {
    fn line(&self) -> &[String] {
        match self {
            Self::Mistake(mistake) => &mistake.pv,
            Self::Threat(threat) => &threat.line,
        }
    }

    fn into_reasons(self) -> Vec<Explained> {
        match self {
            Self::Mistake(mistake) => mistake.reasons,
            Self::Threat(threat) => vec![threat.reason],
        }
    }
}

/// A move, judged.
struct Judged {
    good: bool,
    loss: f64,
    answer: Vec<String>,
    reasons: Vec<Explained>,
}

/// Judges a move.
pub(super) fn play(state: &AppState, mut attempt: MateAttempt, usi: &str) -> AppResult<Reply> {
    let task = Task::of(state, &attempt)?;
    let mv = task.at.read_usi(usi)?;
    if let Some(broken) = task.at.illegality(mv) {
        return Err(broken.into());
    }
    let judged = match &task.subject {
        Subject::Mistake(mistake) => judge_move(state, &attempt.sfen, mistake, usi)?,
        Subject::Threat(threat) => judge_guess(&task.at, threat, mv),
    };
    let Judged { good, loss, answer, reasons } = judged;
    attempt.wrong = attempt.wrong.saturating_add(u32::from(!good));
    let result = record(state, &attempt, &key(&task.at), attempt.outcome(), good);
    let best = if good { task.subject.line().to_vec() } else { Vec::new() };
    let judged = DailyJudged {
        good,
        loss,
        points: None,
        unknown: None,
        answer,
        reasons,
        best,
        line: None,
        result: Some(result),
    };
    Ok(Reply::DailyJudged { judged: Box::new(judged) })
}

/// The best move and the one played in the game are known from the analysis; the engine judges all
/// others.
fn judge_move(state: &AppState, sfen: &str, mistake: &Mistake, usi: &str) -> AppResult<Judged> {
    let (loss, answer, reasons) = if mistake.pv.first().is_some_and(|best| best == usi) {
        (0.0, Vec::new(), Vec::new())
    } else if mistake.usi == usi {
        (mistake.loss, mistake.answer.clone(), mistake.reasons.clone())
    } else {
        let verdict = judge(state, sfen, usi, true)?;
        (verdict.loss, verdict.answer, verdict.reasons)
    };
    let good = loss < MARGIN;
    // Reasons about a missed chance name the better move, which is shown only on request.
    let kept = reasons.into_iter().filter(|one| !good && one.reason.role != Role::Missed);
    Ok(Judged { good, loss, answer, reasons: kept.collect() })
}

/// A guess is right if it is the move of the threat, or is proved to win as much.
fn judge_guess(passed: &Position, threat: &Threat, mv: Move) -> Judged {
    let named = threat.line.first().is_some_and(|first| *first == mv.to_string());
    let good = named || threat.is_met_by(passed, mv);
    let reasons = if good { vec![threat.reason.clone()] } else { Vec::new() };
    Judged { good, loss: 0.0, answer: Vec::new(), reasons }
}

/// Gives as much of the move to be found as is asked for.
pub(super) fn hint(state: &AppState, mut attempt: MateAttempt, degree: u32) -> AppResult<Reply> {
    in_range("degree", degree, 1, 3)?;
    let task = Task::of(state, &attempt)?;
    let best = task.line().first().copied();
    let best = best.ok_or_else(|| not_found("move in the position", &attempt.sfen))?;
    attempt.hints = attempt.hints.max(degree);
    let failed = || record(state, &attempt, &key(&task.at), MateOutcome::Failed, false);
    let result = (degree >= 3).then(failed);
    Ok(Reply::MateHint { hint: hint_of(best, degree, result) })
}

/// Gives the move to be found; the attempt is over.
pub(super) fn answer(state: &AppState, attempt: &MateAttempt) -> AppResult<Reply> {
    let task = Task::of(state, attempt)?;
    let line = line_steps(&task.at, &task.line());
    let result = record(state, attempt, &key(&task.at), MateOutcome::Failed, false);
    let reasons = task.subject.into_reasons();
    let answer = Box::new(DailyAnswer { line, best: Vec::new(), reasons, result });
    Ok(Reply::DailyAnswer { answer })
}

/// Stores an attempt at the problem with this key.
pub(super) fn record(
    state: &AppState,
    attempt: &MateAttempt,
    key: &str,
    outcome: MateOutcome,
    found: bool,
) -> MateResult {
    let MateAttempt { token, set, wrong, hints, ms, .. } = attempt.clone();
    let (sfen, at_ms, slow) = (key.to_owned(), now_ms(), ms >= SLOW_MS);
    let mated = found;
    state.record(MateEntry { token, set, sfen, at_ms, ms, wrong, hints, outcome, mated, slow })
}
