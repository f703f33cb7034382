//! Saving books, and what their formats cannot hold.

use super::Books;
use super::files::{format_of, path_of, size, write};
use crate::errors::{AppResult, error};
use crate::protocol::{BookLoss, ErrorCode, Reply};
use crate::state::lock;
use std::path::Path;
use zenpuku_shogi_engine::book::BookLosses;

impl Books {
    /// Answers what a file would not have.
    pub(super) fn losses(&self, book: u32, path: &str) -> AppResult<Reply> {
        let row = self.editable(book)?;
        let path = path_of(&self.state, path)?;
        let (whole, skipped) = self.whole(&row)?;
        let (_, losses) = whole.to_bytes(format_of(&path)?);
        let exists = row.path.as_ref() != Some(&path) && path.exists();
        Ok(Reply::BookLosses { losses: lost(skipped, &losses), exists })
    }

    /// Writes a book; unless it is a copy, the file is that of the book from now on.
    pub(super) fn save(&self, book: u32, path: &str, copy: bool, overwrite: bool) -> AppResult<()> {
        let _changing = lock(&self.changing);
        let row = self.editable(book)?;
        let path = path_of(&self.state, path)?;
        let format = format_of(&path)?;
        if row.path.as_ref() != Some(&path) {
            self.check_target(&path, overwrite)?;
        }
        let (whole, _) = self.whole(&row)?;
        let (bytes, _) = whole.to_bytes(format);
        // Windows does not replace a file that is open.
        self.files.close(&path);
        write(&path, &bytes)?;
        if !copy {
            let path = path.display().to_string();
            self.state.storage.book_saved(book, &path, whole.len() as u64, row.step)?;
        }
        Ok(())
    }

    /// May another file be written here?
    fn check_target(&self, path: &Path, overwrite: bool) -> AppResult<()> {
        if !path.exists() {
            return Ok(());
        }
        // A folder is refused here.
        size(path)?;
        let books = self.state.storage.books()?;
        if let Some(other) = books.iter().find(|other| other.path.as_deref() == Some(path)) {
            let message = format!("{} is the file of the book {}", path.display(), other.name);
            return Err(error(ErrorCode::WrongState, message));
        }
        if !overwrite {
            let message = format!("{} exists already", path.display());
            return Err(error(ErrorCode::WrongState, message));
        }
        Ok(())
    }
}

/// The parts that are lost: those of the old file that cannot be read, and those that the format cannot hold.
fn lost(skipped: usize, losses: &BookLosses) -> Vec<BookLoss> {
    let parts = [(skipped, "unreadable parts of the file")].into_iter().chain(losses.parts());
    let parts = parts.filter(|(count, _)| *count > 0);
    let parts = parts.map(|(count, part)| BookLoss {
        part: part.to_owned(),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    });
    parts.collect()
}
