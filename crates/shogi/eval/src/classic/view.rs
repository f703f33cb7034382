//! The board as one side sees it.

use super::layout::{CODES, KINDS};
use zenpuku_shogi::{Color, Piece, PieceType, Position, Square};

/// A square by file and rank as a side sees it: 0 to 8 each, rank 0 farthest away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: i8,
    pub(super) rank: i8,
}

impl Place {
    #[inline]
    pub(super) fn new(square: Square, view: Color) -> Self {
        let square = if view == Color::BLACK { square } else { square.flip() };
        Self { file: square.file().raw(), rank: square.rank().raw() }
    }

    #[inline]
    pub(super) fn step(self, file: i8, rank: i8) -> Option<Self> {
        let place = Self { file: self.file + file, rank: self.rank + rank };
        let on_board = (0..9).contains(&place.file) && (0..9).contains(&place.rank);
        on_board.then_some(place)
    }

    /// The same place in the mirror image.
    #[inline]
    pub(super) fn mirrored(self) -> Self {
        Self { file: 8 - self.file, ..self }
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.file as usize * 9 + self.rank as usize
    }
}

/// One side's view of a position.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) king: Option<Place>,
}

impl<'a> View<'a> {
    pub(super) fn new(position: &'a Position, us: Color) -> Self {
        let king = position.king(us).map(|square| Place::new(square, us));
        Self { position, us, king }
    }

    #[inline]
    pub(super) fn place(&self, square: Square) -> Place {
        Place::new(square, self.us)
    }

    #[inline]
    pub(super) fn piece_at(&self, place: Place) -> Piece {
        let square = Square::from_index(place.index());
        let square = if self.us == Color::BLACK { square } else { square.flip() };
        self.position.piece_on(square)
    }

    /// Number of a piece and its owner, 0 to 27.
    #[inline]
    pub(super) fn code(&self, piece: Piece) -> usize {
        code_of(piece, self.us)
    }

    /// The occupant of a place: 0 empty, 1 + piece code, 29 off the board.
    #[inline]
    pub(super) fn occupant(&self, place: Option<Place>) -> usize {
        match place.map(|place| self.piece_at(place)) {
            None => NO_SQUARE,
            Some(piece) if piece.is_empty() => 0,
            Some(piece) => 1 + self.code(piece),
        }
    }

    /// The own pieces of a kind.
    #[inline]
    pub(super) fn own(&self, kind: PieceType) -> impl Iterator<Item = Square> + use<> {
        self.position.pieces(kind, self.us).iter()
    }
}

/// The occupant code of a place off the board.
pub(super) const NO_SQUARE: usize = CODES + 1;

/// Number of a piece and its owner as `us` sees it, 0 to 27.
#[inline]
pub(super) fn code_of(piece: Piece, us: Color) -> usize {
    kind_code(piece.piece_type()) + if piece.color() == us { 0 } else { KINDS }
}

/// Number of a kind, 0 to 13; see the module about the layout.
#[inline]
pub(super) const fn kind_code(kind: PieceType) -> usize {
    match kind.to_index() {
        raw @ 1..=7 => raw - 1,
        8 => KINDS - 1,
        raw => raw - 2,
    }
}

/// Number of a kind other than a king with all golds merged, 0 to 8.
#[inline]
pub(super) const fn merged_code(kind: PieceType) -> usize {
    match kind {
        PieceType::HORSE => 7,
        PieceType::DRAGON => 8,
        kind if kind.is_promoted() => 6,
        kind => kind_code(kind),
    }
}
