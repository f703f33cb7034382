//! Go engines of others: what they think of a position, and what they play in it.
//!
//! An engine is any program that speaks GTP 2 [gtp2], such as GNU Go or KataGo. It gets the position and, if the
//! game is not over, plays it out against itself; then it says which stones are dead. The count is ours. An engine that
//! speaks KataGo's analysis protocol [kata-analysis] judges the position as it stands.
#![forbid(unsafe_code)]

mod adviser;
mod analysis;
mod channel;
mod engine;
mod error;
mod gtp;
mod opinion;
mod play;
mod report;

pub use adviser::{Adviser, LineAdviser};
pub use analysis::AnalysisEngine;
pub use engine::Engine;
pub use error::EngineError;
pub use gtp::GtpEngine;
pub use opinion::{Opinion, Question};
pub use play::Turn;
pub use report::{Difference, SecondOpinion};
pub use zenpuku_process::Program;
