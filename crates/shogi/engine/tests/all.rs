//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod book;
mod book_files;
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
