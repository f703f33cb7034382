//! Worth of the pieces.

use zenpuku_params::Params;
use zenpuku_shogi::{Color, HandPiece, Move, MoveDelta, Piece, PieceType, Position, Square};

/// Worth of every kind of piece in centipawns, on the board and in hand; the king is worth 0,
/// since both sides always have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues {
    kinds: [i32; PieceType::COUNT],
    /// Signed by colour, from Black's view.
    pieces: [i32; Piece::COUNT],
}

impl PieceValues {
    /// The values of the table of parameters.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        let mut kinds = [0; PieceType::COUNT];
        for (kind, value) in [
            (PieceType::PAWN, params.pawn_value),
            (PieceType::LANCE, params.lance_value),
            (PieceType::KNIGHT, params.knight_value),
            (PieceType::SILVER, params.silver_value),
            (PieceType::GOLD, params.gold_value),
            (PieceType::BISHOP, params.bishop_value),
            (PieceType::ROOK, params.rook_value),
            (PieceType::PRO_PAWN, params.tokin_value),
            (PieceType::PRO_LANCE, params.promoted_lance_value),
            (PieceType::PRO_KNIGHT, params.promoted_knight_value),
            (PieceType::PRO_SILVER, params.promoted_silver_value),
            (PieceType::HORSE, params.horse_value),
            (PieceType::DRAGON, params.dragon_value),
        ] {
            kinds[kind.to_index()] = value;
        }
        let mut pieces = [0; Piece::COUNT];
        for kind in PieceType::iter() {
            pieces[Piece::from_parts(Color::BLACK, kind).to_index()] = kinds[kind.to_index()];
            pieces[Piece::from_parts(Color::WHITE, kind).to_index()] = -kinds[kind.to_index()];
        }
        Self { kinds, pieces }
    }

    /// Worth of a kind in centipawns.
    #[must_use]
    #[inline]
    pub fn kind(&self, kind: PieceType) -> i32 {
        self.kinds[kind.to_index()]
    }

    /// Worth of a piece in centipawns, from Black's view.
    #[must_use]
    #[inline]
    pub fn signed(&self, piece: Piece) -> i32 {
        self.pieces[piece.to_index()]
    }

    /// The gain by capturing `piece` in centipawns: it leaves one side's board
    /// and enters the other side's hand unpromoted.
    #[must_use]
    #[inline]
    pub fn exchange(&self, piece: Piece) -> i32 {
        self.kind(piece.piece_type()) + self.kind(piece.base_piece_type())
    }

    /// What turning the piece of `kind` over is worth in centipawns, 0 if it cannot promote.
    #[must_use]
    #[inline]
    pub fn promotion(&self, kind: PieceType) -> i32 {
        self.kind(kind.promote()) - self.kind(kind)
    }

    /// `Mcap(m)`: by how much `mv` changes the material balance of the side that plays it, in
    /// centipawns [bonanza2006].
    #[must_use]
    #[inline]
    pub fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_drop() {
            return 0;
        }
        let captured = position.piece_on(mv.to());
        let taken = if captured.is_empty() { 0 } else { self.exchange(captured) };
        if mv.is_promotion() {
            taken + self.promotion(mv.piece_after().piece_type().demote())
        } else {
            taken
        }
    }

    /// The material balance of `position` in centipawns, from Black's view.
    #[must_use]
    pub fn balance(&self, position: &Position) -> i32 {
        let board: i32 = Square::iter().map(|square| self.signed(position.piece_on(square))).sum();
        let hand = |color| -> i32 {
            let hand = position.hand(color);
            let worth = |piece: HandPiece| self.kind(piece.to_piece_type());
            HandPiece::iter().map(|piece| hand.count(piece) as i32 * worth(piece)).sum()
        };
        board + hand(Color::BLACK) - hand(Color::WHITE)
    }

    /// The change of [`PieceValues::balance`] by a move.
    #[inline]
    pub(crate) fn balance_change(&self, delta: &MoveDelta) -> i32 {
        match *delta {
            MoveDelta::Drop { .. } => 0,
            MoveDelta::Board { color, moved_piece_before, moved_piece_after, captured, .. } => {
                let promoted = self.signed(moved_piece_after) - self.signed(moved_piece_before);
                let taken = captured.map_or(0, |captured| self.exchange(captured.piece));
                promoted + taken * (1 - 2 * i32::from(color.raw()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_a_pawn_is_worth_the_pawn_exchange_value() {
        let params = Params::default();
        let values = PieceValues::new(&params);
        assert_eq!(values.exchange(Piece::W_PAWN), params.pawn_exchange());
        assert_eq!(values.exchange(Piece::B_DRAGON), params.dragon_value + params.rook_value);
    }

    #[test]
    fn the_start_is_balanced_and_kings_are_free() {
        let values = PieceValues::new(&Params::default());
        assert_eq!(values.balance(&Position::startpos()), 0);
        assert_eq!(values.kind(PieceType::KING), 0);
        assert_eq!(values.promotion(PieceType::GOLD), 0);
    }
}
