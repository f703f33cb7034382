//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod born_by_day;
mod common;
mod dyadic;
mod go_values;
mod known_values;
mod laws;
mod limits;
mod notation_errors;
