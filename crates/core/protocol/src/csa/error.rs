//! Errors of a CSA message.

/// Why a line could not be read or a message not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CsaError {
    /// The game summary ended without something it must have.
    #[error("the game summary lacks {0}")]
    MissingKey(&'static str),
    /// A key of the game summary has a value that cannot be read.
    #[error("game summary, {key}: expected {expected}, found `{value}`")]
    BadValue {
        /// The key.
        key: String,
        /// The expected text.
        expected: &'static str,
        /// The text there.
        value: String,
    },
    /// An `END` line that does not close the open section.
    #[error("game summary: `END {found}` does not close `BEGIN {open}`")]
    WrongEnd {
        /// The section that is open.
        open: &'static str,
        /// The section that the line names.
        found: String,
    },
    /// The game summary is longer than any real one.
    #[error("the game summary has more than {0} lines")]
    SummaryTooLong(usize),
    /// A line begins like a move but is not one.
    #[error("`{0}` is not a move in CSA notation")]
    BadMove(String),
    /// A name or password that the protocol does not allow; the password is not shown.
    #[error("the {what} must have 1 to 32 bytes and {characters}")]
    BadCredential {
        /// `login name` or `password`.
        what: &'static str,
        /// Which characters are allowed.
        characters: &'static str,
    },
}
