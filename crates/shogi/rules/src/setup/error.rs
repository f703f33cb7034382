//! Why a description is not a position.

use super::{MAX_PLY, full_set, kind_name};
use crate::types::{Color, File, HandPiece, Piece, Square};
use core::fmt;

/// The four fields of SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SfenField {
    /// The board, ranks from a to i.
    Board,
    /// `b` or `w`.
    SideToMove,
    /// Pieces in hand, `-` for none.
    Hands,
    /// Number of the next move.
    Ply,
}

impl fmt::Display for SfenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Hands => "hands",
            Self::Ply => "ply",
        })
    }
}

/// Why a description is not a position: the place and the rule broken.
/// Characters are counted from 1 within their field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The SFEN text ends too early.
    #[error("SFEN ends before its field `{0}`")]
    MissingField(SfenField),
    /// Something follows the ply.
    #[error("SFEN has text after the ply: `{0}`")]
    TrailingText(String),
    /// A character that is not a piece.
    #[error("SFEN {field}, character {at}: `{found}` is not a piece")]
    UnknownPiece {
        /// Where: board or hands.
        field: SfenField,
        /// Character, from 1.
        at: usize,
        /// The content there.
        found: char,
    },
    /// A `+` before a piece without a promoted side, or at the end.
    #[error("SFEN board, character {at}: `+` must precede one of PLNSBR")]
    CannotPromote {
        /// Character of the `+`, from 1.
        at: usize,
    },
    /// A rank that does not describe nine squares.
    #[error("SFEN board, rank {rank}: {squares} squares instead of 9")]
    RankLength {
        /// Rank letter, a to i.
        rank: char,
        /// Squares described, counting stopped at the first too many.
        squares: usize,
    },
    /// Not nine ranks.
    #[error("SFEN board: {0} ranks instead of 9")]
    RankCount(usize),
    /// Neither `b` nor `w`.
    #[error("SFEN side to move: `{0}` is neither `b` nor `w`")]
    SideToMove(String),
    /// A piece is listed twice in one hand.
    #[error("SFEN hands, character {at}: `{found}` is listed twice")]
    RepeatedHandPiece {
        /// Character, from 1.
        at: usize,
        /// The piece's letter.
        found: char,
    },
    /// A count of pieces in hand that is zero, too big or without a piece.
    #[error("SFEN hands, character {at}: `{found}` is not a count from 1 to 18 before a piece")]
    HandCount {
        /// Character where the count begins, from 1.
        at: usize,
        /// The count as written.
        found: String,
    },
    /// Not a number of a ply.
    #[error("SFEN ply: `{0}` is not a number from 0 to {MAX_PLY}")]
    Ply(String),
    /// Bytes that are not a packed position.
    #[error("not a packed position: {0}")]
    Packed(String),
    /// A king is absent that must be there.
    #[error("{0} has no king")]
    MissingKing(Color),
    /// Two kings of one colour.
    #[error("{color} has two kings, on {first} and {second}")]
    TwoKings {
        /// Whose.
        color: Color,
        /// First king, in the order 1a, 1b ... 9i.
        first: Square,
        /// Second king.
        second: Square,
    },
    /// More pieces than a set has.
    #[error("{count} {}s on the board and in the hands, a set has {}", kind_name(kind.to_piece_type()), full_set(*kind))]
    TooManyPieces {
        /// Kind, promoted ones included.
        kind: HandPiece,
        /// How many there are.
        count: u32,
    },
    /// Two unpromoted pawns of one colour on a file (二歩).
    #[error("{color} has two pawns on file {file}")]
    TwoPawns {
        /// Whose.
        color: Color,
        /// The file.
        file: File,
    },
    /// A piece that can never move (行き所のない駒).
    #[error("the {} {} on {square} can never move", .piece.color(), kind_name(.piece.piece_type()))]
    DeadPiece {
        /// The piece.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// An invalid piece was put on the board.
    #[error("{square} holds no piece of the game")]
    NoSuchPiece {
        /// Where.
        square: Square,
    },
    /// The king of the side that has just moved can be taken.
    #[error("{side} is to move and could take the king on {king} with the piece on {checker}")]
    OpponentInCheck {
        /// Side to move.
        side: Color,
        /// The king in danger.
        king: Square,
        /// A piece that attacks it.
        checker: Square,
    },
}
