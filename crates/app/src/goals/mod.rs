//! The goals of both sides of a game, move by move.

mod handler;
pub(crate) mod messages;

pub(crate) use handler::carry_out;
