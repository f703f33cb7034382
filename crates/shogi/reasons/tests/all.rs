//! One program for all tests of the crate.

mod laws;
mod motifs;
