//! The tests of this crate that are not beside the code, one program for all.

mod story;
