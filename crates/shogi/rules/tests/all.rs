//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod common;
mod mate_in_one;
mod oracle;
mod perft;
mod rules;
mod see;
mod setup;
mod state;
mod views;
