//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod common;
mod life_brute;
mod reference;
mod sgf;
mod small_boards;
