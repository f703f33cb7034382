//! Changes of a book: moves, comments, whole other books, and taking them back.

use super::store::BookRow;
use super::stored::{self, Titles};
use super::{Books, files};
use crate::errors::{AppResult, error};
use crate::protocol::{BookMoveData, ErrorCode};
use crate::state::lock;
use crate::storage::StorageError;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::book::{Book, BookEntry, BookMove};

/// Longest comment in characters.
const MAX_COMMENT: usize = 10_000;
/// Most positions that one change may have.
pub(super) const MAX_POSITIONS: usize = 200_000;

impl Books {
    /// Adds or changes a move.
    pub(super) fn set_move(
        &self,
        book: u32,
        sfen: &str,
        change: &BookMoveData,
        first: bool,
    ) -> AppResult<()> {
        let comment = comment(&change.comment)?;
        self.change(book, sfen, |position, entry| {
            let new = stored::book_move(position, change)?;
            let new = BookMove { comment, ..new };
            let at = entry.moves.iter().position(|known| known.mv == new.mv);
            let end = entry.moves.len();
            if let Some(at) = at {
                entry.moves.remove(at);
            }
            entry.moves.insert(if first { 0 } else { at.unwrap_or(end) }, new);
            Ok(())
        })
    }

    /// Removes a move.
    pub(super) fn remove_move(&self, book: u32, sfen: &str, usi: &str) -> AppResult<()> {
        self.change(book, sfen, |_, entry| {
            entry.moves.retain(|known| known.mv.to_string() != usi);
            Ok(())
        })
    }

    /// Replaces the comment of a position.
    pub(super) fn set_comment(&self, book: u32, sfen: &str, text: &str) -> AppResult<()> {
        let comment = comment(text)?;
        self.change(book, sfen, |_, entry| {
            entry.comment = comment;
            Ok(())
        })
    }

    /// Changes the entry of a position; a change that changes nothing is no step.
    fn change(
        &self,
        book: u32,
        sfen: &str,
        change: impl FnOnce(&Position, &mut BookEntry) -> AppResult<()>,
    ) -> AppResult<()> {
        let _changing = lock(&self.changing);
        let (row, position) = (self.editable(book)?, Position::from_sfen(sfen)?);
        let known = self.entry(&row, &position)?.unwrap_or_default();
        let mut entry = known.clone();
        change(&position, &mut entry)?;
        if entry == known {
            return Ok(());
        }
        entry.ply = entry.ply.or_else(|| Some(position.ply()));
        let changes = [(Book::name_of(&position), stored::write(&entry)?)];
        Ok(self.state.storage.change_book(book, &changes)?)
    }

    /// A book that may be changed: one that is too large could not be saved.
    pub(super) fn editable(&self, book: u32) -> AppResult<BookRow> {
        let row = self.state.storage.book(book)?;
        match &row.path {
            Some(path) if files::size(path)? > files::READABLE => Err(files::too_large(path)),
            _ => Ok(row),
        }
    }

    /// Adds all of another book, as one step.
    pub(super) fn merge(&self, book: u32, other: u32) -> AppResult<()> {
        let _changing = lock(&self.changing);
        let (row, other) = (self.editable(book)?, self.editable(other)?);
        if row.id == other.id {
            return Err(error(ErrorCode::BadValue, "a book cannot be merged with itself"));
        }
        let ((own, _), (added, _)) = (self.whole(&row)?, self.whole(&other)?);
        let mut changes = self.merged(&row, &added)?;
        if let Some(titles) = merged_titles(&own, &added) {
            let body = serde_json::to_string(&titles).map_err(StorageError::from)?;
            changes.push((String::new(), body));
        }
        if changes.is_empty() {
            return Ok(());
        }
        Ok(self.state.storage.change_book(book, &changes)?)
    }

    /// The entries that change when a book is added.
    fn merged(&self, row: &BookRow, added: &Book) -> AppResult<Vec<(String, String)>> {
        check_size(added.len())?;
        let mut changes = Vec::new();
        for (sfen, new) in added.entries() {
            let position = Position::from_sfen(sfen)?;
            let known = self.entry(row, &position)?.unwrap_or_default();
            let mut entry = known.clone();
            entry.merge(new.clone());
            if entry != known {
                changes.push((sfen.to_owned(), stored::write(&entry)?));
            }
        }
        Ok(changes)
    }

    /// Takes back the last step.
    pub(super) fn undo(&self, book: u32, step: u32) -> AppResult<()> {
        let _changing = lock(&self.changing);
        let row = self.state.storage.book(book)?;
        if row.step == 0 {
            return Err(error(ErrorCode::WrongState, "the book has no unsaved change"));
        }
        if row.step != step {
            return Err(error(ErrorCode::Stale, "the book has changed meanwhile"));
        }
        Ok(self.state.storage.undo_book(book, step)?)
    }
}

/// Author and description of a merged book, if those of the first one change: what it has, it keeps.
fn merged_titles(own: &Book, added: &Book) -> Option<Titles> {
    let kept = |own: &String, added: &String| {
        if own.is_empty() { added.clone() } else { own.clone() }
    };
    let titles = Titles {
        author: kept(&own.author, &added.author),
        description: kept(&own.description, &added.description),
    };
    (titles.author != own.author || titles.description != own.description).then_some(titles)
}

/// One change is written at once, so that its size has a limit.
pub(super) fn check_size(positions: usize) -> AppResult<()> {
    if positions <= MAX_POSITIONS {
        return Ok(());
    }
    let message =
        format!("{positions} positions are too many for one change, the limit is {MAX_POSITIONS}");
    Err(error(ErrorCode::TooLarge, message))
}

/// A comment as books have it.
fn comment(text: &str) -> AppResult<String> {
    if text.chars().count() > MAX_COMMENT {
        let message = format!("a comment has at most {MAX_COMMENT} characters");
        return Err(error(ErrorCode::TooLarge, message));
    }
    // Formats of lines have no other line ends.
    Ok(text.replace("\r\n", "\n").replace('\r', "\n").trim_end().to_owned())
}
