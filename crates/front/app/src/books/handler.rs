//! Requests about opening books.

use super::Books;
use super::files::path_of;
use crate::errors::{AppResult, checked_name, error};
use crate::protocol::{BooksRequest, ErrorCode, Event, Reply};
use crate::state::{Connection, lock};
use zenpuku_core::StopToken;

/// Most books of the list.
const MAX_BOOKS: usize = 100;
/// Longest name in characters.
const MAX_NAME: usize = 80;

pub(crate) fn carry_out(
    books: &Books,
    connection: &Connection,
    request: BooksRequest,
    stop: &StopToken,
) -> AppResult<Reply> {
    let mut added = None;
    match request {
        BooksRequest::List => return Ok(Reply::Books { books: books.infos()?, added }),
        BooksRequest::Look { book, sfen } => return books.look(book, &sfen),
        BooksRequest::Marks { book, played } => return books.marks(book, &played),
        BooksRequest::Losses { book, path } => return books.losses(book, &path),
        BooksRequest::Open { path } => added = Some(books.open(&path)?),
        BooksRequest::New { name } => {
            let name = books.new_name(&name)?;
            added = Some(books.state.storage.add_book(&name, "", 0, &[])?);
        }
        BooksRequest::Build { name, query, plies, least } => {
            let name = books.new_name(&name)?;
            added = Some(books.build(&name, *query, plies, least, stop)?);
        }
        BooksRequest::Close { book, discard } => books.close(book, discard)?,
        BooksRequest::MoveSet { book, sfen, change, first } => {
            books.set_move(book, &sfen, &change, first)?;
        }
        BooksRequest::MoveRemove { book, sfen, usi } => books.remove_move(book, &sfen, &usi)?,
        BooksRequest::Comment { book, sfen, comment } => {
            books.set_comment(book, &sfen, &comment)?;
        }
        BooksRequest::Merge { book, other } => books.merge(book, other)?,
        BooksRequest::Undo { book, step } => books.undo(book, step)?,
        BooksRequest::Save { book, path, copy, overwrite } => {
            books.save(book, &path, copy, overwrite)?;
        }
    }
    let all = books.infos()?;
    let event = Event::Books { books: all.clone() };
    books.state.publish(event, |other| !std::ptr::eq(other, connection));
    Ok(Reply::Books { books: all, added })
}

impl Books {
    /// Adds a file to the list and returns the number of its book.
    fn open(&self, path: &str) -> AppResult<u32> {
        let path = path_of(&self.state, path)?;
        let file = self.files.open(&path)?;
        let _changing = lock(&self.changing);
        let known = self.state.storage.books()?;
        if let Some(known) = known.iter().find(|known| known.path.as_ref() == Some(&path)) {
            return Ok(known.id);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name: String = stem.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let name = self.new_name(&name)?;
        let Some(text) = path.to_str() else {
            let message = format!("{}: the name of the file is not valid UTF-8", path.display());
            return Err(error(ErrorCode::BadValue, message));
        };
        Ok(self.state.storage.add_book(&name, text, file.len(), &[])?)
    }

    /// Removes a book from the list.
    fn close(&self, book: u32, discard: bool) -> AppResult<()> {
        let _changing = lock(&self.changing);
        let row = self.state.storage.book(book)?;
        if row.step > 0 && !discard {
            return Err(error(ErrorCode::WrongState, "the book has unsaved changes"));
        }
        if let Some(path) = &row.path {
            self.files.close(path);
        }
        Ok(self.state.storage.remove_book(book)?)
    }

    /// The name of one more book.
    fn new_name(&self, name: &str) -> AppResult<String> {
        if self.state.storage.books()?.len() >= MAX_BOOKS {
            let message = format!("the list has at most {MAX_BOOKS} books");
            return Err(error(ErrorCode::TooLarge, message));
        }
        checked_name("a book", name, MAX_NAME)
    }
}
