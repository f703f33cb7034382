//! Errors of a USI line.

use super::SfenError;

/// Why a line could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UsiError {
    /// The line stops before something it must have.
    #[error("`{command}`: {expected} is missing")]
    Missing {
        /// The command word.
        command: &'static str,
        /// What should have followed.
        expected: &'static str,
    },
    /// An unexpected word.
    #[error("`{command}`: expected {expected}, found `{found}`")]
    Unexpected {
        /// The command word.
        command: &'static str,
        /// The expected text.
        expected: &'static str,
        /// The text there.
        found: String,
    },
    /// A word is not a move.
    #[error("move {number}: `{text}` is not a move in USI notation")]
    BadMove {
        /// Place in the list of moves, counted from 1.
        number: usize,
        /// The word.
        text: String,
    },
    /// The position text is malformed.
    #[error("`sfen`: {0}")]
    BadSfen(#[from] SfenError),
}
