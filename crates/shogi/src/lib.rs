//! Safe wrapper around the crate `rsshogi`: the rules of shogi.
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

mod count;
mod declaration;
mod effects;
mod geometry;
mod mate_in_one;
mod move_list;
mod movegen;
mod moves;
mod perft;
mod position;
mod rules;
mod see;
mod setup;
mod staged_moves;
mod types;
mod views;

pub use declaration::{Declaration, DeclarationConditions};
pub use effects::{EffectMap, Pin, SLIDERS};
pub use geometry::{
    attacks, between, contains, in_promotion_zone, king_zone, line, on_same_ray, zone_square,
};
pub use move_list::MoveList;
pub use movegen::MoveKind;
pub use moves::Move;
pub use perft::{divide, divide_parallel, perft, perft_parallel, perft_plain};
pub use position::{MoveDelta, Position, STARTPOS};
pub use rules::RuleViolation;
pub use see::ExchangeValues;
pub use setup::{Handicap, MAX_PLY, Setup, SetupError, SetupRules, SfenField, diagram_letter};
pub use types::{
    Bitboard, Color, EnteringKingRule, File, Hand, HandPiece, Piece, PieceType, Rank,
    RepetitionState, Square,
};
