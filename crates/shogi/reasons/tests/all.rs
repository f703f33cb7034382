//! One program for all tests of the crate.
//!
//! Invariant: The evidence of a reason is legal and ends in the claimed result;
//!   without its cause the reason disappears.

mod laws;
mod motifs;
mod outcome;
