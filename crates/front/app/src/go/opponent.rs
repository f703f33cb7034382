//! The Go engine of the settings as an opponent.

use super::line::{line as check_line, move_of};
use super::second::{adviser, kept_engine};
use super::words::{komi_of, rules_of, setup_of};
use crate::engine::Stage;
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, GoEngine, GoPosition, Reply};
use crate::state::{AppState, GoPlayer};
use zenpuku_core::StopToken;
use zenpuku_go::Move;
use zenpuku_go_engines::Turn;

/// The line on the board.
pub(super) struct Line<'a> {
    pub(super) position: &'a GoPosition,
    pub(super) moves: &'a [String],
    pub(super) rules: &'a str,
    pub(super) komi: f64,
}

/// The engine's move at the end of a line.
///
/// # Errors
/// `wrong_state` if no engine is kept; `busy` while it thinks about another position; `engine`
/// with a sentence if it fails. A failed program is ended, and the next question starts it again.
pub(super) fn answer(state: &AppState, line: &Line<'_>, stop: &StopToken) -> AppResult<Reply> {
    let rules = rules_of(line.rules)?.with_komi(komi_of(line.komi)?);
    let setup = setup_of(line.position, &rules)?;
    let moves = line.moves.iter().map(|text| move_of(setup.size, text));
    let moves = moves.collect::<AppResult<Vec<Move>>>()?;
    check_line(line.position, line.rules, line.moves)?;
    let place = state.work_place(stop)?;
    let busy = || error(ErrorCode::Busy, "the Go engine is thinking about another position");
    let mut seat = state.go_seat.take().ok_or_else(busy)?;
    let engine = kept_engine(state)?;
    // Another one may have been chosen while it was thinking.
    let mut player = match seat.take().filter(|player| player.engine == engine) {
        Some(player) => player,
        None => start(state, engine)?,
    };
    let ends = player.stop.stop_with(&place.stop);
    let turn = Turn { setup: &setup, moves: &moves, rules: &rules };
    let answered = player.adviser.play(&turn);
    drop(ends);
    let mv = answered.map_err(|failed| player.engine.failed(Stage::Thinking, &failed))?;
    let mv = mv.map_or_else(|| "resign".to_owned(), |mv| setup.size.move_name(mv));
    if !player.stop.is_stopped() {
        *seat = Some(player);
    }
    Ok(Reply::GoAnswered { mv })
}

fn start(state: &AppState, engine: GoEngine) -> AppResult<GoPlayer> {
    let stop = state.stopping.child();
    let adviser = adviser(&engine, &stop)?;
    Ok(GoPlayer { engine, adviser, stop })
}
