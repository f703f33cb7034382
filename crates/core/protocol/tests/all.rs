//! One program for all tests of the crate that do not need a separate one: it is linked once.

mod csa;
mod csa_logs;
mod gtp;
mod usi_engine;
mod usi_gui;
