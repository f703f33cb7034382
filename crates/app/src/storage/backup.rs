//! A copy of the database each day, of which the last ones are kept.

use super::{DATABASE, Storage, StorageError};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Folder of the copies, in the data folder.
const FOLDER: &str = "backups";
/// Copies that are kept.
const KEPT: usize = 3;

impl Storage {
    /// Copies the database unless there is a copy of this day (`2024-05-01`).
    ///
    /// # Errors
    /// When the copy cannot be written; older ones stay.
    pub(crate) fn back_up(&self, day: &str) -> Result<(), StorageError> {
        let folder = self.path.with_file_name(FOLDER);
        let target = folder.join(format!("{day}-{DATABASE}"));
        if target.exists() {
            return Ok(());
        }
        let failed = |error| StorageError::Folder { folder: folder.display().to_string(), error };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        super::folder::make_private(&folder).map_err(failed)?;
        let part = target.with_extension("part");
        // Left over when the machine stopped.
        let _ = std::fs::remove_file(&part);
        let source = Connection::open(&self.path)?;
        source.execute("VACUUM INTO ?1", [part.display().to_string()])?;
        super::folder::make_private(&part).map_err(failed)?;
        std::fs::rename(&part, &target).map_err(failed)?;
        for old in surplus(&folder).map_err(failed)? {
            // One that cannot be removed stays.
            let _ = std::fs::remove_file(old);
        }
        Ok(())
    }
}

/// The copies beyond those that are kept, by their names the oldest.
fn surplus(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut copies: Vec<PathBuf> = files.into_iter().map(|file| file.path()).collect();
    copies.retain(|path| path.to_string_lossy().ends_with(DATABASE));
    copies.sort_unstable();
    copies.truncate(copies.len().saturating_sub(KEPT));
    Ok(copies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_three_days_are_kept() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        storage.new_session("token", 1).unwrap();
        for day in ["2024-05-01", "2024-05-02", "2024-05-02", "2024-05-03", "2024-05-04"] {
            storage.back_up(day).unwrap();
        }
        let backups = folder.path().join(FOLDER);
        let mut names: Vec<_> = std::fs::read_dir(&backups)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        let expected = ["02", "03", "04"].map(|day| format!("2024-05-{day}-{DATABASE}"));
        assert_eq!(names, expected);
        let copy = Connection::open(backups.join(&names[2])).unwrap();
        let sessions: i64 =
            copy.query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap();
        assert_eq!(sessions, 1);
    }
}
