//! The room of Go endgames.

mod handler;
mod judge;
mod line;
pub(crate) mod messages;
mod opponent;
mod review;
mod second;
mod status;
mod words;
mod write;

pub(crate) use handler::{carry_out, check_position};
pub(crate) use judge::{Tried, judge_try};
