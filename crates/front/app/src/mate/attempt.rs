//! An attempt at a problem: the solver's moves are judged here, and the
//! solution stays here until it is requested.
//!
//! The client holds the attempt and sends it with every request; its exercise
//! is kept for the connection, and rebuilt if it is missing.

use super::schedule::is_slow;
use super::solve::TABLE_MIB;
use super::store::{key, now_ms};
use super::{MateAttempt, MateBegun, MateHint, MateJudged, MateOutcome, MateResult, MateVerdict};
use crate::errors::{AppResult, error, in_range};
use crate::position::{line_steps, position};
use crate::protocol::{ErrorCode, Reply};
use crate::state::{AppState, Connection, MateEntry, MatePlace, lock};
use std::time::Duration;
use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{Exercise, ExerciseError, Judged, MateSolver};

/// Seconds to solve a problem. A mate that may not be the shortest will do after each: who waits
/// for a problem does not wait for that proof, and a shorter mate is still a right answer.
const BEGIN_SECONDS: [u64; 4] = [1, 4, 15, 60];
/// Time to search what follows each reply to a move.
const JUDGE_TIME: Duration = Duration::from_secs(5);
/// Most moves of a problem, and the longest token.
const MAX_MOVES: usize = 2_000;
const MAX_TOKEN: usize = 64;

impl MatePlace {
    /// The client's place: the stored one, or solved again.
    fn find(
        connection: &Connection,
        sfen: &str,
        moves: &[String],
        limits: &Limits,
    ) -> AppResult<Self> {
        let kept = lock(&connection.mate.place).take();
        if let Some(place) = kept.filter(|place| place.sfen == sfen && place.moves == moves) {
            return Ok(place);
        }
        let at = reached(sfen, moves)?;
        let mut solver = MateSolver::new(TABLE_MIB);
        let exercise = prepare(&mut solver, &at, limits).map_err(no_exercise)?;
        Ok(Self { sfen: sfen.to_owned(), moves: moves.to_vec(), exercise, solver })
    }

    /// Keeps it for the next request.
    fn keep(self, connection: &Connection) {
        *lock(&connection.mate.place) = Some(self);
    }
}

/// Solves a problem, with more patience each time.
fn prepare(
    solver: &mut MateSolver,
    at: &Position,
    limits: &Limits,
) -> Result<Exercise, ExerciseError> {
    let mut found = Err(ExerciseError::Undecided);
    for seconds in BEGIN_SECONDS {
        let limits = Limits { time: Some(Duration::from_secs(seconds)), ..limits.clone() };
        found = Exercise::begin(solver, at, &limits);
        if !matches!(found, Err(ExerciseError::Undecided)) || limits.stop.is_stopped() {
            break;
        }
    }
    found
}

/// The position after these moves, the attacker to move.
fn reached(sfen: &str, moves: &[String]) -> AppResult<Position> {
    if moves.len() > MAX_MOVES || !moves.len().is_multiple_of(2) {
        let message = format!("an even number of moves is expected, at most {MAX_MOVES}");
        return Err(error(ErrorCode::BadValue, message));
    }
    let mut at = position(sfen)?;
    for usi in moves {
        let mv = at.read_usi(usi)?;
        at.try_do_move(mv)?;
    }
    Ok(at)
}

fn no_exercise(failed: ExerciseError) -> crate::protocol::ErrorBody {
    let code = match failed {
        ExerciseError::Undecided => ErrorCode::WrongState,
        _ => ErrorCode::BadPosition,
    };
    error(code, format!("no mate problem: {failed}"))
}

/// Prepares a problem.
pub(super) fn begin(
    state: &AppState,
    connection: &Connection,
    sfen: &str,
    moves: &[String],
    stop: &StopToken,
) -> AppResult<Reply> {
    let work = state.work_place(stop)?;
    let limits = Limits { stop: work.stop.clone(), ..Limits::none() };
    let place = MatePlace::find(connection, sfen, moves, &limits)?;
    let begun = MateBegun {
        sfen: place.exercise.position().to_sfen(),
        attacker: place.exercise.position().side_to_move().into(),
        plies: place.exercise.line().len() as u32,
    };
    place.keep(connection);
    Ok(Reply::MateBegun { begun })
}

/// Judges a move of an attempt.
pub(super) fn play(
    state: &AppState,
    connection: &Connection,
    mut attempt: MateAttempt,
    usi: &str,
    stop: &StopToken,
) -> AppResult<Reply> {
    check(&attempt)?;
    let mut told = judge(state, connection, &attempt.sfen, &attempt.moves, usi, stop)?;
    if told.verdict == MateVerdict::Mated {
        let outcome = attempt.outcome();
        told.result = Some(record(state, &attempt, outcome, true)?);
    } else if told.verdict == MateVerdict::Escapes {
        attempt.wrong = attempt.wrong.saturating_add(1);
        told.result = Some(record(state, &attempt, MateOutcome::Failed, false)?);
    }
    Ok(Reply::MateJudged { judged: told })
}

/// Judges a move of the attacker, in an attempt or outside of any; a right one is played with the defence.
pub(super) fn judge(
    state: &AppState,
    connection: &Connection,
    sfen: &str,
    moves: &[String],
    usi: &str,
    stop: &StopToken,
) -> AppResult<MateJudged> {
    let work = state.work_place(stop)?;
    let limits = Limits { time: Some(JUDGE_TIME), stop: work.stop.clone(), ..Limits::none() };
    let mut place = MatePlace::find(connection, sfen, moves, &limits)?;
    let played = legal(place.exercise.position(), usi);
    let mv = match played {
        Ok(mv) => mv,
        Err(refused) => {
            place.keep(connection);
            return Err(refused);
        }
    };
    let judged = place.exercise.play(&mut place.solver, mv, &limits);
    let left = place.exercise.line().len() as u32;
    let mut told = MateJudged { verdict: verdict(judged), reply: None, plies: None, result: None };
    match judged {
        Judged::Right { reply: Some(reply) } => {
            place.moves.extend([mv.to_string(), reply.to_string()]);
            (told.reply, told.plies) = (Some(reply.to_string()), Some(left));
        }
        // The place is not kept after the mate.
        Judged::Right { reply: None } => return Ok(told),
        Judged::Longer { plies } => told.plies = Some(u32::from(plies)),
        Judged::Escapes { reply } => told.reply = Some(reply.to_string()),
        Judged::NoCheck | Judged::Undecided => {}
    }
    place.keep(connection);
    Ok(told)
}

fn legal(at: &Position, usi: &str) -> AppResult<Move> {
    let mv = at.read_usi(usi)?;
    at.illegality(mv).map_or(Ok(mv), |broken| Err(broken.into()))
}

fn verdict(judged: Judged) -> MateVerdict {
    match judged {
        Judged::Right { reply: Some(_) } => MateVerdict::Right,
        Judged::Right { reply: None } => MateVerdict::Mated,
        Judged::Longer { .. } => MateVerdict::Longer,
        Judged::NoCheck => MateVerdict::NoCheck,
        Judged::Escapes { .. } => MateVerdict::Escapes,
        Judged::Undecided => MateVerdict::Undecided,
    }
}

/// Gives as much of the next move as is asked for.
pub(super) fn hint(
    state: &AppState,
    connection: &Connection,
    mut attempt: MateAttempt,
    degree: u32,
    stop: &StopToken,
) -> AppResult<Reply> {
    in_range("degree", degree, 1, 3)?;
    check(&attempt)?;
    let work = state.work_place(stop)?;
    let limits = Limits { stop: work.stop.clone(), ..Limits::none() };
    let place = MatePlace::find(connection, &attempt.sfen, &attempt.moves, &limits)?;
    let first = place.exercise.line().first().copied();
    place.keep(connection);
    let mv = first.ok_or_else(|| error(ErrorCode::WrongState, "it is mate already"))?;
    attempt.hints = attempt.hints.max(degree);
    let told = degree >= 3;
    let result = told.then(|| record(state, &attempt, MateOutcome::Failed, false)).transpose()?;
    Ok(Reply::MateHint { hint: hint_of(mv, degree, result) })
}

/// As much of a move as a degree gives.
pub(crate) fn hint_of(mv: Move, degree: u32, result: Option<MateResult>) -> MateHint {
    MateHint {
        degree,
        from: mv.from().map(|square| square.to_string()),
        drop: mv.dropped().map(|kind| kind.to_string()),
        to: (degree >= 2).then(|| mv.to().to_string()),
        usi: (degree >= 3).then(|| mv.to_string()),
        result,
    }
}

/// Gives the solution; the attempt is over.
pub(super) fn answer(
    state: &AppState,
    connection: &Connection,
    attempt: MateAttempt,
    stop: &StopToken,
) -> AppResult<Reply> {
    check(&attempt)?;
    let work = state.work_place(stop)?;
    let limits = Limits { stop: work.stop.clone(), ..Limits::none() };
    let place = MatePlace::find(connection, &attempt.sfen, &attempt.moves, &limits)?;
    let line = line_steps(place.exercise.position(), place.exercise.line());
    place.keep(connection);
    let result = record(state, &attempt, MateOutcome::Failed, false)?;
    Ok(Reply::MateAnswer { line, result })
}

impl MateAttempt {
    /// The result of a finished attempt.
    pub(crate) fn outcome(&self) -> MateOutcome {
        match self.hints {
            _ if self.wrong > 0 => MateOutcome::Failed,
            0 => MateOutcome::Solved,
            1 | 2 => MateOutcome::Helped,
            _ => MateOutcome::Failed,
        }
    }
}

/// Can it be kept?
pub(crate) fn check(attempt: &MateAttempt) -> AppResult<()> {
    let fits = |text: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        (1..=MAX_TOKEN).contains(&text.len()) && text.chars().all(plain)
    };
    if fits(&attempt.token) && fits(&attempt.set) {
        return Ok(());
    }
    let message = format!("token and set have 1 to {MAX_TOKEN} letters, digits or hyphens");
    Err(error(ErrorCode::BadValue, message))
}

fn record(
    state: &AppState,
    attempt: &MateAttempt,
    outcome: MateOutcome,
    mated: bool,
) -> AppResult<MateResult> {
    let MateAttempt { token, set, wrong, hints, ms, .. } = attempt.clone();
    let sfen = key(&position(&attempt.sfen)?);
    // The move that mates is not among the moves yet.
    let slow = mated && is_slow(ms, attempt.moves.len() + 1);
    let at_ms = now_ms();
    Ok(state.record(MateEntry { token, set, sfen, at_ms, ms, wrong, hints, outcome, mated, slow }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_and_failures_are_told_apart() {
        let attempt = |wrong, hints| MateAttempt {
            token: "a".into(),
            set: "composed-3".into(),
            sfen: String::new(),
            moves: Vec::new(),
            wrong,
            hints,
            ms: 1,
        };
        let outcomes = [(0, 0), (0, 2), (0, 3), (1, 0)].map(|(w, h)| attempt(w, h).outcome());
        use MateOutcome::{Failed, Helped, Solved};
        assert_eq!(outcomes, [Solved, Helped, Failed, Failed]);
        assert!(check(&attempt(0, 0)).is_ok());
        assert!(check(&MateAttempt { token: "a b".into(), ..attempt(0, 0) }).is_err());
        assert!(check(&MateAttempt { set: String::new(), ..attempt(0, 0) }).is_err());
    }
}
