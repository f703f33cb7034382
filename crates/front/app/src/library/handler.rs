//! Requests about the library.

use super::{queue, watch};
use crate::analysis::Analysis;
use crate::document::changed_now;
use crate::errors::{AppResult, error, not_found};
use crate::jobs::{Jobs, Work};
use crate::player;
use crate::position::position;
use crate::protocol::{
    ErrorBody, ErrorCode, ImportReport, ImportSource, LibraryMark, LibraryQuery, LibraryRequest,
    Reply,
};
use crate::settings::check_names;
use crate::state::AppState;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zenpuku_shogi::Setup;

/// Maximum number of games and of uploads in one request.
const MAX_GAMES: usize = 1_000;
const MAX_UPLOADS: usize = 1_000;
/// Games of a search that are returned at once.
const MAX_NUMBERS: usize = 10_000;

/// Limits of the user's text for a game, in characters, and of the number of its tags.
const MAX_NOTE: usize = 10_000;
const MAX_TAG: usize = 40;
const MAX_TAGS: usize = 20;

pub(crate) fn carry_out(
    state: &AppState,
    jobs: &Jobs,
    analysis: &Analysis,
    request: LibraryRequest,
) -> AppResult<Reply> {
    match request {
        LibraryRequest::Search { query } => {
            Ok(Reply::Library { page: state.storage.library_search(&checked(state, query)?)? })
        }
        LibraryRequest::Import { source } => import(state, jobs, source),
        LibraryRequest::Folders => {
            Ok(Reply::LibraryFolders { folders: state.storage.watched_folders()? })
        }
        LibraryRequest::WatchFolder { path, analyse } => {
            watch::add(state, jobs, &folder(state, path.trim())?, analyse)
        }
        LibraryRequest::ChangeFolder { folder, analyse } => watch::change(state, folder, analyse),
        LibraryRequest::ForgetFolder { folder } => watch::remove(state, jobs, folder),
        LibraryRequest::Delete { games }
        | LibraryRequest::Restore { games }
        | LibraryRequest::Mark { games, .. }
        | LibraryRequest::Analyse { games, .. }
            if games.len() > MAX_GAMES =>
        {
            Err(too_many(games.len()))
        }
        LibraryRequest::Delete { games } => {
            state.storage.delete_games(&games, changed_now())?;
            Ok(Reply::Ok)
        }
        LibraryRequest::Restore { games } => {
            Ok(Reply::LibraryRestored { games: state.storage.restore_games(&games)? })
        }
        LibraryRequest::Mark { games, mark } => change_mark(state, &games, mark),
        LibraryRequest::Numbers { query } => {
            let games = state.storage.library_numbers(&checked(state, query)?, MAX_NUMBERS)?;
            Ok(Reply::LibraryNumbers { games })
        }
        LibraryRequest::Analyse { games, budget } => {
            let queued = queue::analyse(jobs, analysis, &games, budget)?;
            Ok(Reply::LibraryQueued { queued })
        }
        LibraryRequest::Duplicates => {
            Ok(Reply::LibraryDuplicates { groups: state.storage.duplicates()? })
        }
        LibraryRequest::Players => Ok(Reply::LibraryPlayers { players: state.storage.players()? }),
        LibraryRequest::Player { names } => player_page(state, &names),
        LibraryRequest::Stats => Ok(Reply::LibraryStats { stats: state.storage.library_stats()? }),
        LibraryRequest::Explorer { sfen, query } => {
            let query = checked(state, LibraryQuery { sfen: None, ..*query })?;
            Ok(Reply::Explorer { page: state.storage.explore(&position(&sfen)?, query)? })
        }
    }
}

fn player_page(state: &AppState, names: &[String]) -> AppResult<Reply> {
    check_names(names)?;
    if names.is_empty() {
        return Err(error(ErrorCode::BadValue, "the names of a player are expected"));
    }
    let (names, games) = state.storage.games_of_player(names)?;
    Ok(Reply::LibraryPlayer { player: Box::new(player::page(names, &games)) })
}

fn too_many(games: usize) -> ErrorBody {
    let message = format!("{games} games are named, but one request takes at most {MAX_GAMES}");
    error(ErrorCode::TooLarge, message)
}

/// Changes a mark of games, after checking its limits.
fn change_mark(state: &AppState, games: &[i64], mark: LibraryMark) -> AppResult<Reply> {
    let mark = match mark {
        LibraryMark::Tag { name, on } => LibraryMark::Tag { name: tag_name(&name)?, on },
        LibraryMark::Note { text } if text.chars().count() > MAX_NOTE => {
            let message = format!("a note has at most {MAX_NOTE} characters");
            return Err(error(ErrorCode::TooLarge, message));
        }
        other => other,
    };
    if state.storage.mark_games(games, &mark, MAX_TAGS)? {
        return Ok(Reply::Ok);
    }
    Err(error(ErrorCode::TooLarge, format!("a game has at most {MAX_TAGS} tags")))
}

/// The name of a tag without the blanks at its ends.
fn tag_name(name: &str) -> AppResult<String> {
    let name = name.trim();
    let length = name.chars().count();
    if (1..=MAX_TAG).contains(&length) && !name.contains(char::is_control) {
        return Ok(name.to_owned());
    }
    let message = format!("the name of a tag has 1 to {MAX_TAG} characters in one line");
    Err(error(ErrorCode::BadValue, message))
}

/// The query with its position in the stored form; all its conditions can be searched.
pub(crate) fn checked(state: &AppState, mut query: LibraryQuery) -> AppResult<LibraryQuery> {
    if query.mistake.is_some() {
        state.storage.complete_figures()?;
    }
    if let Some(games) = query.games.as_ref().filter(|games| games.len() > MAX_GAMES) {
        return Err(too_many(games.len()));
    }
    if let Some(sfen) = query.sfen.as_mut().filter(|sfen| !sfen.is_empty()) {
        *sfen = position(sfen)?.to_sfen();
    }
    if let Some(pieces) = query.pieces.as_ref().filter(|pieces| !pieces.is_empty()) {
        Setup::from_sfen(pieces)?;
    }
    Ok(query)
}

fn import(state: &AppState, jobs: &Jobs, source: ImportSource) -> AppResult<Reply> {
    let (work, title) = match source {
        ImportSource::Folder { path } => {
            let path = folder(state, &path)?;
            let title = path.display().to_string();
            (Work::Folder { path }, title)
        }
        ImportSource::Uploads { uploads } => {
            let files = take_uploads(state, &uploads)?;
            let title = match files.as_slice() {
                [(name, _)] => name.clone(),
                files => format!("{} files", files.len()),
            };
            (Work::Files { files: Arc::new(files) }, title)
        }
        ImportSource::Document { document } => return import_document(state, jobs, document),
    };
    Ok(Reply::Job { job: jobs.add(work, title)? })
}

/// A folder of the server's machine, named in full.
pub(crate) fn folder(state: &AppState, path: &str) -> AppResult<PathBuf> {
    if !state.loopback {
        let message = "folders are imported only when the server listens on loopback";
        return Err(error(ErrorCode::Forbidden, message));
    }
    let path = Path::new(path);
    if path.is_absolute() && path.is_dir() {
        Ok(path.to_owned())
    } else {
        let message = format!("{} is not the full path of a folder", path.display());
        Err(error(ErrorCode::NotFound, message))
    }
}

/// Files that were uploaded, once.
pub(crate) fn take_uploads(
    state: &AppState,
    uploads: &[String],
) -> AppResult<Vec<(String, Vec<u8>)>> {
    if uploads.is_empty() || uploads.len() > MAX_UPLOADS {
        let message = format!("from 1 to {MAX_UPLOADS} uploads are imported at once");
        return Err(error(ErrorCode::BadValue, message));
    }
    let taken = |id: &String| state.uploads.take(id).ok_or_else(|| not_found("upload", id));
    uploads.iter().map(taken).collect()
}

/// Adds an open document to the library immediately.
fn import_document(state: &AppState, jobs: &Jobs, id: u32) -> AppResult<Reply> {
    let (new, info) = state.keep_analysed(id)?;
    let new = u32::from(new);
    let report = ImportReport { added: new, duplicates: 1 - new, ..ImportReport::default() };
    Ok(Reply::Job { job: jobs.add_import(info.title, report)? })
}
