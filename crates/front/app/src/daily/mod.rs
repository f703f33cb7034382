//! The daily list: positions of mistakes and threats in analysed games, missed mates and mates of the
//! sets, each when it is due.

mod attempt;
mod index;
mod list;
pub(crate) mod messages;
mod store;
#[cfg(test)]
mod tests;
mod threats;

use messages::*;

use crate::errors::AppResult;
use crate::protocol::Reply;
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
        DailyRequest::Move { attempt, usi } => attempt::play(state, attempt, &usi),
        DailyRequest::Hint { attempt, degree } => attempt::hint(state, attempt, degree),
        DailyRequest::Answer { attempt } => attempt::answer(state, &attempt),
    }
}
