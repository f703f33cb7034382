//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod book;
mod engine;
mod futility;
mod futility_forms;
mod goals;
mod laws;
mod mates;
mod observer;
mod probcut;
mod rules;
mod technique;
