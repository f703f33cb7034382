//! Games.

use super::rules::position;
use crate::errors::{Answer, error};
use crate::hub::{Connection, Hub, lock};
use crate::play::NewGame;
use crate::protocol::{ErrorCode, Reply, Request};
use std::sync::Arc;
use zenpuku_shogi::Setup;

pub(super) fn carry_out(
    hub: &Arc<Hub>,
    connection: &Arc<Connection>,
    request: Request,
) -> Answer<Reply> {
    let game = match request {
        Request::PlayNew { black, white, sfen, clock, seed } => {
            let start = match sfen {
                Some(sfen) => Setup::from(&position(&sfen)?),
                None => Setup::startpos(),
            };
            let new = NewGame { seats: [black, white], start, clock, seed };
            let (game, document) = hub.new_game(connection, new)?;
            let document = Box::new(lock(&document).state());
            return Ok(Reply::PlayStarted { game, document });
        }
        Request::PlayHint { game } => return Ok(Reply::Hint { hint: hub.play_hint(game)? }),
        Request::PlayGet { game } => {
            let found = hub.game(game)?;
            let document = lock(&found).document;
            hub.join(connection, document)?;
            let game = lock(&found);
            game.state()
        }
        Request::PlayMove { game, ply, usi } => hub.play_move(game, ply, &usi)?,
        Request::PlayTakeBack { game } => hub.play_take_back(game)?,
        Request::PlayResign { game, side } => hub.play_resign(game, side)?,
        Request::PlayDeclare { game } => hub.play_declare(game)?,
        Request::PlayAbort { game } => hub.play_abort(game)?,
        _ => return Err(error(ErrorCode::BadMessage, "the request is not known here")),
    };
    Ok(Reply::Play { game })
}
