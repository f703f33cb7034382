//! Reasons: why a move of shogi is good or bad, as claims with proof.
//!
//! A reason is a shape on the board (a fork, a pin, a mate ...), a proof of what it
//! gains, and a cause: without the shape there is no gain. Gains without a proof
//! within the [`Budget`] are not claimed. Budgets are nodes, so the same question
//! has the same answer everywhere.
//!
//! Three forms of proof: **material** (after every legal reply the side gains at least the stated
//! amount, by captures, promotions and answers to check), **mate** (by the mate solver, with
//! length) and **threat** (one of the two, after the other side passes). A few claims are read off the
//! board: a safe check, a position that comes again, a declaration.
//!
//! A [`Reason`] has no text. [`words`] writes it in Japanese and English; its
//! JSON is a public format with the version [`SCHEMA`].
#![forbid(unsafe_code)]

mod claim;
mod error;
mod material;
mod mates;
mod orientation;
mod outcome;
mod question;
mod reasoner;
mod shape;
mod tactics;
pub mod words;

pub use claim::{Answered, Cause, Motif, PieceAt, Proof, Reason, Role, SCHEMA};
pub use error::ReasonError;
pub use question::{Budget, Question};
pub use reasoner::{Reasoner, exchange_values, reasons};
