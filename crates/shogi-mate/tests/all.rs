//! One program for all tests of the crate: it is built and linked once.

mod brute_force;
mod composition;
mod independence;
mod laws;
mod problems;
mod random;
mod threats;
