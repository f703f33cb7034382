//! Requests about games.

use super::Games;
use super::actions::NewGame;
use super::game::Terms;
use crate::errors::AppResult;
use crate::position::position;
use crate::protocol::{PlayRequest, Reply};
use crate::state::{Connection, lock};
use std::sync::Arc;
use zenpuku_shogi::Setup;

pub(crate) fn carry_out(
    games: &Arc<Games>,
    connection: &Connection,
    request: PlayRequest,
) -> AppResult<Reply> {
    let game = match request {
        PlayRequest::New { black, white, sfen, clock, white_clock, entering_king, seed } => {
            let start = match sfen {
                Some(sfen) => Setup::from(&position(&sfen)?),
                None => Setup::startpos(),
            };
            let new = NewGame {
                seats: [black, white],
                start,
                terms: Terms {
                    clocks: [clock, white_clock.unwrap_or(clock)],
                    entering_king: entering_king.unwrap_or_default(),
                },
                seed,
            };
            let (game, document) = games.start(connection, new)?;
            let document = Box::new(lock(&document).state());
            return Ok(Reply::PlayStarted { game, document });
        }
        PlayRequest::Hint { game } => return Ok(Reply::Hint { hint: games.play_hint(game)? }),
        PlayRequest::Get { game } => {
            let found = games.game(game)?;
            let document = lock(&found).document;
            games.state.join(connection, document)?;
            let game = lock(&found);
            game.state()
        }
        PlayRequest::Move { game, ply, usi } => games.play_move(game, ply, &usi)?,
        PlayRequest::TakeBack { game } => games.play_take_back(game)?,
        PlayRequest::MoveNow { game } => games.play_move_now(game)?,
        PlayRequest::Resign { game, side } => games.play_resign(game, side)?,
        PlayRequest::Declare { game } => games.play_declare(game)?,
        PlayRequest::Abort { game } => games.play_abort(game)?,
    };
    Ok(Reply::Play { game })
}
