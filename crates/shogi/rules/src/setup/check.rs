//! The rules that every position obeys.

use super::{Setup, SetupError, SetupRules, full_set};
use crate::position::Position;
use crate::types::{Color, File, HandPiece, Piece, PieceType, Rank, Square};

impl Setup {
    /// Judges pieces and hands alone: counts, two pawns, dead pieces. A board
    /// under construction may pass while it has no kings yet.
    ///
    /// # Errors
    /// [`SetupError`] names the rule broken and the place.
    pub fn check_pieces(&self) -> Result<(), SetupError> {
        self.check_pieces_exist()?;
        self.check_counts()?;
        self.check_pawns()?;
        self.check_dead_pieces()
    }

    pub(super) fn check_kings(&self, rules: SetupRules) -> Result<(), SetupError> {
        for color in Color::iter() {
            let king = Piece::from_parts(color, PieceType::KING);
            let mut kings = Square::iter().filter(|&square| self.piece_on(square) == king);
            match (kings.next(), kings.next()) {
                (Some(first), Some(second)) => {
                    return Err(SetupError::TwoKings { color, first, second });
                }
                (None, _) if rules.needs_king(color == self.side_to_move) => {
                    return Err(SetupError::MissingKing(color));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_pieces_exist(&self) -> Result<(), SetupError> {
        let bad = |piece: Piece| !piece.is_valid() || piece.piece_type() == PieceType::GOLD_LIKE;
        match Square::iter().find(|&square| bad(self.piece_on(square))) {
            Some(square) => Err(SetupError::NoSuchPiece { square }),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> Result<(), SetupError> {
        for kind in HandPiece::iter() {
            let count = self.total(kind);
            if count > full_set(kind) {
                return Err(SetupError::TooManyPieces { kind, count: u32::from(count) });
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), SetupError> {
        for color in Color::iter() {
            let pawn = Piece::from_parts(color, PieceType::PAWN);
            for file in File::iter() {
                let pawns = Rank::iter()
                    .filter(|&rank| self.piece_on(Square::from_file_rank(file, rank)) == pawn);
                if pawns.count() > 1 {
                    return Err(SetupError::TwoPawns { color, file });
                }
            }
        }
        Ok(())
    }

    fn check_dead_pieces(&self) -> Result<(), SetupError> {
        for square in Square::iter() {
            let piece = self.piece_on(square);
            if !piece.is_empty() && is_dead(piece, square) {
                return Err(SetupError::DeadPiece { piece, square });
            }
        }
        Ok(())
    }
}

/// Would `piece` on `square` never be able to move (行き所のない駒)?
pub(crate) fn is_dead(piece: Piece, square: Square) -> bool {
    let rank = square.rank().raw();
    let ahead = if piece.color() == Color::Black { rank } else { 8 - rank };
    match piece.piece_type() {
        PieceType::PAWN | PieceType::LANCE => ahead < 1,
        PieceType::KNIGHT => ahead < 2,
        _ => false,
    }
}

pub(super) fn opponent_not_in_check(position: &Position) -> Result<(), SetupError> {
    let side = position.side_to_move();
    let Some(king) = position.king(side.flip()) else { return Ok(()) };
    match position.attackers(side, king, position.occupied()).lsb() {
        Some(checker) => Err(SetupError::OpponentInCheck { side, king, checker }),
        None => Ok(()),
    }
}
