//! The basic types, taken from the position core as they are.

pub use rsshogi::types::{
    Bitboard, Color, EnteringKingRule, File, Hand, HandPiece, Piece, PieceType, Rank,
    RepetitionState, Square,
};
