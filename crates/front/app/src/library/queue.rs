//! Games of the library put into the queue of analyses.

use crate::analysis::{Analysis, add_job};
use crate::document::open_game;
use crate::errors::AppResult;
use crate::jobs::Jobs;
use crate::protocol::{ErrorCode, GameKind, JobState, LibraryQueued};
use crate::state::{AppState, lock};
use std::collections::HashSet;

/// Puts the games that have no analysis into the queue, in this order, as long as it has room.
pub(super) fn analyse(
    state: &AppState,
    jobs: &Jobs,
    analysis: &Analysis,
    games: &[i64],
) -> AppResult<LibraryQueued> {
    let wanted = not_analysed(state, games)?;
    let mut queued = LibraryQueued::default();
    for &game in games {
        if !wanted.contains(&game) {
            queued.skipped.push(game);
        } else if queued.left.is_empty() {
            match queue(state, jobs, analysis, game) {
                Ok(true) => queued.queued.push(game),
                Ok(false) => queued.skipped.push(game),
                Err(error) if error.code == ErrorCode::Busy => queued.left.push(game),
                Err(error) if error.code == ErrorCode::Storage => return Err(error),
                // A position that cannot be played, or a game that was deleted meanwhile.
                Err(_) => queued.skipped.push(game),
            }
        } else {
            queued.left.push(game);
        }
    }
    Ok(queued)
}

/// Those of the games that are shogi, have moves and no analysis.
fn not_analysed(state: &AppState, games: &[i64]) -> AppResult<HashSet<i64>> {
    let games = state.storage.library_games(games)?.into_iter();
    let wanted = games.filter(|g| g.kind == GameKind::Shogi && !g.analysed && g.plies > 0);
    Ok(wanted.map(|game| game.game).collect())
}

/// Puts one game into the queue, unless it is there already.
fn queue(state: &AppState, jobs: &Jobs, analysis: &Analysis, game: i64) -> AppResult<bool> {
    let document = lock(&*open_game(state, game)?).id;
    let is_there = jobs.infos().iter().any(|job| {
        let goes_on = matches!(job.state, JobState::Queued | JobState::Running | JobState::Paused);
        job.document == Some(document) && goes_on
    });
    if !is_there {
        add_job(analysis, document, None, None)?;
    }
    Ok(!is_there)
}
