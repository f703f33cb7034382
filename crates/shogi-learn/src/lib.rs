//! Learning from games: self-play, training data, and what is trained from it.
//!
//! - [`selfplay`] plays our engine against itself, many games at a time, from one seed;
//! - [`game::Game`] is a finished game in a few hundred bytes, [`shard`] the files they are
//!   kept in, [`folder`] a folder of such files;
//! - [`stats`] says how good they are, [`export`] hands them to other programs;
//! - [`train`] makes a network from them, or weights of the classic evaluation;
//! - [`compare`] learns the weights of the classic evaluation from the games of experts;
//! - [`checkpoint`] keeps a training in a file, [`moments`] what its optimiser remembers;
//! - [`leaf`] is the quiescence search that finds the position a value comes from;
//! - [`judge`] holds evaluations against the results of games;
//! - [`probcut`] fits the parameters of ProbCut;
//! - [`tune`] moves rows of the parameter table to where games are won.
//!
//! Nothing here prints; progress is told to an observer.
#![forbid(unsafe_code)]

pub mod bytes;
pub mod checkpoint;
pub mod compare;
pub mod export;
pub mod folder;
pub mod game;
pub mod judge;
pub mod leaf;
pub mod moments;
pub mod probcut;
mod schedule;
pub mod selfplay;
pub mod shard;
pub mod stats;
pub mod train;
pub mod tune;
