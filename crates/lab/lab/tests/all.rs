//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod compare;
mod figures;
mod futility;
mod goals;
mod kakeme;
mod machinery;
mod probcut;
mod pruning_errors;
mod shared;
mod tree;
