//! One program for all tests of the crate: it is built and linked once.

mod and_or;
mod brute_force;
mod composition;
mod independence;
mod laws;
mod problems;
mod random;
mod threats;
