//! Game-tree search without a game: the common ground of the five papers.
//!
//! The shared vocabulary is [`score`], [`window`] and [`limits`]: every engine of the
//! workspace speaks it.
#![forbid(unsafe_code)]

pub mod limits;
pub mod score;
pub mod window;

pub use limits::{Budget, Limits, StopFlag, StopReason};
pub use score::Score;
pub use window::Window;
