//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod coverage;
mod matches;
mod ratings;
mod referee;
mod tournament;
