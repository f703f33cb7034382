//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod compare;
mod figures;
mod futility;
mod goals;
mod kakeme;
mod machinery;
mod probcut;
mod shared;
mod tree;
