//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod classic;
mod laws;
