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

use messages::*;

use crate::analysis::Analysis;
use crate::errors::Answer;
use crate::hub::{Connection, Hub};
use crate::protocol::Reply;
use crate::requests::Pace;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
            | Self::Answer { .. } => Pace::Search,
        }
    }
}

/// Carries out a request of the room.
pub(crate) fn carry_out(
    hub: &Arc<Hub>,
    analysis: &Analysis,
    connection: &Arc<Connection>,
    request: MateRequest,
    stop: &Arc<AtomicBool>,
) -> Answer<Reply> {
    match request {
        MateRequest::Solve { sfen, seconds } => solve::solve(hub, connection, &sfen, seconds, stop),
        MateRequest::Check { sfen, seconds } => {
            compose::check(hub, connection, &sfen, seconds, stop)
        }
        MateRequest::Step { sfen, moves } => solve::step(connection, &sfen, &moves),
        MateRequest::Overview { utc_offset } => overview::overview(hub, utc_offset),
        MateRequest::Problems { set } => overview::problems(hub, &set),
        MateRequest::Begin { sfen, moves } => attempt::begin(hub, connection, &sfen, &moves, stop),
        MateRequest::Move { attempt, usi } => attempt::play(hub, connection, attempt, &usi, stop),
        MateRequest::Try { sfen, moves, usi } => {
            let judged = attempt::judge(hub, connection, &sfen, &moves, &usi, stop)?;
            Ok(Reply::MateJudged { judged })
        }
        MateRequest::Hint { attempt, degree } => {
            attempt::hint(hub, connection, attempt, degree, stop)
        }
        MateRequest::Answer { attempt } => attempt::answer(hub, connection, attempt, stop),
        MateRequest::SetAdd { source } => library::add(hub, source),
        MateRequest::SetRemove { set } => library::remove(hub, &set),
        MateRequest::Missed { document, node } => library::missed(hub, analysis, document, node),
    }
}
