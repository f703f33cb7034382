//! Salvage of a damaged database, row by row into a new one, completed from a backup.

use super::backup;
use super::library;
use super::schema;
use super::{Storage, StorageError, beside};
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, params_from_iter};
use std::path::{Path, PathBuf};

/// Tables not taken from a backup: its jobs have finished or been cancelled since.
const NOT_RESTORED: [&str; 2] = ["jobs", "job_files"];

/// Tables in the order in which they refer to each other. Data that the library
/// derives from its games is recomputed, and so are search results.
const TABLES: [(&str, Rows); 21] = [
    ("settings", Rows::Keyed),
    ("documents", Rows::Numbered("id")),
    ("sessions", Rows::Keyed),
    ("session_documents", Rows::Keyed),
    ("plays", Rows::Numbered("id")),
    ("reports", Rows::Numbered("document")),
    ("games", Rows::Numbered("id")),
    ("analyses", Rows::Numbered("game")),
    ("deleted_games", Rows::Numbered("id")),
    ("jobs", Rows::Numbered("id")),
    ("job_files", Rows::Numbered("id")),
    ("mate_sets", Rows::Numbered("id")),
    ("mate_problems", Rows::Numbered("id")),
    ("mate_attempts", Rows::Numbered("id")),
    ("mate_cards", Rows::Keyed),
    ("opening_lines", Rows::Numbered("id")),
    ("books", Rows::Numbered("id")),
    ("book_changes", Rows::Numbered("id")),
    ("watched_folders", Rows::Numbered("id")),
    ("watched_files", Rows::Keyed),
    ("watched_games", Rows::Numbered("game")),
];

/// How the rows of a table can be reached past a damaged one.
#[derive(Clone, Copy)]
enum Rows {
    /// One by one, by their number in this column.
    Numbered(&'static str),
    /// From both ends only.
    Keyed,
}

/// The saved data.
#[derive(Debug, Default)]
pub(super) struct Saved {
    games: usize,
    documents: usize,
    /// Numbers of unreadable rows, if known.
    lost: usize,
    /// Was every table read to its end, and every row of it?
    whole: bool,
}

/// The data added from backups.
#[derive(Debug, Default)]
pub(super) struct Restored {
    /// The backup that was read, and the data it added.
    from: Option<(PathBuf, Saved)>,
    /// Newer good backups that could not be read.
    unreadable: Vec<PathBuf>,
}

/// Copies every readable row of the database that was put aside into a new one. The damaged file
/// itself is not touched: a copy of it is read. What fails is counted as lost.
pub(super) fn salvage(damaged: &Path, into: &Storage) -> Saved {
    let tables = TABLES.iter().copied();
    let saved = read_database(damaged, into, tables);
    saved.unwrap_or_else(|error| {
        tracing::warn!("nothing could be read of the damaged library: {error}");
        Saved::default()
    })
}

/// Adds the rows that are missing from the newest good backup that can be read, unless the damaged
/// database could be read whole.
pub(super) fn restore_missing(saved: &Saved, database: &Path, into: &Storage) -> Restored {
    let mut restored = Restored::default();
    if saved.whole {
        return restored;
    }
    let tables = TABLES.iter().copied().filter(|(table, _)| !NOT_RESTORED.contains(table));
    for path in backup::good_ones(database) {
        match read_database(&path, into, tables.clone()) {
            Ok(saved) => {
                restored.from = Some((path, saved));
                break;
            }
            Err(error) => {
                tracing::warn!("the backup {} cannot be read: {error}", path.display());
                restored.unreadable.push(path);
            }
        }
    }
    restored
}

/// Copies rows of a database into another one, which keeps those that it has. The file itself is not
/// touched: a copy of it is read.
fn read_database(
    path: &Path,
    into: &Storage,
    tables: impl Iterator<Item = (&'static str, Rows)>,
) -> Result<Saved, StorageError> {
    let copy = path.with_extension("reading");
    let saved = read_copy(path, &copy, into, tables);
    for path in [copy.clone(), beside(&copy, "-wal"), beside(&copy, "-shm")] {
        // The files next to it may not exist.
        let _ = std::fs::remove_file(path);
    }
    saved
}

/// The message for the user: what happened, which data was saved, and its source.
pub(super) fn notice(
    why: &rusqlite::Error,
    aside: &Path,
    saved: &Saved,
    restored: &Restored,
) -> String {
    let Saved { games, documents, lost, .. } = saved;
    let aside = aside.display();
    let what = if games + documents == 0 {
        "Nothing could be read of it: a new one was begun.".to_owned()
    } else {
        format!(
            "{games} games and {documents} records were copied into a new one; {lost} entries \
             could not be read."
        )
    };
    let mut backup = String::new();
    for path in &restored.unreadable {
        backup.push_str(&format!(" The backup {} could not be read.", path.display()));
    }
    match &restored.from {
        Some((path, Saved { games, documents, .. })) => backup.push_str(&format!(
            " {games} games and {documents} records that were missing were restored from the \
             backup {}; those deleted since that day are back.",
            path.display()
        )),
        None if !saved.whole && restored.unreadable.is_empty() => {
            backup.push_str(" There is no good backup.");
        }
        None => {}
    }
    format!("The library was damaged ({why}). It was kept as {aside}. {what}{backup}")
}

fn read_copy(
    damaged: &Path,
    copy: &Path,
    into: &Storage,
    tables: impl Iterator<Item = (&'static str, Rows)>,
) -> Result<Saved, StorageError> {
    let failed = |error| StorageError::Folder { folder: copy.display().to_string(), error };
    std::fs::copy(damaged, copy).map_err(failed)?;
    let log = beside(damaged, "-wal");
    if log.exists() {
        std::fs::copy(log, beside(copy, "-wal")).map_err(failed)?;
    }
    let mut from = Connection::open(copy)?;
    // A database of an older version, migrated to this one if possible.
    if let Err(error) = schema::migrate(&mut from) {
        tracing::warn!("the damaged library stays at its version: {error}");
    }
    let mut saved = Saved { whole: true, ..Saved::default() };
    into.write(|db| {
        // A row may refer to one that is lost: such rows go at the end.
        db.pragma_update(None, "defer_foreign_keys", true)?;
        for (table, rows) in tables {
            // A table that cannot be read at all is lost whole.
            let copied = copy_table(&from, db, table, rows).unwrap_or_default();
            saved.lost += copied.lost;
            saved.whole &= copied.read && copied.lost == 0;
            match table {
                "games" => saved.games = copied.rows,
                "documents" => saved.documents = copied.rows,
                _ => {}
            }
        }
        remove_orphans(db)?;
        library::identify_all(db)?;
        library::classify_all(db)?;
        library::index_all(db)
    })?;
    Ok(saved)
}

#[derive(Default)]
struct Copied {
    rows: usize,
    lost: usize,
    /// Was the table there, and read to its end?
    read: bool,
}

fn columns(db: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = db.prepare(&format!("PRAGMA table_info({table})"))?;
    query.query_map([], |row| row.get(1))?.collect()
}

fn copy_table(
    from: &Connection,
    into: &Transaction<'_>,
    table: &str,
    rows: Rows,
) -> rusqlite::Result<Copied> {
    let known = columns(into, table)?;
    let mut common = columns(from, table)?;
    common.retain(|column| known.contains(column));
    if common.is_empty() {
        return Ok(Copied::default());
    }
    let names = common.join(", ");
    let places = vec!["?"; common.len()].join(", ");
    let sql = format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})");
    let mut insert = into.prepare(&sql)?;
    let body = common.iter().position(|column| column == "body");
    let mut copied = Copied::default();
    let mut keep = |row: Option<Vec<Value>>| match row.filter(|row| is_whole(row, body)) {
        Some(row) => match insert.execute(params_from_iter(row)) {
            Ok(count) => copied.rows += count,
            Err(_) => copied.lost += 1,
        },
        None => copied.lost += 1,
    };
    let read = match rows {
        Rows::Numbered(id) => {
            by_number(from, &names, table, id, &mut keep)?;
            true
        }
        Rows::Keyed => {
            let whole = forwards(from, &format!("SELECT {names} FROM {table}"), &mut keep)?;
            if !whole {
                let key = &common[0];
                let sql = format!("SELECT {names} FROM {table} ORDER BY {key} DESC");
                forwards(from, &sql, &mut keep)?;
            }
            whole
        }
    };
    Ok(Copied { read, ..copied })
}

/// Reads until the end or a damaged page; was it the end?
fn forwards(
    from: &Connection,
    sql: &str,
    keep: &mut impl FnMut(Option<Vec<Value>>),
) -> rusqlite::Result<bool> {
    let mut query = from.prepare(sql)?;
    let mut rows = query.query([])?;
    loop {
        match rows.next() {
            Ok(Some(row)) => keep(values(row)),
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
}

/// Reads in order, and past a damaged page number by number.
fn by_number(
    from: &Connection,
    names: &str,
    table: &str,
    id: &str,
    keep: &mut impl FnMut(Option<Vec<Value>>),
) -> rusqlite::Result<()> {
    let last = highest(from, table, id);
    let (mut next, mut misses) = (i64::MIN, 0);
    let sql = format!("SELECT {id}, {names} FROM {table} WHERE {id} >= ?1 ORDER BY {id}");
    let mut query = from.prepare(&sql)?;
    loop {
        let mut rows = query.query([next])?;
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    next = row.get::<_, i64>(0)?.saturating_add(1);
                    misses = 0;
                    keep(values(row).map(|mut row| row.split_off(1)));
                }
                Ok(None) => return Ok(()),
                Err(_) => break,
            }
        }
        misses += 1;
        keep(None);
        next = next.max(0).saturating_add(1);
        let over = last.map_or(misses > MAX_MISSES, |last| next > last);
        if over {
            return Ok(());
        }
    }
}

/// Numbers without a readable row after which a table counts as read, when its last number is not
/// known.
const MAX_MISSES: usize = 100_000;

/// The highest number of a table, from its readable rows.
fn highest(from: &Connection, table: &str, id: &str) -> Option<i64> {
    let number = |sql: &str| from.query_row(sql, [], |row| row.get::<_, Option<i64>>(0)).ok();
    let largest = number(&format!("SELECT max({id}) FROM {table}")).flatten();
    let sequence = format!("SELECT seq FROM sqlite_sequence WHERE name = '{table}'");
    largest.or_else(|| number(&sequence).flatten())
}

fn values(row: &rusqlite::Row<'_>) -> Option<Vec<Value>> {
    (0..row.as_ref().column_count()).map(|column| row.get(column).ok()).collect()
}

/// Is the row's JSON still JSON? Bytes changed inside a text are not seen by SQLite.
fn is_whole(row: &[Value], body: Option<usize>) -> bool {
    match body.and_then(|body| row.get(body)) {
        Some(Value::Text(text)) if text.is_empty() => true,
        Some(Value::Text(text)) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        Some(_) => false,
        None => true,
    }
}

/// Rows that refer to lost ones.
fn remove_orphans(db: &Transaction<'_>) -> Result<(), StorageError> {
    db.execute_batch(
        "DELETE FROM session_documents WHERE token NOT IN (SELECT token FROM sessions)
           OR document NOT IN (SELECT id FROM documents);
         DELETE FROM plays WHERE document NOT IN (SELECT id FROM documents);
         DELETE FROM reports WHERE document NOT IN (SELECT id FROM documents);
         DELETE FROM analyses WHERE game NOT IN (SELECT id FROM games);
         DELETE FROM job_files WHERE job NOT IN (SELECT id FROM jobs);
         DELETE FROM mate_problems WHERE collection NOT IN (SELECT id FROM mate_sets);",
    )?;
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::DATABASE;
    use super::*;
    use std::ops::Range;

    /// Adds games of these numbers.
    pub(crate) fn fill(storage: &Storage, games: Range<i64>) {
        let moves = "7g7f 3c3d 2g2f 8c8d";
        let text = "x".repeat(1_500);
        storage
            .write(|db| {
                for game in games {
                    db.execute(
                        "INSERT INTO games (hash, black, white, date, event, outcome, result, \
                         plies, start, handicap, file, imported, moves, body) VALUES \
                         (?1, 'a', 'b', '', '', 3, '', 2, ?2, '', 'f.kif', 0, ?3, ?4)",
                        (game, zenpuku_shogi::STARTPOS, moves, format!("\"{text}\"")),
                    )?;
                }
                Ok(())
            })
            .unwrap();
    }

    #[test]
    fn all_games_but_those_of_the_damaged_pages_are_saved() {
        let folder = tempfile::TempDir::new().unwrap();
        fill(&Storage::open(folder.path()).unwrap(), 0..500);
        let path = folder.path().join(DATABASE);
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 40_000].fill(0xa5);
        std::fs::write(&path, &bytes).unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        let saved = storage.library_count().unwrap();
        assert!((450..500).contains(&saved), "{saved}");
        let notice = storage.notice.clone().unwrap();
        assert!(notice.contains(&format!("{saved} games")), "{notice}");
        let count =
            |sql: &str| -> i64 { storage.reader().query_row(sql, [], |row| row.get(0)).unwrap() };
        // The common start position, found through the recomputed data.
        let games = count("SELECT count(DISTINCT game) FROM positions");
        assert_eq!(games, i64::from(saved));
        assert_eq!(count("SELECT count(*) FROM pragma_foreign_key_check"), 0);
        drop(storage);
        let again = Storage::open(folder.path()).unwrap();
        assert!(again.notice.is_none() && again.library_count().unwrap() == saved);
    }

    #[test]
    fn what_a_damaged_database_lost_comes_from_the_newest_good_backup() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join(DATABASE);
        let storage = Storage::open(folder.path()).unwrap();
        for (day, games) in [("01", 0..100), ("02", 100..200), ("03", 200..300), ("04", 300..301)] {
            fill(&storage, games);
            storage.back_up(&format!("2024-05-{day}")).unwrap();
        }
        fill(&storage, 301..330);
        drop(storage);
        let backups = folder.path().join("backups");
        let newest = backups.join(format!("2024-05-04-{DATABASE}"));
        std::fs::write(&newest, "damaged too").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        let games = storage.library_count().unwrap();
        assert!((300..=330).contains(&games), "{games}");
        let notice = storage.notice.clone().unwrap();
        assert!(notice.contains(&format!("2024-05-03-{DATABASE}")), "{notice}");
        storage.back_up("2024-05-05").unwrap();
        let mut kept: Vec<_> =
            std::fs::read_dir(&backups).unwrap().map(|file| file.unwrap().file_name()).collect();
        kept.sort_unstable();
        // The damaged one is newer than the three good ones that are kept.
        let days = ["02", "03", "04", "05"].map(|day| format!("2024-05-{day}-{DATABASE}"));
        assert_eq!(kept, days.map(std::ffi::OsString::from));
    }

    #[test]
    fn a_good_backup_that_cannot_be_read_is_named_and_an_older_one_is_taken() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join(DATABASE);
        let backup = |day: &str| folder.path().join(format!("backups/2024-05-{day}-{DATABASE}"));
        // A folder where the copy for reading has to be written.
        let block = |day: &str| std::fs::create_dir(backup(day).with_extension("reading")).unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        fill(&storage, 0..10);
        for day in ["01", "02"] {
            storage.back_up(&format!("2024-05-{day}")).unwrap();
        }
        drop(storage);
        let damage_and_open = || {
            std::fs::write(&path, "damaged").unwrap();
            let storage = Storage::open(folder.path()).unwrap();
            (storage.library_count().unwrap(), storage.notice.clone().unwrap())
        };
        block("02");
        let (games, notice) = damage_and_open();
        let unreadable = |day| format!("The backup {} could not be read.", backup(day).display());
        let restored = format!("restored from the backup {}", backup("01").display());
        assert!(notice.contains(&unreadable("02")) && notice.contains(&restored), "{notice}");
        assert_eq!(games, 10);
        block("01");
        let (games, notice) = damage_and_open();
        assert!(notice.contains(&unreadable("01")) && !notice.contains("no good"), "{notice}");
        assert_eq!(games, 0);
    }

    #[test]
    fn a_database_whose_rows_can_all_be_read_takes_nothing_from_a_backup() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        fill(&storage, 0..10);
        storage.back_up("2024-05-01").unwrap();
        storage.write(|db| Ok(db.execute("DELETE FROM games WHERE id = 5", [])?)).unwrap();
        // Made by another program: rows are whole, an index is not.
        storage
            .write(|db| {
                db.pragma_update(None, "writable_schema", true)?;
                let sql = "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema \
                           WHERE name = 'castles_by_name') WHERE name = 'games_by_date'";
                db.execute(sql, [])?;
                Ok(())
            })
            .unwrap();
        drop(storage);
        let storage = Storage::open(folder.path()).unwrap();
        assert_eq!(storage.library_count().unwrap(), 9);
        let notice = storage.notice.clone().unwrap();
        assert!(!notice.contains("backup"), "{notice}");
    }
}
