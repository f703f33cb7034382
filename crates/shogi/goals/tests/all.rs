//! One program for all tests of the crate that need none of their own: it is built and linked once.

mod laws;
mod textbook;
mod yagura;
