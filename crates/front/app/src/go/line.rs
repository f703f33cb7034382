//! Playing moves on a board.

use super::words::{rules_of, setup_of};
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorBody, ErrorCode, GoPosition};
use zenpuku_go::{AnyBoard, Game, IllegalPlay, Move, Setup, Size};

fn illegal(text: &str, why: impl std::fmt::Display) -> ErrorBody {
    error(ErrorCode::IllegalMove, format!("{text}: {why}"))
}

/// The move of this name.
pub(super) fn move_of(size: Size, text: &str) -> AppResult<Move> {
    let vertex = size.parse_vertex(text).map_err(|failed| illegal(text, failed))?;
    Ok(vertex.map_or(Move::Pass, Move::Play))
}

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
        let played: Result<_, IllegalPlay> = game.play(move_of(setup.size, text)?);
        let _undo = played.map_err(|failed| illegal(text, failed))?;
        positions.push(game.board().setup());
    }
    Ok(positions)
}
