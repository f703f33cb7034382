//! A move in the form of USI and USEN, before its legality is known.

use crate::error::Fault;
use zenpuku_shogi::{Move, PieceType, Position, Square};

/// A written move.
#[derive(Clone, Copy)]
pub(crate) enum WrittenMove {
    /// Which piece is dropped where.
    Drop(PieceType, Square),
    /// From where to where, and whether it promotes.
    Board(Square, Square, bool),
}

impl WrittenMove {
    /// Returns the move if it is legal, else the rule it breaks.
    pub(crate) fn legal(self, position: &Position) -> Result<Move, Fault> {
        match self {
            Self::Drop(kind, to) => crate::rule::drop(position, kind, to),
            Self::Board(from, to, promote) => crate::rule::board(position, from, to, None, promote),
        }
        .map_err(Fault::Illegal)
    }

    /// Returns the move, legal or not; `None` when no own piece makes it.
    pub(crate) fn attempted(self, position: &Position) -> Option<Move> {
        let us = position.side_to_move();
        match self {
            Self::Drop(kind, to) => crate::rule::any_drop(kind, to, us),
            Self::Board(from, to, promote) => {
                let piece = Some(position.piece_on(from)).filter(|piece| piece.color() == us)?;
                crate::rule::any_board(from, to, piece, promote)
            }
        }
    }
}
