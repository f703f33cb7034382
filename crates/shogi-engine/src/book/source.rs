//! The book in use: a file that the options name, or the built-in one.

use super::{Book, BookError};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// Built by `zenpuku book build`; see `book/README.md`.
const BUILT_IN: &str = include_str!("../../book/zenpuku.db");

static BUILT_IN_BOOK: LazyLock<Arc<Book>> =
    LazyLock::new(|| Arc::new(Book::read(BUILT_IN).unwrap_or_default()));

impl Book {
    /// The built-in book.
    #[must_use]
    pub fn built_in() -> Self {
        (**BUILT_IN_BOOK).clone()
    }
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookFileError {
    /// The file cannot be read.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no book.
    #[error("{path}: {source}", path = path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: BookError,
    },
}

/// Keeps the book of the last search.
#[derive(Debug, Default)]
pub(crate) struct BookSource {
    /// The file that was tried last, with what came of it.
    tried: Option<(String, Option<Arc<Book>>)>,
}

impl BookSource {
    /// The book of this name, empty: the built-in one.
    ///
    /// # Errors
    /// [`BookFileError`], once for each name; then there is no book until the name changes.
    pub(crate) fn follow(&mut self, name: &str) -> Result<Option<Arc<Book>>, BookFileError> {
        if name.is_empty() {
            return Ok(Some(Arc::clone(&BUILT_IN_BOOK)));
        }
        if let Some((tried, book)) = &self.tried
            && tried == name
        {
            return Ok(book.clone());
        }
        let book = read(name);
        self.tried = Some((name.to_owned(), book.as_ref().ok().cloned()));
        book.map(Some)
    }
}

fn read(name: &str) -> Result<Arc<Book>, BookFileError> {
    let path = PathBuf::from(name);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(source) => return Err(BookFileError::File { path, source }),
    };
    match Book::read(&text) {
        Ok(book) => Ok(Arc::new(book)),
        Err(source) => Err(BookFileError::Text { path, source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::Position;

    #[test]
    fn the_built_in_book_is_whole_and_knows_the_start() {
        let book = Book::read(BUILT_IN).unwrap();
        assert!(book.entry(&Position::startpos()).is_some_and(|entry| entry.moves.len() > 1));
        assert_eq!(book.to_text(), BUILT_IN);
    }

    #[test]
    fn a_file_that_is_none_is_an_error_once() {
        let mut source = BookSource::default();
        assert!(source.follow("no such book").is_err());
        assert_eq!(source.follow("no such book").unwrap(), None);
        assert!(source.follow("").unwrap().is_some());
    }
}
