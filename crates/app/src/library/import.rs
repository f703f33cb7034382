//! Importing records into the library.

use crate::document::{Document, OpenError, open_all};
use crate::jobs::{End, Running};
use crate::protocol::{ImportFailure, ImportReport, MAX_RECORD_BYTES};
use crate::state::AppState;
use crate::storage::{Added, GameEntry, StorageError};
use std::io::Read as _;
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
/// Extensions of records.
const EXTENSIONS: [&str; 10] =
    ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json", "sfen", "usi", "sgf"];

/// Imports a folder with all below it. Links are not followed.
pub(crate) fn folder(state: &AppState, running: &Running<'_>, path: &Path) -> End {
    let mut files = Vec::new();
    if let Err(error) = collect(path, &mut files, is_record, || running.stopped()) {
        return End::Failed(format!("{}: {error}", path.display()));
    }
    files.sort_unstable();
    let mut import = Import::new(state, running, files.len());
    for file in files {
        if running.stopped() {
            break;
        }
        let name = file.strip_prefix(path).unwrap_or(&file).display().to_string();
        match read(&file) {
            Ok(bytes) => import.file(&name, &bytes),
            Err(error) => import.fail(&name, error.to_string()),
        }
        if let Err(error) = import.next_file() {
            return End::Failed(error.to_string());
        }
    }
    import.end()
}

/// Imports files that were uploaded.
pub(crate) fn files(state: &AppState, running: &Running<'_>, files: &[(String, Vec<u8>)]) -> End {
    let mut import = Import::new(state, running, files.len());
    for (name, bytes) in files {
        if running.stopped() {
            break;
        }
        import.file(name, bytes);
        if let Err(error) = import.next_file() {
            return End::Failed(error.to_string());
        }
    }
    import.end()
}

/// The files below a folder that are wanted, as many as a library takes. Links are not followed.
pub(crate) fn collect(
    folder: &Path,
    found: &mut Vec<PathBuf>,
    wanted: impl Fn(&Path) -> bool,
    stopped: impl Fn() -> bool,
) -> std::io::Result<()> {
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let path = entry.path();
            if kind.is_dir() {
                pending.push(path);
            } else if kind.is_file() && wanted(&path) {
                found.push(path);
            }
            if found.len() >= MAX_FILES || stopped() {
                return Ok(());
            }
        }
    }
    Ok(())
}

pub(crate) fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| EXTENSIONS.contains(&e.to_ascii_lowercase().as_str()))
}

/// Reads a file, at most one byte more than a record may have.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_RECORD_BYTES as u64 + 1;
    std::fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An import under way.
struct Import<'a> {
    state: &'a AppState,
    running: &'a Running<'a>,
    report: ImportReport,
    batch: Vec<GameEntry>,
    written: Instant,
    files: u32,
}

impl<'a> Import<'a> {
    fn new(state: &'a AppState, running: &'a Running<'a>, total: usize) -> Self {
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        running.update(|info| {
            (info.done, info.total) = (0, total);
            info.import = Some(ImportReport::default());
        });
        let (report, written) = (ImportReport::default(), Instant::now());
        Self { state, running, report, batch: Vec::new(), written, files: 0 }
    }

    fn fail(&mut self, file: &str, message: String) {
        self.report.failed += 1;
        if self.report.failures.len() < MAX_FAILURES {
            self.report.failures.push(ImportFailure { file: file.to_owned(), message });
        }
    }

    fn file(&mut self, name: &str, bytes: &[u8]) {
        let games: Result<Vec<_>, OpenError> = open_all(bytes, name);
        match games {
            Ok(games) => games.into_iter().for_each(|game| {
                let document = Document::new(0, name, game);
                self.batch.extend(GameEntry::of(&document, name));
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
        let added = self
            .state
            .storage
            .write(|db| batch.iter().map(|entry| entry.add(db)).collect::<Result<Vec<_>, _>>())?;
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

    fn end(mut self) -> End {
        if let Err(error) = self.write() {
            return End::Failed(error.to_string());
        }
        self.update();
        if self.running.stopped() { End::Cancelled } else { End::Done }
    }
}
