//! Importing records into the library.

use super::extensions::{is_wanted, is_zip};
use super::unzip::{Member, members};
use crate::document::{Document, OpenError, open_all};
use crate::errors::storage_sentence;
use crate::jobs::{End, Running};
use crate::protocol::{ImportFailure, ImportReport, MAX_RECORD_BYTES, WatchedFolder};
use crate::state::AppState;
use crate::storage::{Added, GameEntry, StorageError, WatchedNews, note_found};
use std::fs::{File, ReadDir};
use std::io::{Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Games written together; each such batch is kept or lost as a whole.
const BATCH: usize = 50;
/// Time after which a smaller batch is written.
const BATCH_TIME: Duration = Duration::from_millis(500);
/// Most files of a folder.
const MAX_FILES: usize = 200_000;
/// Failures that are reported one by one.
const MAX_FAILURES: usize = 100;

/// Imports a folder with all below it, and the records inside its ZIP files. Links are not followed; a
/// folder below it that cannot be read counts as one failure.
pub(crate) fn folder(state: &AppState, running: &Running<'_>, path: &Path) -> End {
    let found = match collect(path, is_wanted, || running.stopped()) {
        Ok(found) => found,
        Err(error) => return unreadable(path, &error),
    };
    let mut import = Import::new(state, running, found.files.len());
    import.skip(path, found.skipped);
    for file in found.files {
        if running.stopped() {
            break;
        }
        if let Err(error) = import.file_of(path, &file) {
            return End::Failed(storage_sentence(&error));
        }
    }
    import.end()
}

/// A folder that cannot be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> End {
    End::Failed(format!("{}: {error}", path.display()))
}

/// Imports files that were uploaded, and the records inside ZIP files.
pub(crate) fn files(state: &AppState, running: &Running<'_>, files: &[(String, Vec<u8>)]) -> End {
    let mut import = Import::new(state, running, files.len());
    for (name, bytes) in files {
        if running.stopped() {
            break;
        }
        let done = if is_zip(Path::new(name)) {
            import.zip(name, Cursor::new(bytes))
        } else {
            import.file(name, bytes)
        };
        if let Err(error) = done {
            return End::Failed(storage_sentence(&error));
        }
    }
    import.end()
}

/// The files of a folder.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<PathBuf>,
    /// What could not be read, and why.
    pub(crate) skipped: Vec<(PathBuf, String)>,
}

/// The files below a folder that are wanted, in order, as many as a library takes. Links are not
/// followed.
///
/// # Errors
/// If the folder itself cannot be read; folders below it are then skipped.
pub(crate) fn collect(
    folder: &Path,
    wanted: impl Fn(&Path) -> bool,
    stopped: impl Fn() -> bool,
) -> std::io::Result<Found> {
    collect_by(|folder| std::fs::read_dir(folder), folder, wanted, stopped)
}

fn collect_by(
    list: impl Fn(&Path) -> std::io::Result<ReadDir>,
    folder: &Path,
    wanted: impl Fn(&Path) -> bool,
    stopped: impl Fn() -> bool,
) -> std::io::Result<Found> {
    let mut found = Found::default();
    let mut pending = vec![folder.to_owned()];
    while let Some(below) = pending.pop() {
        let entries = match list(&below) {
            Ok(entries) => entries,
            Err(error) if below == folder => return Err(error),
            Err(error) => {
                found.skipped.push((below, error.to_string()));
                continue;
            }
        };
        for entry in entries {
            let kind = entry.and_then(|entry| Ok((entry.file_type()?, entry.path())));
            match kind {
                Ok((kind, path)) if kind.is_dir() => pending.push(path),
                Ok((kind, path)) if kind.is_file() && wanted(&path) => found.files.push(path),
                Ok(_) => {}
                Err(error) => found.skipped.push((below.clone(), error.to_string())),
            }
            if stopped() {
                return Ok(found);
            }
        }
    }
    found.files.sort_unstable();
    let left = found.files.len().saturating_sub(MAX_FILES);
    if left > 0 {
        found.files.truncate(MAX_FILES);
        let message = format!("{left} files are left out: at most {MAX_FILES} are read at once");
        found.skipped.push((folder.to_owned(), message));
    }
    Ok(found)
}

/// The path of a file or folder below `top`, for people; `top` itself in full.
pub(crate) fn name_below(top: &Path, path: &Path) -> String {
    let below = path.strip_prefix(top).ok().filter(|below| !below.as_os_str().is_empty());
    below.unwrap_or(path).display().to_string()
}

/// Reads a file, at most one byte more than a record may have.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_RECORD_BYTES as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An import under way.
pub(super) struct Import<'a> {
    state: &'a AppState,
    running: &'a Running<'a>,
    report: ImportReport,
    batch: Vec<GameEntry>,
    written: Instant,
    files: u32,
    /// The folder that is watched, and what was found in it since the last batch was written.
    pub(super) watched: Option<(WatchedFolder, WatchedNews)>,
}

impl<'a> Import<'a> {
    pub(super) fn new(state: &'a AppState, running: &'a Running<'a>, total: usize) -> Self {
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        running.update(|info| {
            (info.done, info.total) = (0, total);
            info.import = Some(ImportReport::default());
        });
        let (report, written) = (ImportReport::default(), Instant::now());
        Self { state, running, report, batch: Vec::new(), written, files: 0, watched: None }
    }

    fn fail(&mut self, file: &str, message: String) {
        self.report.failed += 1;
        if self.report.failures.len() < MAX_FAILURES {
            self.report.failures.push(ImportFailure { file: file.to_owned(), message });
        }
    }

    /// Files and folders that cannot be read.
    pub(super) fn skip(&mut self, top: &Path, skipped: Vec<(PathBuf, String)>) {
        for (skipped, why) in skipped {
            self.fail(&name_below(top, &skipped), why);
        }
    }

    /// A file below a folder, or the records inside it.
    pub(super) fn file_of(&mut self, top: &Path, file: &Path) -> Result<(), StorageError> {
        let name = name_below(top, file);
        if is_zip(file) {
            match File::open(file) {
                Ok(zip) => self.zip(&name, zip),
                Err(error) => self.failed_file(&name, error.to_string()),
            }
        } else {
            match read(file) {
                Ok(bytes) => self.file(&name, &bytes),
                Err(error) => self.failed_file(&name, error.to_string()),
            }
        }
    }

    /// A file that cannot be read.
    fn failed_file(&mut self, name: &str, message: String) -> Result<(), StorageError> {
        self.fail(name, message);
        self.next_file()
    }

    /// The records of a ZIP file, each of which counts as a file.
    fn zip(&mut self, name: &str, zip: impl Read + Seek) -> Result<(), StorageError> {
        let mut written = Ok(());
        let read = members(zip, |found| {
            match found {
                Member::Count(records) => {
                    self.running.update(|info| info.total = info.total.saturating_add(records));
                }
                Member::Record(member, bytes) => {
                    written = self.file(&format!("{name}/{member}"), &bytes);
                }
                Member::Unreadable(member, why) => {
                    written = self.failed_file(&format!("{name}/{member}"), why);
                }
            }
            if written.is_err() || self.running.stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        match read {
            Ok(()) => self.next_file(),
            Err(why) => self.failed_file(name, why),
        }
    }

    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        self.read(name, bytes);
        self.next_file()
    }

    fn read(&mut self, name: &str, bytes: &[u8]) {
        let games: Result<Vec<_>, OpenError> = open_all(bytes, name);
        match games {
            Ok(games) => games.into_iter().for_each(|game| {
                match GameEntry::of(&Document::new(0, name, game), name) {
                    Some(entry) => self.batch.push(entry),
                    None => self.fail(name, "the start position cannot be kept".to_owned()),
                }
            }),
            Err(error) => self.fail(name, error.to_string()),
        }
    }

    /// A file is done; writes the batch when it is large or old enough.
    fn next_file(&mut self) -> Result<(), StorageError> {
        self.files += 1;
        if self.batch.len() >= BATCH || self.written.elapsed() >= BATCH_TIME {
            self.write()?;
        }
        self.update();
        Ok(())
    }

    fn write(&mut self) -> Result<(), StorageError> {
        let batch = std::mem::take(&mut self.batch);
        let watched = &mut self.watched;
        let added = self.state.storage.write(|db| {
            let added = batch.iter().map(|entry| entry.add(db)).collect::<Result<Vec<_>, _>>()?;
            if let Some((folder, found)) = watched {
                let new = added.iter().filter_map(|added| match added {
                    Added::New(game) => Some(*game),
                    Added::Duplicate(_) => None,
                });
                found.games.extend(new.filter(|_| folder.analyse));
                note_found(db, folder.folder, found)?;
            }
            Ok(added)
        })?;
        if let Some((_, found)) = watched {
            *found = WatchedNews::default();
        }
        let new = added.iter().filter(|added| matches!(added, Added::New(_))).count();
        self.report.added += new as u32;
        self.report.duplicates += (added.len() - new) as u32;
        self.written = Instant::now();
        Ok(())
    }

    fn update(&self) {
        self.running.update(|info| {
            info.done = self.files;
            info.import = Some(self.report.clone());
        });
    }

    pub(super) fn end(mut self) -> End {
        if let Err(error) = self.write() {
            return End::Failed(storage_sentence(&error));
        }
        self.update();
        if self.running.stopped() { End::Cancelled } else { End::Done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Error, ErrorKind};

    #[test]
    fn a_folder_below_that_cannot_be_read_is_skipped_and_named() {
        let folder = tempfile::TempDir::new().unwrap();
        let top = folder.path();
        for below in ["a", "b/closed", "c"] {
            std::fs::create_dir_all(top.join(below)).unwrap();
            std::fs::write(top.join(below).join("game.kif"), "").unwrap();
        }
        let closed = top.join("b/closed");
        let list = |path: &Path| match path == closed {
            true => Err(Error::from(ErrorKind::PermissionDenied)),
            false => std::fs::read_dir(path),
        };
        let found = collect_by(list, top, is_wanted, || false).unwrap();
        let names: Vec<_> = found.files.iter().map(|file| name_below(top, file)).collect();
        assert_eq!(names, ["a/game.kif", "c/game.kif"]);
        let [(skipped, why)] = found.skipped.as_slice() else { panic!("{found:?}") };
        assert_eq!(name_below(top, skipped), "b/closed");
        assert!(why.contains("denied"), "{why}");
        let list = |_: &Path| Err(Error::from(ErrorKind::PermissionDenied));
        assert!(collect_by(list, top, is_wanted, || false).is_err(), "the folder itself");
    }
}
