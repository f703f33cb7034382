//! Errors and warnings of reading and writing records.

use crate::encoding::Encoding;
use crate::format::Format;
use crate::place::Place;
use crate::rule::Rule;
use core::fmt;
use zenpuku_shogi::SetupError;

/// Why a file is refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file is empty.
    #[error("the file is empty; a game record was expected")]
    Empty,
    /// Larger than the limit.
    #[error("the file has {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Bytes given.
        size: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// More moves than the limit.
    #[error("the file has more than {limit} moves")]
    TooManyMoves {
        /// Moves allowed.
        limit: usize,
    },
    /// Not text in any encoding that records use.
    #[error(
        "byte {offset} (line {line}) is not valid {encoding} text; tried UTF-8, Shift_JIS and EUC-JP"
    )]
    Encoding {
        /// The encoding that fits best.
        encoding: Encoding,
        /// First byte that does not fit, from 0.
        offset: usize,
        /// Its line, from 1.
        line: u32,
    },
    /// No format fits.
    #[error("this is not a KIF, KI2, CSA, JKF, SFEN, hcpe or psv record: {0}")]
    UnknownFormat(String),
    /// The start position is malformed.
    #[error("{place}: {expected} was expected in the start position")]
    Start {
        /// Where.
        place: Place,
        /// The expected text.
        expected: String,
    },
    /// The start position breaks a rule.
    #[error("{place}: the start position is impossible: {error}")]
    StartRule {
        /// Line of the start position.
        place: Place,
        /// The rule broken.
        error: SetupError,
    },
    /// Not JSON, or JSON of another kind.
    #[error("{place}: {expected} was expected")]
    Syntax {
        /// Where.
        place: Place,
        /// The expected text.
        expected: String,
    },
    /// A binary file whose length is not a multiple of its entries.
    #[error(
        "{format} entries have {entry} bytes each, but {rest} bytes are left over after {entries} entries"
    )]
    BinaryLength {
        /// hcpe or psv.
        format: Format,
        /// Bytes per entry.
        entry: usize,
        /// Whole entries.
        entries: usize,
        /// Bytes after the last whole entry.
        rest: usize,
    },
    /// A binary entry that is not a position.
    #[error("entry {entry} holds no position: {error}")]
    BinaryEntry {
        /// Entry, from 1.
        entry: usize,
        /// The problem.
        error: String,
    },
}

impl ReadError {
    /// Is it an error of one start position, so that other games of the file can still be read?
    pub(crate) const fn is_start(&self) -> bool {
        matches!(self, Self::Start { .. } | Self::StartRule { .. })
    }
}

/// Why a move was not taken into the tree; the moves before it are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The move breaks a rule of the game.
    Illegal(Rule),
    /// Several pieces could make the move and the text does not say which.
    Ambiguous,
    /// The text is not a move and no ending.
    Unreadable {
        /// The expected text.
        expected: String,
    },
    /// A variation that begins where no line of the record reaches.
    NoParent {
        /// Ply at which the variation begins.
        ply: u32,
    },
    /// A warning restored from its text.
    Told(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(rule) => write!(f, "illegal move: {rule}"),
            Self::Ambiguous => f.write_str("several pieces of that kind can move there"),
            Self::Unreadable { expected } => write!(f, "{expected} was expected"),
            Self::Told(words) => f.write_str(words),
            Self::NoParent { ply } => {
                write!(f, "the variation begins at move {ply}, which no line before it reaches")
            }
        }
    }
}

/// Something odd that did not stop the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: WarningKind,
}

impl Warning {
    /// The warning for a game that is skipped because of its start position; `None` for other errors.
    pub(crate) fn skipped(error: &ReadError) -> Option<Self> {
        let (place, error) = match error {
            ReadError::Start { place, expected } => {
                (*place, format!("{expected} was expected in the start position"))
            }
            ReadError::StartRule { place, error } => {
                (*place, format!("the start position is impossible: {error}"))
            }
            _ => return None,
        };
        Some(Self { place, kind: WarningKind::SkippedGame(error) })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The kind of a [`Warning`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// From here on a line could not be read; its text is kept, the moves before it count.
    Broken {
        /// Ply of the move, from 1.
        ply: u32,
        /// The text that should have been the move.
        text: String,
        /// The problem.
        fault: Fault,
    },
    /// A move number that is not the move's ply.
    MoveNumber {
        /// Number written.
        written: u32,
        /// Ply of the move.
        ply: u32,
    },
    /// A move has the mark of the other side.
    WrongSide,
    /// A line that is neither header, move nor comment; it is kept.
    UnknownLine(String),
    /// Text after a move without a known meaning; it is kept.
    TrailingText(String),
    /// The file ends in the middle of a character; the rest of it was dropped.
    Truncated,
    /// A property of a JSON record that the format does not define; it was dropped.
    UnknownProperty(String),
    /// One of several games whose start position is refused, for this reason; the others are read.
    SkippedGame(String),
    /// A handicap name that is not known; the even start position is assumed.
    UnknownHandicap(String),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { ply, text, fault } => {
                write!(f, "move {ply} `{text}`: {fault}; the moves before it are kept")
            }
            Self::MoveNumber { written, ply } => {
                write!(f, "the move is numbered {written} but is move {ply}")
            }
            Self::WrongSide => f.write_str("the mark before the move is the other side's"),
            Self::UnknownLine(line) => write!(f, "`{line}` is not a header, move or comment"),
            Self::TrailingText(text) => write!(f, "`{text}` after the move means nothing"),
            Self::SkippedGame(error) => write!(f, "the game is skipped: {error}"),
            Self::Truncated => f.write_str("the file ends in the middle of a character"),
            Self::UnknownProperty(name) => write!(f, "the property `{name}` is not known"),
            Self::UnknownHandicap(name) => {
                write!(f, "the handicap `{name}` is not known, even game assumed")
            }
        }
    }
}

/// The reason why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format can only be read.
    #[error("{0} files can only be read, not written")]
    ReadOnly(Format),
    /// The format holds one game per file.
    #[error("{format} holds one game per file, this document has {games}")]
    ManyGames {
        /// Target.
        format: Format,
        /// Games in the document.
        games: usize,
    },
    /// The tree contains a move that is illegal in its position.
    #[error("move {ply} is illegal: {rule}")]
    Illegal {
        /// Ply, from 1.
        ply: u32,
        /// Rule broken.
        rule: Rule,
    },
    /// The start position breaks a rule.
    #[error("the start position is impossible: {0}")]
    Start(#[from] SetupError),
    /// An encoding that the format cannot have.
    #[error("{format} cannot be written in {encoding}")]
    Encoding {
        /// Target.
        format: Format,
        /// Encoding asked for.
        encoding: Encoding,
    },
}
