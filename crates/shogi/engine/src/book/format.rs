//! The formats of books: which one a file has, and what each cannot hold.

use super::{Book, BookEntry, BookError, BookMove, db, sbk, ybb};
use core::fmt;
use std::path::Path;

/// A format of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookFormat {
    /// YaneuraOu's text [yaneuraou].
    Db,
    /// ShogiGUI's book [bookconv].
    Sbk,
    /// YaneuraOu's binary book [yaneuraou].
    Ybb,
}

impl BookFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Db, Self::Sbk, Self::Ybb];

    /// The extension of its files, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Db => "db",
            Self::Sbk => "sbk",
            Self::Ybb => "ybb",
        }
    }

    /// The format that a file name asks for.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format of a file by its first bytes; where they do not decide, `hint`, else text.
    pub(super) fn of(bytes: &[u8], hint: Option<Self>) -> Self {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.starts_with(ybb::MAGIC) {
            Self::Ybb
        } else if text.starts_with(db::HEADER.as_bytes()) || text.starts_with(b"sfen ") {
            Self::Db
        } else if let Some(hint) = hint {
            hint
        } else if sbk::begins(bytes) {
            Self::Sbk
        } else {
            Self::Db
        }
    }
}

/// Numbers of parts of a book that a format cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookLosses {
    /// Values of moves that are left out.
    pub evals: usize,
    /// Values of moves outside of the range of the format, which are moved to its end.
    pub clamped: usize,
    /// Moves without a value, which get the value 0.
    pub unvalued: usize,
    /// Depths of moves.
    pub depths: usize,
    /// Counts of moves.
    pub counts: usize,
    /// Expected replies.
    pub replies: usize,
    /// Comments, of moves or positions.
    pub comments: usize,
    /// Marks of moves.
    pub marks: usize,
    /// Positions with results of games.
    pub results: usize,
    /// Analyses of positions.
    pub analyses: usize,
    /// Author and description of the book.
    pub titles: usize,
    /// Positions that the format cannot write.
    pub positions: usize,
    /// Positions that get another ply: the format stores none, and readers count moves from its first
    /// positions.
    pub plies: usize,
}

impl BookLosses {
    /// Each part by its English name, with its number.
    #[must_use]
    pub fn parts(&self) -> [(usize, &'static str); 13] {
        [
            (self.positions, "positions"),
            (self.evals, "values of moves"),
            (self.clamped, "values of moves too large"),
            (self.unvalued, "moves that get the value 0"),
            (self.depths, "depths of moves"),
            (self.counts, "counts of moves"),
            (self.replies, "expected replies"),
            (self.comments, "comments"),
            (self.marks, "marks of moves"),
            (self.results, "results of games"),
            (self.analyses, "analyses of positions"),
            (self.titles, "titles of the book"),
            (self.plies, "plies of positions"),
        ]
    }

    /// Was everything written?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for BookLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts().into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, name)| format!("{name}: {count}")).collect();
        f.write_str(&parts.join(", "))
    }
}

impl Book {
    /// Reads a book of any format, which its first bytes decide, else `hint`. Parts that cannot be read are
    /// skipped and returned with the book.
    ///
    /// # Errors
    /// [`BookError`]: the first error of a file without a single good position.
    pub fn from_bytes(
        bytes: &[u8],
        hint: Option<BookFormat>,
    ) -> Result<(Self, Vec<BookError>), BookError> {
        match BookFormat::of(bytes, hint) {
            // Comments may be in any encoding; a position or a move with a replaced byte is a bad line.
            BookFormat::Db => Self::read_skipping(&String::from_utf8_lossy(bytes)),
            BookFormat::Sbk => sbk::read(bytes),
            BookFormat::Ybb => ybb::read(bytes),
        }
    }

    /// The file of the book in a format, and what it lacks.
    #[must_use]
    pub fn to_bytes(&self, format: BookFormat) -> (Vec<u8>, BookLosses) {
        let mut losses = self.losses(format);
        let bytes = match format {
            BookFormat::Db => self.to_text().into_bytes(),
            BookFormat::Sbk => {
                let bytes = sbk::write(self);
                losses.plies = self.changed_plies(&bytes);
                bytes
            }
            BookFormat::Ybb => {
                let (bytes, unwritten) = ybb::write(self);
                losses.positions = unwritten;
                bytes
            }
        };
        (bytes, losses)
    }

    /// Number of positions that have another ply in a written ShogiGUI book: which one depends on the order
    /// of its positions, so that the book is read again.
    fn changed_plies(&self, bytes: &[u8]) -> usize {
        let again = sbk::read(bytes).map(|(book, _)| book.positions).unwrap_or_default();
        let changed = |(name, entry): &(&String, &BookEntry)| {
            entry.ply.is_some() && again.get(*name).is_some_and(|read| read.ply != entry.ply)
        };
        self.positions.iter().filter(changed).count()
    }

    fn losses(&self, format: BookFormat) -> BookLosses {
        let mut losses = BookLosses::default();
        if format != BookFormat::Sbk {
            losses.titles =
                [&self.author, &self.description].iter().filter(|t| !t.is_empty()).count();
        }
        for entry in self.positions.values() {
            losses.of_entry(entry, format);
            entry.moves.iter().for_each(|book| losses.of_move(book, format));
        }
        losses
    }
}

impl BookLosses {
    fn of_entry(&mut self, entry: &BookEntry, format: BookFormat) {
        if format != BookFormat::Sbk {
            self.results += usize::from(entry.results.is_some());
            self.analyses += entry.analyses.len();
        }
        if format == BookFormat::Ybb {
            self.comments += usize::from(!entry.comment.is_empty());
        }
    }

    fn of_move(&mut self, book: &BookMove, format: BookFormat) {
        let one = usize::from;
        match format {
            BookFormat::Db => self.marks += one(book.mark.is_some()),
            BookFormat::Sbk => {
                self.evals += one(book.eval.is_some());
                self.depths += one(book.depth.is_some());
                self.replies += one(book.reply.is_some());
                self.comments += one(!book.comment.is_empty());
            }
            BookFormat::Ybb => {
                self.unvalued += one(book.eval.is_none());
                self.clamped += one(book.eval.is_some_and(|eval| !ybb::fits(eval)));
                self.counts += one(book.count.is_some());
                self.replies += one(book.reply.is_some());
                self.comments += one(!book.comment.is_empty());
                self.marks += one(book.mark.is_some());
            }
        }
    }
}
