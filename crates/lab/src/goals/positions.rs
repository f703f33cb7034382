//! Where matches begin.

use std::fs;

use zenpuku_shogi::Position;

use crate::error::LabError;
use crate::experiment::RunOptions;
use crate::measure::{Phase, game_positions};

/// The start positions: of the file that the options name, one SFEN or `startpos moves ...` a
/// line, else the openings among our positions of games (plies 10 to 30).
pub(super) fn starts(options: &RunOptions, count: usize) -> Result<Vec<Position>, LabError> {
    let Some(path) = &options.data else {
        let openings = game_positions()?.into_iter().filter(|one| one.phase == Phase::Opening);
        return Ok(openings.take(count).map(|one| one.position).collect());
    };
    let text = fs::read_to_string(path).map_err(LabError::file(path))?;
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line): (usize, &str)| {
        place(line.trim()).map_err(|reason| LabError::GivenData {
            path: path.clone(),
            line: index + 1,
            reason,
        })
    };
    numbered.take(count).map(read).collect()
}

/// The position of a line; what is wrong with it.
fn place(line: &str) -> Result<Position, String> {
    let Some(moves) = line.strip_prefix("startpos moves ") else {
        return Position::from_sfen(line).map_err(|error| error.to_string());
    };
    let mut position = Position::startpos();
    for usi in moves.split_whitespace() {
        let mv = position.read_usi(usi).map_err(|error| error.to_string())?;
        position.try_do_move(mv).map_err(|error| error.to_string())?;
    }
    Ok(position)
}
