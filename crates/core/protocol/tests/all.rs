//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod csa;
mod csa_logs;
mod gtp;
mod usi_engine;
mod usi_gui;
