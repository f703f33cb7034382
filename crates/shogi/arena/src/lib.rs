//! Matches between engines and their statistics.
#![forbid(unsafe_code)]

pub mod adjudication;
mod beta;
pub mod clock;
pub mod elo;
pub mod game;
pub mod matches;
pub mod openings;
pub mod own_player;
pub mod player;
pub mod ratings;
pub mod record;
pub mod repeats;
pub mod spectator;
pub mod sprt;
pub mod tournament;
pub mod usi_player;
pub mod usi_process;
