//! The daily list: positions of mistakes and threats in analysed games of shogi, of mistakes in reviewed
//! games of go, opening lines, missed mates and mates of the sets, each when it is due.

mod attempt;
mod drill;
mod go;
mod go_attempt;
mod index;
mod lines;
mod list;
pub(crate) mod messages;
mod store;
#[cfg(test)]
mod tests;
mod threats;

use messages::*;

use crate::errors::{AppResult, error};
use crate::mate::{GO, OPENINGS};
use crate::protocol::{ErrorCode, Reply};
use crate::requests::Pace;
use crate::state::AppState;
use std::sync::Arc;

impl DailyRequest {
    pub(crate) const fn pace(&self) -> Pace {
        match self {
            Self::List { .. } | Self::Move { .. } => Pace::Slow,
            Self::Hint { .. }
            | Self::Answer { .. }
            | Self::Openings
            | Self::OpeningAdd { .. }
            | Self::OpeningRemove { .. } => Pace::Quick,
        }
    }
}

/// Carries out a request about the list.
pub(crate) fn carry_out(state: &Arc<AppState>, request: DailyRequest) -> AppResult<Reply> {
    match request {
        DailyRequest::List { utc_offset, length, new, filter } => {
            list::list(state, &list::Wish { utc_offset, length, new, filter })
        }
        DailyRequest::Move { attempt, usi } => match attempt.set.as_str() {
            GO => go_attempt::play(state, attempt, &usi),
            OPENINGS => drill::play(state, attempt, &usi),
            _ => attempt::play(state, attempt, &usi),
        },
        DailyRequest::Hint { attempt, degree } => match attempt.set.as_str() {
            GO => Err(error(ErrorCode::BadValue, "there are no hints in go")),
            OPENINGS => drill::hint(state, attempt, degree),
            _ => attempt::hint(state, attempt, degree),
        },
        DailyRequest::Answer { attempt } => match attempt.set.as_str() {
            GO => go_attempt::answer(state, &attempt),
            OPENINGS => drill::answer(state, &attempt),
            _ => attempt::answer(state, &attempt),
        },
        DailyRequest::Openings => lines::list(state),
        DailyRequest::OpeningAdd { line } => lines::add(state, line),
        DailyRequest::OpeningRemove { id } => lines::remove(state, id),
    }
}
