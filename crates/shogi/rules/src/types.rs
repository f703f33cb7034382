//! The basic types, taken from the crate `rsshogi` as they are.

pub use rsshogi::types::{
    Bitboard, Color, EnteringKingRule, File, Hand, HandPiece, Piece, PieceType, Rank,
    RepetitionState, Square,
};
