//! Games against the engine, or between people at one board.

mod actions;
mod clock;
mod engine_move;
mod game;
mod games;
mod handler;
mod level;
pub(crate) mod messages;
mod outside_move;
mod outside_seat;
mod tick;

pub(crate) use games::Games;
pub(crate) use handler::carry_out;
pub(crate) use level::{levels, styles};
pub(crate) use tick::today;
