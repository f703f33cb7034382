//! A program that reads and writes lines, as engines do: started, asked, ended with what it has started.
//!
//! The crate knows no protocol: USI and GTP engines use it alike.
#![forbid(unsafe_code)]

mod child;
mod lines;
mod process;

pub use child::{Program, kill_all};
pub use lines::MAX_LINE_BYTES;
pub use process::{Fault, Output, Process};
