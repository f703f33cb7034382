//! The store on disk: one SQLite database and a lock in the data folder.

mod backup;
mod books;
mod documents;
#[cfg(test)]
mod faults;
mod folder;
mod jobs;
mod library;
mod mistakes;
mod openings;
mod rows;
mod salvage;
mod schema;
mod watched;

pub(crate) use documents::{PlayRow, StoredDocument};
#[cfg(test)]
pub(crate) use faults::ALL as FAULTS;
pub(crate) use folder::{DataFolder, default_folder, running};
pub(crate) use jobs::StoredJob;
pub(crate) use library::{Added, GameEntry, GameLine, position_key, spellings};
pub(crate) use rows::{Outcome, outcome};
pub(crate) use watched::{Stamp, WatchedNews, note_found};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Name of the database in the data folder.
pub(crate) const DATABASE: &str = "zenpuku.db";

/// How long a busy database is waited for.
const BUSY: Duration = Duration::from_secs(2);

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The folder cannot be used.
    #[error("the data folder {folder}: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        error: std::io::Error,
    },
    /// Another server uses the folder.
    #[error("another Zenpuku uses the data folder {0}; end it or name another folder with --data")]
    Locked(String),
    /// Another program keeps the database to itself.
    #[error("another program uses the library {0}; end it and start again")]
    Busy(String),
    /// The database is of a later version of the program.
    #[error("the library is of version {found}, this program knows up to {known}: use a newer one")]
    TooNew {
        /// Version of the database.
        found: i64,
        /// Version of this program.
        known: i64,
    },
    /// SQLite failed.
    #[error("the database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A stored text is damaged.
    #[error("a stored entry is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// Changes could not be written before the end.
    #[error("{documents} changed documents are not saved: {reason}")]
    Unsaved {
        /// How many.
        documents: usize,
        /// Why.
        reason: String,
    },
}

/// The database: one connection for writing, one for reading in parallel.
pub(crate) struct Storage {
    // Dropped first: the last connection to be closed writes the log back, which takes a writer.
    reader: Mutex<Connection>,
    writer: Mutex<Connection>,
    path: PathBuf,
    /// Messages for the user about the opening.
    pub(crate) notice: Option<String>,
    /// How the next writes fail.
    #[cfg(test)]
    pub(crate) faults: faults::Faults,
}

impl Storage {
    /// Opens or makes the database in `folder`. A damaged one is moved aside,
    /// and its readable data is copied into a new one; missing data comes from
    /// the newest good backup.
    ///
    /// # Errors
    /// [`StorageError`].
    pub(crate) fn open(folder: &Path) -> Result<Self, StorageError> {
        let path = folder.join(DATABASE);
        match Self::try_open(&path) {
            Err(StorageError::Sqlite(error)) if is_damage(&error) => {
                let aside = put_aside(&path)?;
                let mut fresh = Self::try_open(&path)?;
                let saved = salvage::salvage(&aside, &fresh);
                let restored = salvage::restore_missing(&saved, &path, &fresh);
                fresh.notice = Some(salvage::notice(&error, &aside, &saved, &restored));
                Ok(fresh)
            }
            Err(StorageError::Sqlite(error)) if is_busy(&error) => {
                Err(StorageError::Busy(path.display().to_string()))
            }
            other => other,
        }
    }

    fn try_open(path: &Path) -> Result<Self, StorageError> {
        let failed = |error| StorageError::Folder { folder: path.display().to_string(), error };
        folder::create_private(path).map_err(failed)?;
        let mut writer = Connection::open(path)?;
        prepare(&writer)?;
        quick_check(&writer)?;
        schema::migrate(&mut writer)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(path, flags)?;
        reader.busy_timeout(BUSY)?;
        Ok(Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            path: path.to_owned(),
            notice: None,
            #[cfg(test)]
            faults: faults::Faults::default(),
        })
    }

    /// The connection that reads.
    pub(crate) fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes atomically.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        #[cfg(test)]
        self.faults.check()?;
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }
}

/// Power loss: with a write-ahead log and `NORMAL`, the database is never damaged; the last
/// transactions may be missing.
fn prepare(connection: &Connection) -> Result<(), StorageError> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

fn quick_check(connection: &Connection) -> Result<(), StorageError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict == "ok" {
        return Ok(());
    }
    let error = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(error, Some(verdict)).into())
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Renames the database and what belongs to it; the new name.
fn put_aside(path: &Path) -> Result<PathBuf, StorageError> {
    let stamp = crate::document::changed_now();
    let aside = path.with_extension(format!("damaged-{stamp}.db"));
    zenpuku_core::files::rename(path, &aside)
        .map_err(|error| StorageError::Folder { folder: path.display().to_string(), error })?;
    for suffix in ["-wal", "-shm"] {
        // May well not exist.
        let _ = std::fs::rename(beside(path, suffix), beside(&aside, suffix));
    }
    Ok(aside)
}

/// A file that SQLite keeps next to a database.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
