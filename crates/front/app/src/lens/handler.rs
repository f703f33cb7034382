//! The room of the search lens.

use super::technique::techniques;
use super::{LensOrder, lesson, search};
use crate::errors::{AppResult, error, in_range};
use crate::position::position;
use crate::protocol::{ErrorCode, LensRequest, Reply};
use crate::state::AppState;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Setup, SetupRules};

/// Deepest search.
const MAX_DEPTH: u32 = 16;
/// Techniques there are; more in a list are not techniques.
const MAX_TURNED: usize = 32;

pub(crate) fn carry_out(
    state: &AppState,
    request: LensRequest,
    stop: &StopToken,
) -> AppResult<Reply> {
    match request {
        LensRequest::Techniques => Ok(Reply::LensTechniques { techniques: techniques() }),
        LensRequest::Lesson { cuts } => Ok(Reply::LensLesson { lesson: lesson(cuts)? }),
        LensRequest::Search { sfen, depth, turned, tree } => {
            in_range("depth", depth, 1, MAX_DEPTH)?;
            if turned.len() > MAX_TURNED {
                return Err(error(ErrorCode::TooLarge, "too many techniques"));
            }
            let position = position(&sfen)?;
            Setup::from(&position).check(SetupRules::Play)?;
            if !position.has_legal_move() {
                let message = "the side to move has no legal move: there is nothing to search";
                return Err(error(ErrorCode::BadPosition, message));
            }
            let place = state.work_place(stop)?;
            let order = LensOrder { position: &position, depth, turned: &turned, tree };
            let run = search(&order, &place.stop)?;
            if place.stopped() {
                return Err(error(ErrorCode::WrongState, "the search was stopped"));
            }
            Ok(Reply::LensSearched { run: Box::new(run) })
        }
    }
}
