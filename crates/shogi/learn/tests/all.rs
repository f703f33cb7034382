//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod common;
mod compare;
mod data;
mod generations;
mod selfplay;
mod shards;
mod training;
mod values;
