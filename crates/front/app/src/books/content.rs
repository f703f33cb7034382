//! What a book has: its file, and the unsaved changes over it.

use super::store::BookRow;
use super::stored::{self, Titles};
use super::{Books, files};
use crate::errors::{AppResult, error};
use crate::protocol::{
    BookInfo, BookMark, BookPlayed, BookPosition, BookShownMove, ErrorCode, Reply,
};
use crate::storage::StorageError;
use zenpuku_analysis::line_text;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::book::{Book, BookEntry, BookMove};

/// Moves that one request asks about.
const MAX_MARKS: usize = 500;

impl Books {
    /// All books.
    pub(super) fn infos(&self) -> AppResult<Vec<BookInfo>> {
        let infos = self.state.storage.books()?.into_iter().map(|row| {
            let size = row.path.as_deref().map(files::size).transpose();
            let (size, fault) = match size {
                Ok(size) => (size.unwrap_or(0), None),
                Err(failed) => (0, Some(failed.message)),
            };
            BookInfo {
                book: row.id,
                name: row.name,
                path: row.path.map(|path| path.display().to_string()).unwrap_or_default(),
                positions: row.positions,
                changed: row.changed,
                step: row.step,
                editable: size <= files::READABLE,
                fault,
            }
        });
        Ok(infos.collect())
    }

    /// What a book has for a position.
    pub(super) fn entry(
        &self,
        book: &BookRow,
        position: &Position,
    ) -> AppResult<Option<BookEntry>> {
        let name = Book::name_of(position);
        let entry = match self.state.storage.book_change(book.id, &name)? {
            Some(body) => Some(stored::read(&body, position)?),
            None => self.saved_entry(book, position)?,
        };
        Ok(entry.filter(|entry| !stored::is_empty(entry)))
    }

    fn saved_entry(&self, book: &BookRow, position: &Position) -> AppResult<Option<BookEntry>> {
        let Some(path) = &book.path else { return Ok(None) };
        let entry = self.files.open(path)?.entry(position);
        entry.map_err(|failed| error(ErrorCode::Storage, failed.to_string()))
    }

    /// All that a book has, and how many parts of its file cannot be read.
    pub(super) fn whole(&self, row: &BookRow) -> AppResult<(Book, usize)> {
        let read = row.path.as_deref().map(files::read_whole).transpose()?;
        let (mut book, skipped) = read.unwrap_or_default();
        for (sfen, body) in self.state.storage.book_changes(row.id)? {
            if sfen.is_empty() {
                let titles: Titles = serde_json::from_str(&body).map_err(StorageError::from)?;
                (book.author, book.description) = (titles.author, titles.description);
                continue;
            }
            let position = Position::from_sfen(&sfen)?;
            let entry = stored::read(&body, &position)?;
            if stored::is_empty(&entry) {
                book.remove(&position);
            } else {
                book.insert(&position, entry);
            }
        }
        Ok((book, skipped))
    }

    /// Answers what a book has for a position.
    pub(super) fn look(&self, book: u32, sfen: &str) -> AppResult<Reply> {
        let (row, position) = (self.state.storage.book(book)?, Position::from_sfen(sfen)?);
        let entry = self.entry(&row, &position)?.unwrap_or_default();
        let moves = entry.moves.iter().map(|mv| self.shown(&row, &position, mv));
        let position = BookPosition {
            sfen: sfen.to_owned(),
            moves: moves.collect::<AppResult<_>>()?,
            comment: entry.comment,
            results: entry.results.map(stored::results),
            analyses: entry.analyses.iter().map(stored::analysis).collect(),
            skipped: self.skipped(&row),
        };
        Ok(Reply::Book { position })
    }

    fn skipped(&self, row: &BookRow) -> u32 {
        let file = row.path.as_deref().and_then(|path| self.files.open(path).ok());
        file.map_or(0, |file| u32::try_from(file.skipped().len()).unwrap_or(u32::MAX))
    }

    fn shown(
        &self,
        row: &BookRow,
        position: &Position,
        book: &BookMove,
    ) -> AppResult<BookShownMove> {
        let mut after = position.without_history();
        after.try_do_move(book.mv)?;
        Ok(BookShownMove {
            data: stored::move_data(book),
            kif: line_text(position, None, &[book.mv]).pop().unwrap_or_default(),
            sfen: after.to_sfen(),
            // The file may be gone, and the position shown is one of the unsaved changes.
            more: matches!(self.entry(row, &after), Ok(Some(_))),
        })
    }

    /// Answers which moves are those of a book.
    pub(super) fn marks(&self, book: u32, played: &[BookPlayed]) -> AppResult<Reply> {
        if played.len() > MAX_MARKS {
            let message = format!("one request asks about at most {MAX_MARKS} moves");
            return Err(error(ErrorCode::TooLarge, message));
        }
        let row = self.state.storage.book(book)?;
        let marks = played.iter().map(|played| self.mark(&row, played));
        Ok(Reply::BookMarks { marks: marks.collect::<AppResult<_>>()? })
    }

    fn mark(&self, row: &BookRow, played: &BookPlayed) -> AppResult<BookMark> {
        // Documents may have positions that no book can have.
        let Ok(position) = Position::from_sfen(&played.sfen) else { return Ok(BookMark::Outside) };
        let moves = self.entry(row, &position)?.unwrap_or_default().moves;
        let at = moves.iter().position(|book| book.mv.to_string() == played.usi);
        Ok(match (at, moves.first()) {
            (Some(at), _) => BookMark::Inside { place: at as u32 + 1, count: moves[at].count },
            (None, Some(first)) => BookMark::Deviation { usi: first.mv.to_string() },
            (None, None) => BookMark::Outside,
        })
    }
}
