//! Games of the library put into the queue of analyses.

use crate::analysis::{Analysis, add_games};
use crate::errors::AppResult;
use crate::jobs::Jobs;
use crate::protocol::{Budget, ErrorCode, LibraryQueued};

/// Puts the games that have no analysis into the queue as one job, in this order, if it has room; with the budget of
/// the settings without one.
pub(super) fn analyse(
    jobs: &Jobs,
    analysis: &Analysis,
    games: &[i64],
    budget: Option<Budget>,
) -> AppResult<LibraryQueued> {
    let at_work = jobs.games_at_work();
    let without_analysis = analysis.without_analysis(games)?.into_iter().map(|game| game.game);
    let wanted: Vec<i64> = without_analysis.filter(|game| !at_work.contains(game)).collect();
    let skipped = games.iter().copied().filter(|game| !wanted.contains(game)).collect();
    let mut queued = LibraryQueued { skipped, ..LibraryQueued::default() };
    match add_games(analysis, &wanted, budget) {
        Ok(()) => queued.queued = wanted,
        Err(error) if error.code == ErrorCode::Busy => queued.left = wanted,
        Err(error) => return Err(error),
    }
    Ok(queued)
}
