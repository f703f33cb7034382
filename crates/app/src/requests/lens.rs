//! The room of the search lens.

use super::rules::position;
use crate::errors::{Answer, error};
use crate::hub::{Connection, Hub, in_range};
use crate::lens::{LensOrder, lesson, search, techniques};
use crate::protocol::{ErrorCode, Reply, Request};
use std::sync::Arc;
use zenpuku_shogi::{Setup, SetupRules};

/// Deepest search.
const MAX_DEPTH: u32 = 16;
/// Techniques there are; more in a list are no techniques.
const MAX_TURNED: usize = 32;

pub(super) fn carry_out(
    hub: &Arc<Hub>,
    connection: &Arc<Connection>,
    request: Request,
) -> Answer<Reply> {
    match request {
        Request::LensTechniques => Ok(Reply::LensTechniques { techniques: techniques() }),
        Request::LensLesson { cuts } => Ok(Reply::LensLesson { lesson: lesson(cuts)? }),
        Request::LensSearch { sfen, depth, turned, tree } => {
            in_range("depth", depth, 1, MAX_DEPTH)?;
            if turned.len() > MAX_TURNED {
                return Err(error(ErrorCode::TooLarge, "so many techniques there are not"));
            }
            let position = position(&sfen)?;
            Setup::from(&position).check(SetupRules::Play)?;
            if !position.has_legal_move() {
                let message = "the side to move has no legal move: there is nothing to search";
                return Err(error(ErrorCode::BadPosition, message));
            }
            let place = hub.work_place(connection)?;
            let order = LensOrder { position: &position, depth, turned: &turned, tree };
            let run = search(&order, &place.stop)?;
            if place.stopped() {
                return Err(error(ErrorCode::WrongState, "the search was stopped"));
            }
            Ok(Reply::LensSearched { run: Box::new(run) })
        }
        _ => Err(error(ErrorCode::BadMessage, "the request is not known here")),
    }
}
