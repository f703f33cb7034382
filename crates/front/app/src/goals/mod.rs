//! The goals of both sides of a game, move by move.

mod handler;
pub(crate) mod messages;
mod walk;

pub(crate) use handler::carry_out;
pub(crate) use walk::Walks;
