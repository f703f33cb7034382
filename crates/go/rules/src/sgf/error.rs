//! Errors of an SGF file, with their place.

use thiserror::Error;

use crate::{HalfPoints, IllegalMove, SetupError, SizeError};

/// An error with its place in the text.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("SGF, byte {offset}: {kind}")]
pub struct SgfError {
    /// Offset in bytes from the start of the (decoded) text.
    pub offset: usize,
    /// The problem.
    pub kind: SgfErrorKind,
}

/// An error in an SGF file.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SgfErrorKind {
    /// No game tree at all.
    #[error("there is no game tree: expected `(;`")]
    NoGame,
    /// The text is too long to be read safely.
    #[error("the text has {bytes} bytes, the limit is {limit}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The greatest length.
        limit: usize,
    },
    /// More nodes than the limit.
    #[error("more than {limit} nodes")]
    TooManyNodes {
        /// The greatest number of nodes.
        limit: usize,
    },
    /// More games than the limit.
    #[error("more than {limit} games")]
    TooManyGames {
        /// The greatest number of games.
        limit: usize,
    },
    /// Too many or too large point lists.
    #[error("the rectangles of points (such as `aa:ss`) are too many")]
    TooManyRectangles,
    /// An unexpected token.
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// The expected tokens.
        expected: &'static str,
        /// The character there.
        found: char,
    },
    /// The text ends inside a game tree.
    #[error("the text ends inside a game tree: a `)` is missing")]
    UnclosedTree,
    /// The text ends inside a value.
    #[error("the value that begins here is not closed by `]`")]
    UnclosedValue,
    /// Another game than go.
    #[error("the game is not go (GM[1])")]
    OtherGame,
    /// A property that matters has no meaning.
    #[error("the value of {property} cannot be read")]
    BadValue {
        /// The property's name.
        property: String,
    },
    /// The board size is not supported.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A point is off the board.
    #[error("{property} names a point outside the board")]
    OffBoard {
        /// The property's name.
        property: &'static str,
    },
    /// The stones set up are not position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("{color} at {vertex}: {reason}")]
    Move {
        /// The side to move.
        color: crate::Color,
        /// Where.
        vertex: String,
        /// Why not.
        reason: IllegalMove,
    },
    /// A list of points is empty; it is ignored.
    #[error("{property} names no point: passed over")]
    NoPoints {
        /// The property's name.
        property: String,
    },
    /// Komi in another unit than points.
    #[error("KM[{written}] is read as a komi of {komi}")]
    Komi {
        /// The number in the file.
        written: f64,
        /// The assumed value.
        komi: HalfPoints,
    },
    /// A value of the game information has no meaning.
    #[error("{property}[{written}] cannot be read: passed over")]
    BadInfo {
        /// The property's name.
        property: String,
        /// The value in the file, cut to 40 characters.
        written: String,
    },
    /// An unknown rule set.
    #[error(
        "RU[{written}] names no known rules: Japanese rules are used unless others are asked for"
    )]
    UnknownRules {
        /// The name in the file, cut to 40 characters.
        written: String,
    },
    /// A part of the rules that is not counted here.
    #[error("RU: {part} is not counted")]
    RulesPart {
        /// The part.
        part: &'static str,
    },
    /// A handicap game without komi.
    #[error("HA[{stones}] without KM: komi is {komi}, as in handicap games")]
    HandicapKomi {
        /// The number of handicap stones.
        stones: u32,
        /// What komi is taken for.
        komi: HalfPoints,
    },
    /// Several games in one file, of which the first is read.
    #[error("the file holds {games} games: the first is read")]
    MoreGames {
        /// Their number.
        games: usize,
    },
    /// Text behind the last game that could be read.
    #[error("what follows game {games} is passed over: {reason}")]
    AfterGames {
        /// The number of games before it.
        games: usize,
        /// The problem.
        reason: String,
    },
    /// No encoding is named, and the text is not UTF-8.
    #[error("the file names no encoding (CA): read as {encoding}")]
    GuessedEncoding {
        /// The encoding that fits best.
        encoding: &'static str,
    },
    /// The text does not fit the encoding that is named.
    #[error("the text does not fit CA[{named}]: read as {encoding}")]
    OtherEncoding {
        /// The name in the file.
        named: String,
        /// The encoding that fits best.
        encoding: &'static str,
    },
    /// Invalid bytes.
    #[error("{count} times bytes are not {encoding} text: read as \u{fffd}")]
    BadBytes {
        /// The encoding.
        encoding: &'static str,
        /// How often.
        count: usize,
    },
    /// Komi beyond any board.
    #[error("KM[{written}] is not a komi: ignored")]
    NoKomi {
        /// The number in the file.
        written: f64,
    },
}

impl SgfErrorKind {
    /// Puts the error at an offset in bytes.
    pub(crate) const fn at(self, offset: usize) -> SgfError {
        SgfError { offset, kind: self }
    }
}
