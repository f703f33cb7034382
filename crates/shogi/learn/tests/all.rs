//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod common;
mod compare;
mod data;
mod generations;
mod selfplay;
mod shards;
mod training;
mod values;
