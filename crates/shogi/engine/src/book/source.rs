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
    /// The file is not a book.
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
    /// The file that was tried last, with the result.
    tried: Option<(String, Option<Arc<Book>>)>,
    notice: Option<String>,
}

/// Skipped lines that a notice shows in full.
const SHOWN: usize = 3;

impl BookSource {
    /// The book of this name, empty: the built-in one.
    ///
    /// # Errors
    /// [`BookFileError`], once for each name; then there is no book until the name changes.
    pub(crate) fn reload(&mut self, name: &str) -> Result<Option<Arc<Book>>, BookFileError> {
        if name.is_empty() {
            return Ok(Some(Arc::clone(&BUILT_IN_BOOK)));
        }
        if let Some((tried, book)) = &self.tried
            && tried == name
        {
            return Ok(book.clone());
        }
        let (book, notice) =
            read(name).map_or_else(|error| (Err(error), None), |read| (Ok(read.0), read.1));
        self.notice = notice;
        self.tried = Some((name.to_owned(), book.as_ref().ok().cloned()));
        book.map(Some)
    }

    /// The lines that were skipped; returned once.
    pub(crate) fn pop_warning(&mut self) -> Option<String> {
        self.notice.take()
    }
}

/// The book in a file, and which lines were skipped.
fn read(name: &str) -> Result<(Arc<Book>, Option<String>), BookFileError> {
    let path = PathBuf::from(name);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(source) => return Err(BookFileError::File { path, source }),
    };
    // Comments may be in any encoding; a position or a move with a replaced byte is a bad line.
    match Book::read_skipping(&String::from_utf8_lossy(&bytes)) {
        Ok((book, skipped)) => Ok((Arc::new(book), skipped_lines(name, &skipped))),
        Err(source) => Err(BookFileError::Text { path, source }),
    }
}

/// Says which lines of the book `name` were skipped, if any were: the first three with the reason, and
/// how many in all.
#[must_use]
pub fn skipped_lines(name: &str, skipped: &[BookError]) -> Option<String> {
    let shown: Vec<String> = skipped.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = match skipped.len() {
        0 => return None,
        count @ 1..=SHOWN => format!("; skipped {count} in all"),
        count => format!("; ...; skipped {count} in all"),
    };
    Some(format!("{name}: {}{more}", shown.join("; ")))
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
    fn a_bad_line_is_named_and_the_others_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let start = Position::startpos();
        let text =
            format!("sfen {}\n2g2f none 0 1 1 #\u{3042}\n7g7e none 0 1 1\n", start.to_sfen());
        // The comment in Shift_JIS.
        let bytes = text.as_bytes().iter().map(|&byte| if byte == 0xe3 { 0x82 } else { byte });
        std::fs::write(&path, bytes.collect::<Vec<_>>()).unwrap();
        let (mut source, name) = (BookSource::default(), path.display().to_string());
        let book = source.reload(&name).unwrap().unwrap();
        assert_eq!(book.entry(&start).map(|entry| entry.moves.len()), Some(1));
        let notice = source.pop_warning().unwrap();
        assert!(notice.starts_with(&format!("{name}: line 3: 7g7e")), "{notice}");
        assert_eq!(source.pop_warning(), None);
    }

    #[test]
    fn a_file_that_is_none_is_an_error_once() {
        let mut source = BookSource::default();
        assert!(source.reload("no such book").is_err());
        assert_eq!(source.reload("no such book").unwrap(), None);
        assert!(source.reload("").unwrap().is_some());
    }
}
