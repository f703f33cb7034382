//! The room of Go endgames.

mod handler;
pub(crate) mod messages;
mod review;
mod status;
mod words;
mod write;

pub(crate) use handler::{carry_out, check_position};
