//! The rules of shogi.
//!
//! The position is our own: board, hands, keys, checks and pins kept up to date by small code for
//! both colours, so that it fits in the instruction cache together with a search. Types, attack
//! tables and hash numbers are those of the crate `rsshogi`, which no other crate of the
//! workspace names for its board; its position, an independent program, plays the games of the
//! tests in step.
//!
//! A position can only be made from a checked [`Setup`], a move taken from a table must pass
//! [`Position::is_legal`], and no function panics on bad input.
//!
//! Coordinates follow USI: file 1 is at Black's right, rank a at White's end;
//! Black (先手) moves towards rank a.
#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod against_rsshogi;
mod board;
mod checks;
mod count;
mod declaration;
mod effects;
mod geometry;
mod legality;
mod mate_in_one;
mod move_list;
mod movegen;
mod moves;
mod perft;
mod play;
mod points;
mod position;
mod rules;
mod see;
mod seen;
mod setup;
mod staged_moves;
mod state;
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
