//! Where in a file something is.

use core::fmt;

/// A place in a text file; line and column count from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// A place; both count from 1.
    #[must_use]
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }

    /// The place `offset` bytes after the start of `text`, which begins on line `line`.
    pub(crate) fn in_line(line: u32, text: &str, offset: usize) -> Self {
        let column = text.get(..offset).map_or(1, |head| head.chars().count() + 1);
        Self { line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
