//! Matches between engines and what they prove.
#![forbid(unsafe_code)]

pub mod elo;
pub mod sprt;
