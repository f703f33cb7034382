//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod common;
mod life_brute;
mod reference;
mod sgf;
mod small_boards;
