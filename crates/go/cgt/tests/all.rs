//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod born_by_day;
mod common;
mod dyadic;
mod go_values;
mod known_values;
mod laws;
mod limits;
mod notation_errors;
