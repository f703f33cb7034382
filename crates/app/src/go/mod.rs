//! The room of Go endgames.

mod handler;
pub(crate) mod messages;

pub(crate) use handler::carry_out;
