//! Learning from games: self-play, training data, and trainings.
//!
//! - [`selfplay`] plays our engine against itself, many games at a time, from one seed;
//! - [`game::Game`] is a finished game in a few hundred bytes, [`shard`] the files they are
//!   kept in, [`folder`] a folder of such files;
//! - [`stats`] says how good they are, [`export`] hands them to other programs, [`generation`] packs
//!   them into one file;
//! - [`relabel`] gives old games new values;
//! - [`calibrate`] finds out what values are worth;
//! - [`train`] makes a network from them, or weights of the classic evaluation;
//! - [`compare`] learns the weights of the classic evaluation from the games of experts;
//! - [`state`] is the state of a training, [`checkpoint`] stores it in a file,
//!   [`moments`] is the state of its optimiser;
//! - [`leaf`] is the quiescence search that finds the position a value comes from;
//! - [`judge`] holds evaluations against the results of games;
//! - [`probcut`] fits the parameters of ProbCut;
//! - [`tune`] moves rows of the parameter table to where games are won.
//!
//! Nothing here prints; progress is reported to an observer.
#![forbid(unsafe_code)]

pub(crate) mod bytes;
pub mod calibrate;
pub mod checkpoint;
pub mod compare;
pub mod export;
pub mod folder;
pub mod game;
pub mod generation;
pub mod judge;
pub mod leaf;
pub(crate) mod moments;
pub mod probcut;
pub mod relabel;
mod schedule;
pub mod selfplay;
pub mod shard;
pub mod state;
pub mod stats;
pub mod train;
pub mod tune;
