//! Pieces without escape.

use super::{Scene, Shape, TARGET, Won, ahead};
use crate::claim::Motif;
use zenpuku_shogi::{Bitboard, Color, Piece, PieceType, Square, attacks};

impl Scene<'_> {
    /// One piece that falls wherever it goes.
    pub(super) fn trapped(&self) -> Vec<Shape> {
        let won = self.won();
        let Some(&Won { square, count, .. }) = won.first() else { return Vec::new() };
        let mostly = 10 * count >= 6 * self.forced.replies.len();
        let fresh = self.after.is_attacked(square, self.us());
        if mostly && fresh && self.worth(square) >= TARGET {
            vec![Shape::of(self.trap_name(square), &[square])]
        } else {
            Vec::new()
        }
    }

    /// The name of the shape around a piece without escape.
    pub(super) fn trap_name(&self, target: Square) -> Motif {
        let (us, to) = (self.us(), self.mv.to());
        match self.kind(target) {
            PieceType::SILVER if self.is_between_pawns(target) => Motif::SilverBetweenPawns,
            PieceType::KNIGHT
                if self.kind(to) == PieceType::SILVER && ahead(to, us) == Some(target) =>
            {
                Motif::SilverAtKnightHead
            }
            _ => Motif::TrappedPiece,
        }
    }

    /// Do own pawns stand on both sides of the square, on its rank?
    fn is_between_pawns(&self, square: Square) -> bool {
        let king = Piece::from_parts(Color::Black, PieceType::KING);
        let around = attacks(king, square, Bitboard::EMPTY);
        let pawns = around & self.after.pieces(PieceType::PAWN, self.us());
        pawns.iter().filter(|pawn| pawn.rank() == square.rank()).count() == 2
    }
}
