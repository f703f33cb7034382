//! The room of mate problems: solving any position, and training with sets of problems.

mod attempt;
mod compose;
mod library;
pub(crate) mod messages;
mod overview;
mod reader;
mod schedule;
mod sets;
mod solve;
mod store;
#[cfg(test)]
mod tests;

pub(crate) use attempt::{check as check_attempt, hint_of};
pub(crate) use overview::{FIRST_SET, REPEAT, day, problems_of};
pub(crate) use store::{GO, MISTAKES, OPENINGS, THREATS, key, now_ms};

use messages::*;

use crate::analysis::Analysis;
use crate::errors::AppResult;
use crate::protocol::Reply;
use crate::requests::Pace;
use crate::state::{AppState, Connection};
use std::sync::Arc;
use zenpuku_core::StopToken;

impl MateRequest {
    pub(crate) const fn pace(&self) -> Pace {
        match self {
            Self::Step { .. } | Self::SetRemove { .. } | Self::Missed { .. } => Pace::Quick,
            Self::Overview { .. } | Self::Problems { .. } | Self::SetAdd { .. } => Pace::Slow,
            Self::Solve { .. }
            | Self::Check { .. }
            | Self::Begin { .. }
            | Self::Move { .. }
            | Self::Try { .. }
            | Self::Hint { .. }
            | Self::AppResult { .. } => Pace::Search,
        }
    }
}

/// Carries out a request of the room.
pub(crate) fn carry_out(
    state: &Arc<AppState>,
    analysis: &Analysis,
    connection: &Arc<Connection>,
    request: MateRequest,
    stop: &StopToken,
) -> AppResult<Reply> {
    match request {
        MateRequest::Solve { sfen, seconds } => {
            solve::solve(state, connection, &sfen, seconds, stop)
        }
        MateRequest::Check { sfen, seconds } => {
            compose::check(state, connection, &sfen, seconds, stop)
        }
        MateRequest::Step { sfen, moves } => solve::step(connection, &sfen, &moves),
        MateRequest::Overview { utc_offset } => overview::overview(state, utc_offset),
        MateRequest::Problems { set } => {
            Ok(Reply::MateProblems { problems: overview::problems_of(state, &set)? })
        }
        MateRequest::Begin { sfen, moves } => {
            attempt::begin(state, connection, &sfen, &moves, stop)
        }
        MateRequest::Move { attempt, usi } => attempt::play(state, connection, attempt, &usi, stop),
        MateRequest::Try { sfen, moves, usi } => {
            let judged = attempt::judge(state, connection, &sfen, &moves, &usi, stop)?;
            Ok(Reply::MateJudged { judged })
        }
        MateRequest::Hint { attempt, degree } => {
            attempt::hint(state, connection, attempt, degree, stop)
        }
        MateRequest::AppResult { attempt } => attempt::answer(state, connection, attempt, stop),
        MateRequest::SetAdd { source } => library::add(state, source),
        MateRequest::SetRemove { set } => library::remove(state, &set),
        MateRequest::Missed { document, node } => library::missed(state, analysis, document, node),
    }
}
