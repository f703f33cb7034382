//! Go engines of others, by GTP: what they think of a position, and what they play in it.
//!
//! An engine is any program that speaks GTP 2 [gtp2], such as GNU Go or KataGo. It gets the position and, if the
//! game is not over, plays it out against itself; then it says which stones are dead. The count is ours.
#![forbid(unsafe_code)]

mod adviser;
mod gtp;
mod opinion;
mod play;
mod report;

pub use adviser::{Adviser, LineAdviser};
pub use gtp::{EngineError, GtpEngine};
pub use opinion::{Opinion, Question};
pub use play::Turn;
pub use report::{Difference, SecondOpinion};
pub use zenpuku_process::Program;
