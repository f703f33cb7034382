//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod common;
mod mate_in_one;
mod oracle;
mod perft;
mod rules;
mod see;
mod setup;
mod state;
mod views;
