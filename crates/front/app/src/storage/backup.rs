//! A copy of the database each day. The last ones are kept, and the one with the most games.

use super::{DATABASE, Storage, StorageError, quick_check};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};

/// Folder of the copies, in the data folder.
const FOLDER: &str = "backups";
/// Copies that are kept.
const KEPT: usize = 3;

/// A copy that can be read.
struct Backup {
    path: PathBuf,
    games: u32,
}

impl Storage {
    /// Copies the database unless there is a copy of this day (`2024-05-01`). A
    /// database without user data is not copied, because it would replace a
    /// copy that has some.
    ///
    /// # Errors
    /// If the copy cannot be written; older ones stay.
    pub(crate) fn back_up(&self, day: &str) -> Result<(), StorageError> {
        let folder = self.path.with_file_name(FOLDER);
        let target = folder.join(format!("{day}-{DATABASE}"));
        if target.exists() || is_empty(&self.reader())? {
            return Ok(());
        }
        let failed = |error| StorageError::Folder { folder: folder.display().to_string(), error };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        super::folder::make_private(&folder).map_err(failed)?;
        let part = target.with_extension("part");
        // Left over when the machine stopped.
        let _ = std::fs::remove_file(&part);
        // SQLite fills an empty file, so that the copy is never readable for others.
        super::folder::create_private(&part).map_err(failed)?;
        let source = Connection::open(&self.path)?;
        source.execute("VACUUM INTO ?1", [part.display().to_string()])?;
        zenpuku_core::files::rename(&part, &target).map_err(failed)?;
        for old in surplus(&folder).map_err(failed)? {
            // One that cannot be removed stays.
            let _ = std::fs::remove_file(old);
        }
        Ok(())
    }
}

/// Is the database free of user data?
fn is_empty(db: &Connection) -> rusqlite::Result<bool> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM games) \
               AND NOT EXISTS (SELECT 1 FROM documents WHERE body <> '') \
               AND NOT EXISTS (SELECT 1 FROM mate_sets) \
               AND NOT EXISTS (SELECT 1 FROM mate_attempts)";
    db.query_row(sql, [], |row| row.get(0))
}

/// The copies next to a database that are whole and not empty, the newest first.
pub(super) fn good_ones(database: &Path) -> impl Iterator<Item = PathBuf> {
    let copies = copies(&database.with_file_name(FOLDER)).unwrap_or_default();
    copies.into_iter().rev().filter_map(|path| good(path).ok().flatten()).map(|copy| copy.path)
}

/// The copy, if it is whole and not empty. It is opened as immutable, so that
/// SQLite does not create files next to it.
fn good(path: PathBuf) -> Result<Option<Backup>, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(&path, flags)?;
    quick_check(&db)?;
    let games = db.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
    let empty = games == 0 && is_empty(&db)?;
    Ok((!empty).then_some(Backup { path, games }))
}

/// All copies, the oldest first: their names begin with their days.
fn copies(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut copies: Vec<PathBuf> = files.into_iter().map(|file| file.path()).collect();
    copies.retain(|path| path.to_string_lossy().ends_with(DATABASE));
    copies.sort_unstable();
    Ok(copies)
}

/// The copies beyond those that are kept: the last good ones, and the one with
/// the most games, in case the library lost its games some days ago without
/// being noticed.
fn surplus(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let copies = copies(folder)?;
    if copies.len() <= KEPT {
        return Ok(Vec::new());
    }
    let good: Vec<Backup> =
        copies.iter().filter_map(|path| good(path.clone()).ok().flatten()).collect();
    let Some(oldest) = good.len().checked_sub(KEPT).map(|index| &good[index].path) else {
        return Ok(Vec::new());
    };
    // Of several with as many games the newest.
    let fullest = good.iter().max_by_key(|backup| backup.games).map(|backup| &backup.path);
    let keeps = |path: &PathBuf| path >= oldest || Some(path) == fullest;
    Ok(copies.iter().filter(|path| !keeps(path)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::super::salvage::tests::fill;
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let files = std::fs::read_dir(folder.join(FOLDER)).into_iter().flatten();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn days(days: &[&str]) -> Vec<String> {
        days.iter().map(|day| format!("2024-05-{day}-{DATABASE}")).collect()
    }

    #[test]
    fn the_last_three_days_are_kept() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        storage.new_session("token", 1).unwrap();
        fill(&storage, 0..1);
        for day in ["2024-05-01", "2024-05-02", "2024-05-02", "2024-05-03", "2024-05-04"] {
            storage.back_up(day).unwrap();
        }
        assert_eq!(names(folder.path()), days(&["02", "03", "04"]));
        let last = folder.path().join(FOLDER).join(&names(folder.path())[2]);
        let copy = Connection::open(last).unwrap();
        let sessions: i64 =
            copy.query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap();
        assert_eq!(sessions, 1);
    }

    #[test]
    fn an_empty_library_pushes_no_good_copy_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        storage.back_up("2024-05-01").unwrap();
        assert!(names(folder.path()).is_empty(), "there is nothing to copy");
        fill(&storage, 0..20);
        for day in ["2024-05-02", "2024-05-03", "2024-05-04"] {
            storage.back_up(day).unwrap();
        }
        storage.write(|db| Ok(db.execute("DELETE FROM games", [])?)).unwrap();
        storage.back_up("2024-05-05").unwrap();
        assert_eq!(names(folder.path()), days(&["02", "03", "04"]));
        // A library that begins with little: the copy with the most games stays.
        fill(&storage, 0..1);
        for day in ["06", "07", "08", "09"] {
            storage.back_up(&format!("2024-05-{day}")).unwrap();
        }
        assert_eq!(names(folder.path()), days(&["04", "07", "08", "09"]));
        // Damaged copies are ignored.
        std::fs::write(folder.path().join(FOLDER).join(&names(folder.path())[3]), "no").unwrap();
        let found: Vec<PathBuf> = good_ones(&folder.path().join(DATABASE)).collect();
        let expected = [2, 1, 0].map(|index| names(folder.path())[index].clone());
        let found = found.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
        assert!(found.eq(expected.iter()));
    }
}
