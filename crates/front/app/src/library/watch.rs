//! Folders that are looked at again while the app runs.
//!
//! Their files are listed from time to time and compared with what was read: this works the same on
//! every system and on network drives, which do not report changes.

use super::import::{Import, collect, name_below, unreadable};
use super::{extensions, queue};
use crate::analysis::Analysis;
use crate::errors::{AppResult, error, not_found, storage_sentence};
use crate::jobs::{End, Jobs, Running, Work};
use crate::protocol::{ErrorCode, Event, Reply, WatchedFolder};
use crate::state::AppState;
use crate::storage::{Stamp, StorageError, WatchedNews};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Most watched folders.
const MAX_FOLDERS: usize = 20;
/// Least time between two looks.
const LEAST_WAIT: Duration = Duration::from_secs(3);
/// The wait after a look is at least this many times as long as the look.
const SHARE: u32 = 30;
/// A file that was changed more recently may still be written.
const SETTLED: Duration = Duration::from_secs(2);
/// Games that are put into the queue of analyses at once.
const MOST_QUEUED: usize = 1_000;

/// Files of a watched folder that were not read in their current state.
pub(super) struct News {
    pub(super) files: Vec<(PathBuf, Stamp)>,
    /// What could not be read, and why.
    pub(super) skipped: Vec<(PathBuf, String)>,
}

/// Finds the new and changed files of a folder; those changed just before `now` are left to a later look.
///
/// # Errors
/// If the folder itself cannot be read.
pub(super) fn news(
    folder: &Path,
    known: &HashMap<String, Stamp>,
    now: SystemTime,
    stopped: impl Fn() -> bool,
) -> std::io::Result<News> {
    let found = collect(folder, extensions::is_wanted, stopped)?;
    let files = found.files.into_iter().filter_map(|path| {
        // A file that is gone again is no news.
        let data = path.metadata().ok()?;
        let modified = data.modified().ok()?;
        let settled = now.duration_since(modified).map_or(true, |age| age >= SETTLED);
        let stamp = Stamp { modified: nanoseconds(modified), bytes: data.len() as i64 };
        let is_known = known.get(&name_below(folder, &path)) == Some(&stamp);
        (settled && !is_known).then_some((path, stamp))
    });
    Ok(News { files: files.collect(), skipped: found.skipped })
}

fn nanoseconds(time: SystemTime) -> i64 {
    let signed = |age: Duration| i64::try_from(age.as_nanos()).unwrap_or(i64::MAX);
    time.duration_since(UNIX_EPOCH).map_or_else(|before| -signed(before.duration()), signed)
}

/// Imports the new and changed files of a watched folder. A folder that was removed has none.
pub(crate) fn import_watched(state: &AppState, running: &Running<'_>, folder: i64) -> End {
    match read_watched(state, running, folder) {
        Ok(end) => end,
        Err(error) => End::Failed(storage_sentence(&error)),
    }
}

fn read_watched(state: &AppState, running: &Running<'_>, folder: i64) -> Result<End, StorageError> {
    let all = state.storage.watched_folders()?;
    let Some(watched) = all.into_iter().find(|one| one.folder == folder) else {
        return Ok(End::Done);
    };
    let (path, known) = (Path::new(&watched.path), state.storage.watched_files(folder)?);
    let news = match news(path, &known, SystemTime::now(), || running.stopped()) {
        Ok(news) => news,
        Err(error) => return Ok(unreadable(path, &error)),
    };
    let mut import = Import::new(state, running, news.files.len());
    import.watched = Some((watched.clone(), WatchedNews::default()));
    import.skip(path, news.skipped);
    for (file, stamp) in news.files {
        if running.stopped() {
            break;
        }
        import.file_of(path, &file)?;
        // A file whose records were not all read before a stop is read again.
        if let (Some((_, found)), false) = (&mut import.watched, running.stopped()) {
            found.files.push((name_below(path, &file), stamp));
        }
    }
    Ok(import.end())
}

/// Looks at the watched folders until the app ends.
pub(crate) fn keep_watching(state: &AppState, jobs: &Jobs, analysis: &Analysis) {
    let mut wait = LEAST_WAIT;
    while !state.stopping.wait_timeout(wait) {
        let begun = Instant::now();
        if let Err(error) = look(state, jobs, analysis) {
            tracing::warn!("watched folders: {error}");
        }
        wait = LEAST_WAIT.max(begun.elapsed() * SHARE);
    }
}

/// Looks at every folder once: imports what is new, and queues games for analysis.
pub(super) fn look(state: &AppState, jobs: &Jobs, analysis: &Analysis) -> Result<(), StorageError> {
    for watched in state.storage.watched_folders()? {
        if jobs.imports_watched(watched.folder).is_none() {
            look_at(state, jobs, &watched)?;
        }
    }
    analyse(state, jobs, analysis)
}

fn look_at(state: &AppState, jobs: &Jobs, watched: &WatchedFolder) -> Result<(), StorageError> {
    let known = state.storage.watched_files(watched.folder)?;
    let found =
        news(Path::new(&watched.path), &known, SystemTime::now(), || state.stopping.is_stopped());
    if found.is_err() != watched.missing {
        state.storage.set_watched_missing(watched.folder, found.is_err())?;
        publish(state, Some(watched.folder))?;
    }
    if found.is_ok_and(|news| !news.files.is_empty()) {
        // With a full queue it is added at a later look.
        let _ = jobs.add(Work::Watched { folder: watched.folder }, watched.path.clone());
    }
    Ok(())
}

/// Queues games that wait for analysis, as many as there is room for.
fn analyse(state: &AppState, jobs: &Jobs, analysis: &Analysis) -> Result<(), StorageError> {
    let games = state.storage.watched_games(MOST_QUEUED)?;
    if games.is_empty() {
        return Ok(());
    }
    match queue::analyse(jobs, analysis, &games, None) {
        Ok(queued) => state.storage.settle_watched(&[queued.queued, queued.skipped].concat()),
        Err(error) => {
            tracing::warn!("games of watched folders wait for analysis: {}", error.message);
            Ok(())
        }
    }
}

fn publish(state: &AppState, found: Option<i64>) -> Result<Vec<WatchedFolder>, StorageError> {
    let folders = state.storage.watched_folders()?;
    state.publish(Event::Folders { folders: folders.clone(), found }, |_| true);
    Ok(folders)
}

/// Watches a folder from now on, and imports it.
pub(super) fn add(state: &AppState, jobs: &Jobs, path: &Path, analyse: bool) -> AppResult<Reply> {
    // Without a separator at the end or a doubled one, so that one folder has one name.
    let path: PathBuf = path.components().collect();
    let folders = state.storage.watched_folders()?;
    if let Some(other) = folders.iter().find(|other| path.starts_with(&other.path)) {
        let message = format!("{} is watched already", other.path);
        return Err(error(ErrorCode::WrongState, message));
    }
    if folders.len() >= MAX_FOLDERS {
        let message = format!("{MAX_FOLDERS} folders are watched; remove one first");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let path = path.display().to_string();
    let folder = state.storage.add_watched(&path, analyse)?;
    // With a full queue it is imported at the next look.
    let _ = jobs.add(Work::Watched { folder }, path);
    reply(state)
}

/// Changes whether the new games of a folder are analysed.
pub(super) fn change(state: &AppState, folder: i64, analyse: bool) -> AppResult<Reply> {
    if state.storage.set_watched_analyse(folder, analyse)? {
        return reply(state);
    }
    Err(not_found("watched folder", folder))
}

/// Watches a folder no longer; its games stay in the library.
pub(super) fn remove(state: &AppState, jobs: &Jobs, folder: i64) -> AppResult<Reply> {
    if !state.storage.remove_watched(folder)? {
        return Err(not_found("watched folder", folder));
    }
    if let Some(job) = jobs.imports_watched(folder) {
        jobs.cancel(job)?;
    }
    reply(state)
}

fn reply(state: &AppState) -> AppResult<Reply> {
    Ok(Reply::LibraryFolders { folders: publish(state, None)? })
}
