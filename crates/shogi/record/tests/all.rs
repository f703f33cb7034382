//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod bad_input;
mod common;
mod conformance;
mod features;
mod linear;
mod reports;
mod roundtrip;
