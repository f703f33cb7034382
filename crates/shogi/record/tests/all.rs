//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod bad_input;
mod common;
mod conformance;
mod features;
mod linear;
mod reports;
mod roundtrip;
