//! The room of Go endgames: reading, writing, playing, solving.

use super::line::line;
use super::opponent::{self, answer};
use super::review::{self, review};
use super::second;
use super::status::{self, status};
use super::words::{rules_of, setup_of};
use super::write::write;
use crate::document::{MAX_STEPS, position_of, read_go};
use crate::errors::{AppResult, error, in_range};
use crate::protocol::{ErrorCode, GoBranch, GoKept, GoPosition, GoRecord, GoRequest, Reply};
use crate::state::{AppState, lock};
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_go_endgame::SolveOptions;
use zenpuku_go_endgame::outcome::{false_eyes, outcome};
use zenpuku_go_endgame::report::Solution;

/// Longest line that is played in one request.
const MAX_MOVES: usize = 400;
/// Memory of one search, in bytes.
const TABLE_BYTES: usize = 32 << 20;

pub(crate) fn carry_out(
    state: &AppState,
    request: GoRequest,
    stop: &StopToken,
) -> AppResult<Reply> {
    match request {
        GoRequest::Read { sgf } => {
            Ok(Reply::GoRecord { record: read_go(&sgf).map_err(bad_record)? })
        }
        GoRequest::Keep { document, kept } => keep(state, document, kept),
        GoRequest::Write { line } => Ok(Reply::GoWritten { sgf: write(&line)? }),
        GoRequest::Play { position, rules, moves } => play(&position, &rules, &moves),
        GoRequest::Status { position, rules, komi, finished, alive, dead, second } => {
            let (position, rules) = (&position, rules.as_str());
            let (alive, dead) = (alive.as_slice(), dead.as_slice());
            let asked = status::Question { position, rules, komi, finished, alive, dead, second };
            status(state, &asked, stop)
        }
        GoRequest::Review { positions, moves, first, rules, komi, second } => {
            let (positions, moves) = (positions.as_slice(), moves.as_slice());
            let rules = rules.as_str();
            let asked = review::Question { positions, moves, first, rules, komi, second };
            review(state, &asked, stop)
        }
        GoRequest::Answer { position, moves, rules, komi } => {
            let (position, moves, rules) = (&position, moves.as_slice(), rules.as_str());
            answer(state, &opponent::Line { position, moves, rules, komi }, stop)
        }
        GoRequest::Engine => second::kept(state),
        GoRequest::SetEngine { program } => second::keep(state, program),
        GoRequest::Solve { position, rules, seconds } => {
            in_range("seconds", seconds, 1, 3_600)?;
            let deadline = Instant::now() + Duration::from_secs(u64::from(seconds));
            solve(state, &position, &rules, deadline, stop)
        }
    }
}

fn bad_record(failed: impl std::fmt::Display) -> crate::protocol::ErrorBody {
    error(ErrorCode::BadRecord, failed.to_string())
}

/// Stores the user's state of a document's game, if its moves are legal.
fn keep(state: &AppState, document: u32, kept: GoKept) -> AppResult<Reply> {
    let record = lock(&*state.document(document)?).go()?.record.clone();
    check_branch(&record, &kept.branch, &kept.rules)?;
    if let Some(review) = &kept.review {
        check_branch(&record, &review.branch, &review.rules)?;
        in_range("number of reviewed moves", review.moves.len() as u32, 0, MAX_STEPS as u32)?;
    }
    state.keep_go(document, kept)
}

fn check_branch(record: &GoRecord, branch: &GoBranch, rules: &str) -> AppResult<()> {
    in_range("number of moves", branch.moves.len() as u32, 0, MAX_STEPS as u32)?;
    in_range("from", branch.from, 0, record.steps.len().saturating_sub(1) as u32)?;
    let step = record.steps.get(branch.from as usize);
    let step = step.ok_or_else(|| error(ErrorCode::BadValue, "the game has no position"))?;
    line(&step.position, rules, &branch.moves).map(drop)
}

/// Checks a position by rules.
pub(crate) fn check_position(position: &GoPosition, rules: &str) -> AppResult<()> {
    setup_of(position, &rules_of(rules)?).map(drop)
}

/// The positions along a line; the given one is the first of the game.
fn play(position: &GoPosition, rules: &str, moves: &[String]) -> AppResult<Reply> {
    if moves.len() > MAX_MOVES {
        let message = format!("a line has at most {MAX_MOVES} moves");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let positions = line(position, rules, moves)?.iter().map(position_of).collect();
    Ok(Reply::GoPlayed { positions })
}

fn solve(
    state: &AppState,
    position: &GoPosition,
    rules: &str,
    deadline: Instant,
    stop: &StopToken,
) -> AppResult<Reply> {
    let rules = rules_of(rules)?;
    let setup = setup_of(position, &rules)?;
    let place = state.work_place(stop)?;
    let options = SolveOptions { table_bytes: TABLE_BYTES, ..SolveOptions::default() }
        .stopped_by(place.stop.clone())
        .until(deadline);
    let begun = Instant::now();
    let bad = |failed: zenpuku_go::SetupError| error(ErrorCode::BadPosition, failed.to_string());
    let found = outcome(&setup, &rules, &options).map_err(bad)?;
    let struck = false_eyes(&setup, &rules).map_err(bad)?;
    Ok(Reply::GoSolved {
        solution: Box::new(Solution::new(setup.size, &found, struck)),
        ms: begun.elapsed().as_millis() as u64,
        stopped: place.stopped() || Instant::now() >= deadline,
    })
}
