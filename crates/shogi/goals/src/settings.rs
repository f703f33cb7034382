//! The numbers that the paper leaves open, from the table of parameters.

use zenpuku_params::Params;
use zenpuku_shogi::{ExchangeValues, HandPiece, PieceType};

/// Everything that goals are made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Worth of the pieces, SV(K) of formula (1).
    pub values: ExchangeValues,
    /// Switches and parameters; the group "Goals".
    pub params: Params,
}

impl Settings {
    /// The settings of a set of parameters.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        let board = |kind: PieceType| worth(params, kind);
        let hand = |piece: HandPiece| worth(params, piece.to_piece_type());
        Self { values: ExchangeValues::new(board, hand), params: *params }
    }

    /// Vmax of formula (1) in centipawns: the priority of a castle's king, half a knight.
    #[must_use]
    pub fn castle_king_priority(&self) -> i32 {
        self.params.knight_value / 2
    }

    /// SVmax of formula (1): the worth of a dragon in centipawns.
    #[must_use]
    pub fn highest_value(&self) -> i32 {
        self.values.on_board(PieceType::DRAGON)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(&Params::default())
    }
}

fn worth(params: &Params, kind: PieceType) -> i32 {
    match kind {
        PieceType::PAWN => params.pawn_value,
        PieceType::LANCE => params.lance_value,
        PieceType::KNIGHT => params.knight_value,
        PieceType::SILVER => params.silver_value,
        PieceType::GOLD => params.gold_value,
        PieceType::BISHOP => params.bishop_value,
        PieceType::ROOK => params.rook_value,
        PieceType::PRO_PAWN => params.tokin_value,
        PieceType::PRO_LANCE => params.promoted_lance_value,
        PieceType::PRO_KNIGHT => params.promoted_knight_value,
        PieceType::PRO_SILVER => params.promoted_silver_value,
        PieceType::HORSE => params.horse_value,
        PieceType::DRAGON => params.dragon_value,
        _ => 0,
    }
}
