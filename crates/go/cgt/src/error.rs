//! The errors of this crate.

use thiserror::Error;

/// How deeply brackets may be nested in a text.
pub(crate) const MAX_NESTING: u32 = 100;

/// Why a value could not be computed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CgtError {
    /// A number, a multiple of up or a nimber left its range.
    #[error("number out of range (numerators below 2^63, denominators up to 2^{max_exponent})",
            max_exponent = crate::Dyadic::MAX_EXPONENT)]
    Overflow,
    /// The universe holds as many entries as its limit allows.
    #[error("more than {limit} entries (games, options and remembered results) are needed")]
    BudgetExceeded {
        /// The limit that was reached, in entries.
        limit: usize,
    },
    /// The games are nested more deeply than the limit allows.
    #[error("games nested more than {limit} deep")]
    TooDeep {
        /// The limit that was reached, in levels of recursion.
        limit: u32,
    },
    /// Cooling is defined here for temperatures from 0 upwards.
    #[error("temperature {0} is negative")]
    NegativeTemperature(crate::Dyadic),
    /// The written form of a game is longer than the limit.
    #[error("the game takes more than {limit} bytes to write")]
    TextTooLong {
        /// The limit that was reached, in bytes.
        limit: usize,
    },
    /// A text is not a game in standard notation.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// A text is not a game in standard notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Where, in characters from 1.
    pub column: usize,
    /// The error at that place.
    pub problem: ParseProblem,
}

/// An error in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseProblem {
    /// A game was expected.
    #[error("a game is expected (a number, ^, v, *, +_, -_, +-, a bracket)")]
    ExpectedGame,
    /// A number was expected.
    #[error("a number is expected")]
    ExpectedNumber,
    /// Something is left over after a complete game.
    #[error("unexpected {0:?} after a complete game")]
    Unexpected(char),
    /// A bracket is not closed.
    #[error("this bracket is not closed")]
    Unclosed,
    /// A pair of braces has no bar.
    #[error("braces without a bar")]
    NoBar,
    /// Two bars of the same, greatest length in one pair of braces.
    #[error("two bars of the same greatest length: which one divides the game?")]
    AmbiguousBars,
    /// A denominator that is not a power of two within range.
    #[error("the denominator is not a power of two up to 2^{max_exponent}",
            max_exponent = crate::Dyadic::MAX_EXPONENT)]
    Denominator,
    /// A number too large to hold.
    #[error("the number is out of range")]
    Overflow,
    /// Brackets nested too deeply.
    #[error("brackets nested more than {limit} deep", limit = MAX_NESTING)]
    TooDeep,
}

/// The result of everything that can fail in this crate.
pub type Result<T> = std::result::Result<T, CgtError>;
