//! Errors of books: where in a file, and why.

use core::fmt;
use std::path::PathBuf;

/// A place in the file of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text, from 1.
    Line(usize),
    /// A byte of a binary file, from 0.
    Byte(usize),
    /// A position of a binary file in the order of the file, from 0.
    Record(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Byte(number) => write!(f, "byte {number}"),
            Self::Record(number) => write!(f, "position {number} of the file"),
        }
    }
}

/// A part of a book that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct BookError {
    /// Where it is.
    pub place: Place,
    /// The error.
    pub reason: String,
}

impl BookError {
    pub(super) fn byte(at: usize, reason: impl Into<String>) -> Self {
        Self { place: Place::Byte(at), reason: reason.into() }
    }

    pub(super) fn record(number: usize, reason: impl Into<String>) -> Self {
        Self { place: Place::Record(number), reason: reason.into() }
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
    Content {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: BookError,
    },
    /// The file would have to be read into memory and is too large for that.
    #[error("{path}: {size} bytes, but at most {most} can be read into memory", path = path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// Largest size in bytes.
        most: u64,
    },
}

/// Errors that a notice shows in full.
const SHOWN: usize = 3;

/// Reports which parts of the book `name` were skipped, if any were: the first three with the reason, and
/// how many in all.
#[must_use]
pub fn skipped_parts(name: &str, skipped: &[BookError]) -> Option<String> {
    let shown: Vec<String> = skipped.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = match skipped.len() {
        0 => return None,
        count @ 1..=SHOWN => format!("; skipped {count} in all"),
        count => format!("; ...; skipped {count} in all"),
    };
    Some(format!("{name}: {}{more}", shown.join("; ")))
}
