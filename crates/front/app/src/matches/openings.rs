//! The start lines of a match.

use super::store::Plan;
use crate::document::Document;
use crate::errors::{AppResult, error, in_range, not_found};
use crate::protocol::{ErrorCode, MatchOpenings};
use crate::state::AppState;
use zenpuku_arena::openings::{Opening, built_in, read, read_each};

/// Most lines of the user.
const MAX_LINES: usize = 10_000;
/// Most games of the library whose beginnings are used.
const MAX_GAMES: usize = 1_000;
/// Most moves of a beginning.
const MAX_PLIES: u32 = 100;

/// Returns the lines that the user chose, one after another in USI notation; `None` for those of the
/// program.
pub(super) fn chosen(state: &AppState, openings: &MatchOpenings) -> AppResult<Option<String>> {
    let lines = match openings {
        MatchOpenings::BuiltIn => return Ok(None),
        MatchOpenings::Lines { text } => {
            let lines = read(text).map_err(|bad| bad_lines(&bad))?;
            lines.iter().map(ToString::to_string).collect()
        }
        MatchOpenings::Games { games, plies } => beginnings(state, games, *plies)?,
    };
    if lines.len() > MAX_LINES {
        let message = format!("{} start lines, but a match takes {MAX_LINES}", lines.len());
        return Err(error(ErrorCode::TooLarge, message));
    }
    Ok(Some(lines.join("\n")))
}

/// Returns the lines of a match.
pub(super) fn of(plan: &Plan) -> AppResult<Vec<Opening>> {
    match &plan.openings {
        None => Ok(built_in()),
        Some(lines) => read(lines).map_err(|bad| bad_lines(&bad)),
    }
}

fn bad_lines(bad: &impl std::fmt::Display) -> crate::protocol::ErrorBody {
    error(ErrorCode::BadValue, format!("openings, {bad}"))
}

/// The first moves of games, each beginning once. Games that end before, or just then, are left out.
fn beginnings(state: &AppState, games: &[i64], plies: u32) -> AppResult<Vec<String>> {
    in_range("the number of games for openings", games.len() as u32, 1, MAX_GAMES as u32)?;
    in_range("the number of moves of an opening", plies, 1, MAX_PLIES)?;
    let mut lines = Vec::new();
    for &game in games {
        let Some(line) = beginning(state, game, plies as usize)? else { continue };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        let message = format!("no game of shogi among those chosen has more than {plies} moves");
        return Err(error(ErrorCode::BadValue, message));
    }
    Ok(lines)
}

fn beginning(state: &AppState, game: i64, plies: usize) -> AppResult<Option<String>> {
    let stored = state.storage.library_game(game)?;
    let stored = stored.ok_or_else(|| not_found("library game", game))?;
    let Some(document) = Document::restore(0, &stored.body) else { return Ok(None) };
    let (Ok(tree), moves) = (document.tree(), document.main_moves()) else { return Ok(None) };
    let Some(moves) = moves.get(..plies) else { return Ok(None) };
    let line = format!("sfen {} moves {}", tree.start.to_sfen(), moves.join(" "));
    let opening = read_each(&line).next().and_then(Result::ok);
    Ok(opening.map(|opening| opening.to_string()))
}
