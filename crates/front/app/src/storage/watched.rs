//! Watched folders in the database: which files of them were read, and games that wait for analysis.

use super::{Storage, StorageError};
use crate::protocol::WatchedFolder;
use rusqlite::{Row, Transaction, params};
use std::collections::HashMap;

/// The time of the last change of a file belongs to its identity, in nanoseconds since 1970, and its
/// length.
pub(super) const TABLES: &str = "
CREATE TABLE watched_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, analyse INTEGER NOT NULL,
  missing INTEGER NOT NULL DEFAULT 0);
CREATE TABLE watched_files (
  folder INTEGER NOT NULL REFERENCES watched_folders ON DELETE CASCADE, name TEXT NOT NULL,
  modified INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (folder, name)) WITHOUT ROWID;
CREATE TABLE watched_games (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE);
";

/// What distinguishes a file from an earlier state of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// Time of its last change in nanoseconds since 1970.
    pub(crate) modified: i64,
    /// Its length.
    pub(crate) bytes: i64,
}

/// What an import found in a watched folder.
#[derive(Debug, Default)]
pub(crate) struct WatchedNews {
    /// The files that were read.
    pub(crate) files: Vec<(String, Stamp)>,
    /// New games that wait for analysis.
    pub(crate) games: Vec<i64>,
}

const SELECT: &str = "
  SELECT id, path, analyse, missing,
    (SELECT count(*) FROM watched_files WHERE folder = watched_folders.id)
  FROM watched_folders";

fn watched(row: &Row<'_>) -> rusqlite::Result<WatchedFolder> {
    Ok(WatchedFolder {
        folder: row.get(0)?,
        path: row.get(1)?,
        analyse: row.get(2)?,
        missing: row.get(3)?,
        files: row.get(4)?,
    })
}

impl Storage {
    /// All watched folders in the order in which they were added.
    pub(crate) fn watched_folders(&self) -> Result<Vec<WatchedFolder>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(&format!("{SELECT} ORDER BY id"))?;
        let rows = query.query_map([], watched)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds a folder and returns its number.
    pub(crate) fn add_watched(&self, path: &str, analyse: bool) -> Result<i64, StorageError> {
        self.write(|db| {
            let sql = "INSERT INTO watched_folders (path, analyse) VALUES (?1, ?2)";
            db.execute(sql, params![path, analyse])?;
            Ok(db.last_insert_rowid())
        })
    }

    /// Changes whether new games of a folder are analysed; `false` when there is no such folder.
    pub(crate) fn set_watched_analyse(
        &self,
        folder: i64,
        analyse: bool,
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE watched_folders SET analyse = ?2 WHERE id = ?1";
        self.write(|db| Ok(db.execute(sql, params![folder, analyse])? > 0))
    }

    /// Notes whether a folder is missing.
    pub(crate) fn set_watched_missing(
        &self,
        folder: i64,
        missing: bool,
    ) -> Result<(), StorageError> {
        let sql = "UPDATE watched_folders SET missing = ?2 WHERE id = ?1";
        self.write(|db| {
            db.execute(sql, params![folder, missing])?;
            Ok(())
        })
    }

    /// Forgets a folder; its games stay. `false` when there is no such folder.
    pub(crate) fn remove_watched(&self, folder: i64) -> Result<bool, StorageError> {
        let sql = "DELETE FROM watched_folders WHERE id = ?1";
        self.write(|db| Ok(db.execute(sql, [folder])? > 0))
    }

    /// The files of a folder that were read, by their names below it.
    pub(crate) fn watched_files(
        &self,
        folder: i64,
    ) -> Result<HashMap<String, Stamp>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT name, modified, bytes FROM watched_files WHERE folder = ?1";
        let mut query = reader.prepare_cached(sql)?;
        let rows = query.query_map([folder], |row| {
            Ok((row.get(0)?, Stamp { modified: row.get(1)?, bytes: row.get(2)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Games of watched folders that wait for analysis, at most `most`.
    pub(crate) fn watched_games(&self, most: usize) -> Result<Vec<i64>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT game FROM watched_games ORDER BY game LIMIT ?1";
        let mut query = reader.prepare_cached(sql)?;
        let rows = query.query_map([most as i64], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// These games no longer wait.
    pub(crate) fn settle_watched(&self, games: &[i64]) -> Result<(), StorageError> {
        self.write(|db| {
            let mut delete = db.prepare_cached("DELETE FROM watched_games WHERE game = ?1")?;
            games.iter().try_for_each(|game| delete.execute([game]).map(|_| ()))?;
            Ok(())
        })
    }
}

/// Notes what an import found, unless the folder was forgotten meanwhile.
pub(crate) fn note_found(
    db: &Transaction<'_>,
    folder: i64,
    found: &WatchedNews,
) -> Result<(), StorageError> {
    let mut file = db.prepare_cached(
        "INSERT OR REPLACE INTO watched_files
         SELECT id, ?2, ?3, ?4 FROM watched_folders WHERE id = ?1",
    )?;
    for (name, stamp) in &found.files {
        file.execute(params![folder, name, stamp.modified, stamp.bytes])?;
    }
    let mut game = db.prepare_cached("INSERT OR IGNORE INTO watched_games VALUES (?1)")?;
    found.games.iter().try_for_each(|id| game.execute([id]).map(|_| ()))?;
    Ok(())
}
