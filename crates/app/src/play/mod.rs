//! Games against the engine, or between people at one board.

mod actions;
mod clock;
mod engine_move;
mod game;
mod level;
mod tick;

pub(crate) use actions::NewGame;
pub(crate) use game::Games;
pub(crate) use level::levels;
