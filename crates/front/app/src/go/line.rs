//! Playing moves on a board.

use super::words::{rules_of, setup_of};
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, GoPosition};
use zenpuku_go::{AnyBoard, Game, IllegalPlay, Move, Setup};

/// The positions after each of these moves; the given position counts as the first of the game.
pub(super) fn line(position: &GoPosition, rules: &str, moves: &[String]) -> AppResult<Vec<Setup>> {
    let rules = rules_of(rules)?;
    let setup = setup_of(position, &rules)?;
    let board: AnyBoard = setup
        .board(rules.suicide)
        .map_err(|failed| error(ErrorCode::BadPosition, failed.to_string()))?;
    let mut game = Game::new(board, rules);
    let mut positions = Vec::with_capacity(moves.len());
    for text in moves {
        let illegal = |why: String| error(ErrorCode::IllegalMove, format!("{text}: {why}"));
        let vertex = setup.size.parse_vertex(text).map_err(|failed| illegal(failed.to_string()))?;
        let mv = vertex.map_or(Move::Pass, Move::Play);
        let played: Result<_, IllegalPlay> = game.play(mv);
        let _undo = played.map_err(|failed| illegal(failed.to_string()))?;
        positions.push(game.board().setup());
    }
    Ok(positions)
}
