//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod certify;
mod consistent;
mod corridor_sums;
mod counter_examples;
mod laws;
mod masks;
mod player;
mod professional;
mod random_endgames;
mod reports;
mod review;
mod small_boards;
mod solve;
mod superko;
mod values;
