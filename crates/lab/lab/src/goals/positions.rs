//! Start positions of matches.

use std::fs;

use zenpuku_arena::openings::{self, Opening};
use zenpuku_shogi::Position;

use crate::error::LabError;
use crate::measure::{Phase, game_positions};
use crate::options::RunOptions;

/// The start positions: the ends of the start lines in the file that the options name, else the
/// openings among our positions of games (plies 10 to 30).
pub(super) fn starts(options: &RunOptions, count: usize) -> Result<Vec<Position>, LabError> {
    let Some(path) = &options.data else {
        let openings = game_positions()?.into_iter().filter(|one| one.phase == Phase::Opening);
        return Ok(openings.take(count).map(|one| one.position).collect());
    };
    let text = fs::read_to_string(path).map_err(LabError::file(path))?;
    let lines = openings::read(&text)
        .map_err(|source| LabError::Openings { path: path.clone(), source })?;
    Ok(lines.iter().take(count).map(Opening::end).collect())
}
