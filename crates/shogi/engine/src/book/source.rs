//! The book in use: a file that the options name, or the built-in one.

use super::{Book, BookFile, BookFileError, skipped_parts};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Built by `zenpuku book build`; see `book/README.md`.
const BUILT_IN: &str = include_str!("../../book/zenpuku.db");

static BUILT_IN_BOOK: LazyLock<Arc<BookFile>> =
    LazyLock::new(|| Arc::new(Book::read(BUILT_IN).unwrap_or_default().into()));

impl Book {
    /// The built-in book.
    #[must_use]
    pub fn built_in() -> Self {
        BUILT_IN_BOOK.in_memory().cloned().unwrap_or_default()
    }
}

/// Keeps the book of the last search.
#[derive(Debug, Default)]
pub(crate) struct BookSource {
    /// The file that was tried last, with the result.
    tried: Option<(String, Option<Arc<BookFile>>)>,
    notice: Option<String>,
}

impl BookSource {
    /// The book of this name, empty: the built-in one.
    ///
    /// # Errors
    /// [`BookFileError`], once for each name; then there is no book until the name changes.
    pub(crate) fn reload(&mut self, name: &str) -> Result<Option<Arc<BookFile>>, BookFileError> {
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

    /// The parts that were skipped; returned once.
    pub(crate) fn pop_warning(&mut self) -> Option<String> {
        self.notice.take()
    }
}

/// The book in a file, and which parts were skipped.
fn read(name: &str) -> Result<(Arc<BookFile>, Option<String>), BookFileError> {
    let book = BookFile::open(Path::new(name))?;
    let notice = skipped_parts(name, book.skipped());
    Ok((Arc::new(book), notice))
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
        assert_eq!(book.entry(&start).unwrap().map(|entry| entry.moves.len()), Some(1));
        let notice = source.pop_warning().unwrap();
        assert!(notice.starts_with(&format!("{name}: line 3: 7g7e")), "{notice}");
        assert_eq!(source.pop_warning(), None);
    }

    #[test]
    fn a_file_that_is_none_is_an_error_once() {
        let mut source = BookSource::default();
        assert!(source.reload("no such book").is_err());
        assert!(source.reload("no such book").unwrap().is_none());
        assert!(source.reload("").unwrap().is_some());
    }
}
