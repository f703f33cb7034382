//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod conduct;
mod facts;
mod laws;
mod pruning;
