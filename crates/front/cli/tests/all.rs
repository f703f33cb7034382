//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod analyze;
mod bench;
mod book;
mod browser;
mod cli;
mod convert;
mod cpu;
mod csa;
mod eval;
mod explain;
mod go;
mod go_second;
mod gtp;
mod lab;
mod learn;
#[path = "match.rs"]
mod match_;
mod mate;
mod mate_batch;
mod outside;
mod perft;
mod program;
mod ratings;
