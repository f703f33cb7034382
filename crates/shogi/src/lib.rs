//! The one door to the rules of shogi.
//!
//! Everything here is a thin, inlined layer over the crate `rsshogi`, which
//! does the bitboards and the legality; no other crate of the workspace names
//! its board. The layer exists to fence off what would hurt a search or a
//! reader of foreign files: a position can only be made from a checked
//! [`Setup`], a move taken from a table must pass [`Position::is_legal`], and
//! nothing here panics on bad input.
//!
//! Coordinates follow USI: file 1 is at Black's right, rank a at White's end;
//! Black (先手) moves towards rank a.
#![forbid(unsafe_code)]

mod move_list;
mod movegen;
mod moves;
mod position;
mod setup;
mod types;

pub use move_list::MoveList;
pub use movegen::MoveKind;
pub use moves::Move;
pub use position::{MoveDelta, Position, STARTPOS};
pub use setup::{Handicap, MAX_PLY, Setup, SetupError, SetupRules, SfenField};
pub use types::{
    Bitboard, Color, EnteringKingRule, File, Hand, HandPiece, Piece, PieceType, Rank,
    RepetitionState, Square,
};
