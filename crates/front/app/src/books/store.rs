//! Books and their unsaved changes in the database.

use crate::errors::{AppResult, not_found};
use crate::mate::now_ms;
use crate::storage::{Storage, StorageError};
use rusqlite::{OptionalExtension as _, Row, params};
use std::path::PathBuf;

/// A book of the list.
#[derive(Clone, Debug)]
pub(super) struct BookRow {
    pub(super) id: u32,
    pub(super) name: String,
    /// Its file, if it has one.
    pub(super) path: Option<PathBuf>,
    /// Positions of the file when it was opened or saved.
    pub(super) positions: u64,
    /// Positions with unsaved changes.
    pub(super) changed: u32,
    /// The last step of unsaved changes.
    pub(super) step: u32,
}

const BOOKS: &str = "SELECT id, name, path, positions,
      (SELECT count(DISTINCT sfen) FROM book_changes WHERE book = books.id AND sfen <> ''),
      (SELECT coalesce(max(step), 0) FROM book_changes WHERE book = books.id)
    FROM books";

fn of_row(row: &Row<'_>) -> rusqlite::Result<BookRow> {
    let path: String = row.get(2)?;
    Ok(BookRow {
        id: row.get(0)?,
        name: row.get(1)?,
        path: (!path.is_empty()).then(|| path.into()),
        positions: row.get::<_, i64>(3)?.try_into().unwrap_or(0),
        changed: row.get(4)?,
        step: row.get(5)?,
    })
}

impl Storage {
    /// All books, in the order in which they were added.
    pub(super) fn books(&self) -> Result<Vec<BookRow>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(&format!("{BOOKS} ORDER BY id"))?;
        let rows = query.query_map([], of_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One book.
    pub(super) fn book(&self, id: u32) -> AppResult<BookRow> {
        let sql = format!("{BOOKS} WHERE id = ?1");
        let found = self.reader().query_row(&sql, [id], of_row).optional();
        found.map_err(StorageError::from)?.ok_or_else(|| not_found("book", id))
    }

    /// Adds a book with its first changes and returns its number.
    pub(super) fn add_book(
        &self,
        name: &str,
        path: &str,
        positions: u64,
        changes: &[(String, String)],
    ) -> Result<u32, StorageError> {
        self.write(|db| {
            let positions = i64::try_from(positions).unwrap_or(i64::MAX);
            db.execute(
                "INSERT INTO books (name, path, positions, added) VALUES (?1, ?2, ?3, ?4)",
                params![name, path, positions, now_ms()],
            )?;
            let id = u32::try_from(db.last_insert_rowid()).unwrap_or_default();
            insert(db, id, 1, changes)?;
            Ok(id)
        })
    }

    /// Removes a book from the list, with its unsaved changes.
    pub(super) fn remove_book(&self, id: u32) -> Result<(), StorageError> {
        self.write(|db| Ok(db.execute("DELETE FROM books WHERE id = ?1", [id]).map(drop)?))
    }

    /// Notes that a file has all changes of a book up to a step.
    pub(super) fn book_saved(
        &self,
        id: u32,
        path: &str,
        positions: u64,
        step: u32,
    ) -> Result<(), StorageError> {
        self.write(|db| {
            let positions = i64::try_from(positions).unwrap_or(i64::MAX);
            db.execute(
                "UPDATE books SET path = ?2, positions = ?3 WHERE id = ?1",
                params![id, path, positions],
            )?;
            db.execute(
                "DELETE FROM book_changes WHERE book = ?1 AND step <= ?2",
                params![id, step],
            )?;
            Ok(())
        })
    }

    /// Stores changes as the next step: positions with their entries in JSON.
    pub(super) fn change_book(
        &self,
        id: u32,
        changes: &[(String, String)],
    ) -> Result<(), StorageError> {
        self.write(|db| {
            let step: u32 = db.query_row(
                "SELECT coalesce(max(step), 0) + 1 FROM book_changes WHERE book = ?1",
                [id],
                |row| row.get(0),
            )?;
            insert(db, id, step, changes)
        })
    }

    /// Forgets the changes of a step.
    pub(super) fn undo_book(&self, id: u32, step: u32) -> Result<(), StorageError> {
        let sql = "DELETE FROM book_changes WHERE book = ?1 AND step = ?2";
        self.write(|db| Ok(db.execute(sql, params![id, step]).map(drop)?))
    }

    /// The newest change of a position, in JSON.
    pub(super) fn book_change(&self, id: u32, sfen: &str) -> Result<Option<String>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(
            "SELECT body FROM book_changes WHERE book = ?1 AND sfen = ?2
             ORDER BY step DESC LIMIT 1",
        )?;
        Ok(query.query_row(params![id, sfen], |row| row.get(0)).optional()?)
    }

    /// The newest change of each position, in JSON.
    pub(super) fn book_changes(&self, id: u32) -> Result<Vec<(String, String)>, StorageError> {
        let reader = self.reader();
        // SQLite takes the other columns from the row of the maximum.
        let mut query = reader.prepare_cached(
            "SELECT sfen, body, max(step) FROM book_changes WHERE book = ?1 GROUP BY sfen",
        )?;
        let rows = query.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn insert(
    db: &rusqlite::Transaction<'_>,
    book: u32,
    step: u32,
    changes: &[(String, String)],
) -> Result<(), StorageError> {
    let sql = "INSERT INTO book_changes (book, step, sfen, body) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = db.prepare_cached(sql)?;
    for (sfen, body) in changes {
        insert.execute(params![book, step, sfen, body])?;
    }
    Ok(())
}
