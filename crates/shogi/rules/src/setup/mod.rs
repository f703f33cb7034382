//! The description of a board, and the checked way from it to a [`crate::Position`].

mod check;
mod diagram;
mod error;
mod handicap;
mod packed;
mod position;
mod sfen;

pub(crate) use check::is_dead;
pub use diagram::diagram_letter;
pub use error::{SetupError, SfenField};
pub use handicap::Handicap;

use crate::types::{Color, Hand, HandPiece, Piece, PieceType, Square};
use rsshogi::board::{BoardArray, PositionState};

/// Highest ply that a [`Setup`] may carry and that a game may reach.
/// Plies are counted in 16 bits, up to 65,535; the rest is room for a search.
pub const MAX_PLY: u16 = 65_000;

/// How strict [`Setup::position`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRules {
    /// A position that can be played: both kings.
    Play,
    /// A mate problem: the side to move attacks and may have no king.
    Mate,
    /// A mate problem after a move of the attacker: the other side may have no king.
    MateDefence,
}

impl SetupRules {
    /// Must the side to move, or the other one, have a king?
    const fn needs_king(self, of_side_to_move: bool) -> bool {
        match self {
            Self::Play => true,
            Self::Mate => !of_side_to_move,
            Self::MateDefence => of_side_to_move,
        }
    }
}

/// A description of a board that need not be legal: filled in by readers,
/// edited by a position editor and checked by [`Setup::position`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    board: [Piece; Square::COUNT],
    hands: [[u8; HandPiece::COUNT]; Color::COUNT],
    side_to_move: Color,
    ply: u16,
}

impl Setup {
    /// An empty board with empty hands, Black to move, ply 1.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            board: [Piece::NONE; Square::COUNT],
            hands: [[0; HandPiece::COUNT]; Color::COUNT],
            side_to_move: Color::Black,
            ply: 1,
        }
    }

    /// The even start position.
    #[must_use]
    pub fn startpos() -> Self {
        Handicap::Even.setup()
    }

    /// Reads SFEN: board, side to move, hands in any order, and a ply from 0
    /// to [`MAX_PLY`] that may be missing (then it is 1).
    ///
    /// # Errors
    /// [`SetupError`] names the field, the place in it and the error. Rules
    /// of the game are judged by [`Setup::position`], not here.
    pub fn from_sfen(text: &str) -> Result<Self, SetupError> {
        sfen::read(text)
    }

    /// The description in SFEN with its ply.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        sfen::write(self)
    }

    /// The description for the crate `rsshogi`.
    pub(crate) fn state(&self) -> PositionState {
        let mut board = BoardArray::empty();
        for square in Square::iter() {
            board.set(square, self.piece_on(square));
        }
        PositionState {
            board,
            hands: [self.hand(Color::Black), self.hand(Color::White)],
            side_to_move: self.side_to_move,
            ply: self.ply,
        }
    }

    /// Piece on a square, [`Piece::NONE`] when empty.
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.to_index()]
    }

    /// Puts `piece` on `square`, replacing its content.
    pub fn put(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.board[square.to_index()] = piece;
        self
    }

    /// Empties `square`.
    pub fn clear(&mut self, square: Square) -> &mut Self {
        self.put(square, Piece::NONE)
    }

    /// Pieces of one kind in the hand of `color`.
    #[must_use]
    pub fn hand_count(&self, color: Color, kind: HandPiece) -> u8 {
        self.hands[color.to_index()][kind.to_index()]
    }

    /// Sets the number of pieces of one kind in the hand of `color`.
    pub fn set_hand(&mut self, color: Color, kind: HandPiece, count: u8) -> &mut Self {
        self.hands[color.to_index()][kind.to_index()] = count;
        self
    }

    /// Gives every piece of the full set (without kings) that is neither on the
    /// board nor in a hand to `color`, as mate problems leave it.
    pub fn rest_to_hand(&mut self, color: Color) -> &mut Self {
        for kind in HandPiece::iter() {
            let missing = full_set(kind).saturating_sub(self.total(kind));
            self.hands[color.to_index()][kind.to_index()] += missing;
        }
        self
    }

    /// Side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, color: Color) -> &mut Self {
        self.side_to_move = color;
        self
    }

    /// Number of the next move.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Sets the number of the next move, at most [`MAX_PLY`].
    pub fn set_ply(&mut self, ply: u16) -> &mut Self {
        self.ply = ply.min(MAX_PLY);
        self
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut out = self.clone();
        for square in Square::iter() {
            out.put(square.mirror_file(), self.piece_on(square));
        }
        out
    }

    /// The same with board turned by 180 degrees and colours exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut out = self.clone();
        for square in Square::iter() {
            out.put(square.flip(), flip_piece(self.piece_on(square)));
        }
        out.hands.swap(0, 1);
        out.side_to_move = self.side_to_move.flip();
        out
    }

    /// Pieces of `kind` on the board (promoted or not) and in both hands.
    fn total(&self, kind: HandPiece) -> u8 {
        let on_board =
            self.board.iter().filter(|p| p.base_piece_type() == kind.to_piece_type()).count();
        let in_hands = Color::iter().map(|c| u32::from(self.hand_count(c, kind))).sum::<u32>();
        u8::try_from(on_board as u32 + in_hands).unwrap_or(u8::MAX)
    }

    fn hand(&self, color: Color) -> Hand {
        HandPiece::iter().fold(Hand::ZERO, |hand, kind| {
            let count = u32::from(self.hand_count(color, kind));
            hand.checked_add(kind, count).unwrap_or(hand)
        })
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::startpos()
    }
}

/// SFEN with its ply.
impl core::fmt::Display for Setup {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.to_sfen())
    }
}

impl core::str::FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        Self::from_sfen(text)
    }
}

/// Pieces of `kind` in a full set.
pub(crate) const fn full_set(kind: HandPiece) -> u8 {
    match kind {
        HandPiece::PAWN => 18,
        HandPiece::BISHOP | HandPiece::ROOK => 2,
        _ => 4,
    }
}

fn flip_piece(piece: Piece) -> Piece {
    if piece.is_empty() {
        piece
    } else {
        Piece::from_parts(piece.color().flip(), piece.piece_type())
    }
}

/// English name of a kind of piece, for messages.
pub(crate) const fn kind_name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "pawn",
        PieceType::LANCE => "lance",
        PieceType::KNIGHT => "knight",
        PieceType::SILVER => "silver",
        PieceType::BISHOP => "bishop",
        PieceType::ROOK => "rook",
        PieceType::GOLD => "gold",
        PieceType::KING => "king",
        PieceType::PRO_PAWN => "promoted pawn",
        PieceType::PRO_LANCE => "promoted lance",
        PieceType::PRO_KNIGHT => "promoted knight",
        PieceType::PRO_SILVER => "promoted silver",
        PieceType::HORSE => "horse",
        PieceType::DRAGON => "dragon",
        _ => "no piece",
    }
}
