//! Games of the library put into the queue of analyses.

use crate::analysis::{Analysis, add_games};
use crate::errors::AppResult;
use crate::jobs::Jobs;
use crate::protocol::{Budget, ErrorCode, LibraryQueued};
use crate::state::{AppState, lock};

/// Puts the games that have no analysis into the queue as one job, in this order, if it has room; with the budget of
/// the settings without one.
pub(super) fn analyse(
    state: &AppState,
    jobs: &Jobs,
    analysis: &Analysis,
    games: &[i64],
    budget: Option<Budget>,
) -> AppResult<LibraryQueued> {
    let waiting = jobs.games_at_work();
    let mut wanted: Vec<i64> =
        analysis.without_analysis(games)?.iter().map(|game| game.game).collect();
    wanted.retain(|game| !waiting.contains(game) && !is_analysed(state, jobs, *game));
    let skipped = games.iter().copied().filter(|game| !wanted.contains(game)).collect();
    let mut queued = LibraryQueued { skipped, ..LibraryQueued::default() };
    match add_games(analysis, &wanted, budget) {
        Ok(()) => queued.queued = wanted,
        Err(error) if error.code == ErrorCode::Busy => queued.left = wanted,
        Err(error) => return Err(error),
    }
    Ok(queued)
}

/// Is the document of the game being analysed, or waiting for it?
fn is_analysed(state: &AppState, jobs: &Jobs, game: i64) -> bool {
    let document = state.document_of_game(game).map(|document| lock(&document).id);
    document.is_some_and(|document| jobs.analyses(document))
}
