//! The daily list: positions of mistakes and threats in analysed games of shogi, of mistakes in reviewed
//! games of go, missed mates and mates of the sets, each when it is due.

mod attempt;
mod go;
mod go_attempt;
mod index;
mod list;
pub(crate) mod messages;
mod store;
#[cfg(test)]
mod tests;
mod threats;

use messages::*;

use crate::errors::{AppResult, error};
use crate::mate::GO;
use crate::protocol::{ErrorCode, MateAttempt, Reply};
use crate::requests::Pace;
use crate::state::AppState;
use std::sync::Arc;

impl DailyRequest {
    pub(crate) const fn pace(&self) -> Pace {
        match self {
            Self::List { .. } | Self::Move { .. } => Pace::Slow,
            Self::Hint { .. } | Self::Answer { .. } => Pace::Quick,
        }
    }
}

/// Carries out a request about the list.
pub(crate) fn carry_out(state: &Arc<AppState>, request: DailyRequest) -> AppResult<Reply> {
    match request {
        DailyRequest::List { utc_offset, length, new, filter } => {
            list::list(state, &list::Wish { utc_offset, length, new, filter })
        }
        DailyRequest::Move { attempt, usi } if is_go(&attempt) => {
            go_attempt::play(state, attempt, &usi)
        }
        DailyRequest::Move { attempt, usi } => attempt::play(state, attempt, &usi),
        DailyRequest::Hint { attempt, .. } if is_go(&attempt) => {
            Err(error(ErrorCode::BadValue, "there are no hints in go"))
        }
        DailyRequest::Hint { attempt, degree } => attempt::hint(state, attempt, degree),
        DailyRequest::Answer { attempt } if is_go(&attempt) => go_attempt::answer(state, &attempt),
        DailyRequest::Answer { attempt } => attempt::answer(state, &attempt),
    }
}

fn is_go(attempt: &MateAttempt) -> bool {
    attempt.set == GO
}
