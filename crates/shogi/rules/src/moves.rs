//! A move with the piece it puts on its target square.

use crate::types::{Color, Piece, PieceType, Square};
use core::fmt;
use rsshogi::types::Move32;

/// A move: origin or dropped kind, target, promotion, and the piece on the
/// target afterwards. Four bytes, `Copy`.
///
/// A `Move` may be illegal; see [`crate::Position::is_legal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(pub(crate) Move32);

impl Move {
    /// No move; the default of tables and stacks.
    pub const NONE: Self = Self(Move32::MOVE_NONE);
    /// The pass of null-move pruning; never legal in a game.
    pub const NULL: Self = Self(Move32::MOVE_NULL);
    /// Resignation, as USI's `resign`.
    pub const RESIGN: Self = Self(Move32::MOVE_RESIGN);
    /// Entering-king declaration, as USI's `win`.
    pub const WIN: Self = Self(Move32::MOVE_WIN);

    /// A board move of `piece` (the piece before the move); `promote` turns it over.
    #[must_use]
    #[inline]
    pub const fn board(from: Square, to: Square, piece: Piece, promote: bool) -> Self {
        Self(if promote {
            Move32::promotion(from, to, piece)
        } else {
            Move32::normal(from, to, piece)
        })
    }

    /// A drop of `kind` by `color` on `to`.
    #[must_use]
    #[inline]
    pub const fn drop(kind: PieceType, to: Square, color: Color) -> Self {
        Self(Move32::drop(kind, to, color))
    }

    /// Target square. Meaningless for the special moves.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        self.0.to_sq()
    }

    /// Origin square, `None` for drops and special moves.
    #[must_use]
    #[inline]
    pub fn from(self) -> Option<Square> {
        // The special values have twice the same square.
        let (from, to) = (self.0.from_sq(), self.0.to_sq());
        let moves = !self.0.is_drop() && from != to && from.is_valid() && to.is_valid();
        moves.then_some(from)
    }

    /// Origin square of a board move.
    #[must_use]
    #[inline]
    pub const fn from_unchecked(self) -> Square {
        self.0.from_sq()
    }

    /// Where the move comes from as a number, without a branch: the origin square's index, or
    /// [`Square::COUNT`] and that of the dropped kind. Meaningless for the special moves.
    #[must_use]
    #[inline]
    pub const fn origin_index(self) -> usize {
        // `rsshogi` keeps the dropped kind where other moves have their origin.
        self.0.from_sq().raw() as usize + Square::COUNT * self.is_drop() as usize
    }

    /// Dropped kind, `None` for board moves.
    #[must_use]
    #[inline]
    pub const fn dropped(self) -> Option<PieceType> {
        self.0.dropped_piece()
    }

    /// Is it a drop?
    #[must_use]
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.is_drop()
    }

    /// Does the piece promote?
    #[must_use]
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.is_promotion()
    }

    /// A board move or a drop, not a special value.
    #[must_use]
    #[inline]
    pub const fn is_normal(self) -> bool {
        self.0.is_normal()
    }

    /// Is it [`Move::NONE`]?
    #[must_use]
    #[inline]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The piece on the target square after the move (promoted if it promotes).
    #[must_use]
    #[inline]
    pub const fn piece_after(self) -> Piece {
        self.0.piece_after_move()
    }

    /// The 16 bits that identify the move in a given position, as stored in
    /// tables. [`crate::Position::move_from_bits`] is the way back.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.to_move().raw()
    }

    /// The move with board and colours turned by 180 degrees.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.flip())
    }

    /// The move mirrored left to right.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0.mirror_file())
    }
}

impl Default for Move {
    fn default() -> Self {
        Self::NONE
    }
}

/// USI notation: `7g7f`, `8h2b+`, `P*5e`, `resign`, `win`; `none` and `null` for the markers.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("none"),
            Self::NULL => f.write_str("null"),
            Self::RESIGN => f.write_str("resign"),
            Self::WIN => f.write_str("win"),
            mv => f.write_str(&mv.0.to_usi()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_those_of_board_moves_and_kinds_in_hand() {
        for mv in [Move::NONE, Move::NULL, Move::RESIGN, Move::WIN] {
            assert_eq!(mv.from(), None, "{mv}");
        }
        let piece = Piece::from_parts(Color::Black, PieceType::GOLD);
        let board = |from, to| Move::board(from, to, piece, false);
        for (from, to) in Square::iter().zip(Square::iter().skip(1)) {
            for (from, to) in [(from, to), (to, from)] {
                assert_eq!(board(from, to).from(), Some(from));
                assert_eq!(board(from, to).origin_index(), from.to_index());
            }
            for kind in crate::staged_moves::DROPS {
                let drop = Move::drop(kind, to, Color::White);
                assert_eq!((drop.from(), drop.dropped()), (None, Some(kind)));
                assert_eq!(drop.origin_index(), Square::COUNT + kind.to_index());
            }
        }
    }
}
