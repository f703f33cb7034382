//! Proofs of Go endgame results, and a small checker that trusts no solver.
//!
//! A [`Certificate`] claims that a position, with its side to move, is worth from `low` to `high` points to Black,
//! under simple ko and without suicide. It holds a strategy for each player: the move in every position that the
//! player can meet when it follows the strategy. [`Certificate::verify`] tries every answer of the opponent and
//! counts every end. Of the rest of the workspace it uses only the rules of play ([`zenpuku_go::Board`]); life,
//! territory and counting are its own, in [`judge`].
//!
//! The checker omits plays on points whose owner no play can change: see
//! [`judge`]. A position that comes back makes a proof invalid.
#![forbid(unsafe_code)]

mod certificate;
pub mod judge;
mod text;
mod walk;

pub use certificate::{Certificate, CertificateError, Strategy};
pub use walk::{WalkError, worth};
