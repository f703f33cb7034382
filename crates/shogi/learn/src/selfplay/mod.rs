//! Our engine against itself.
//!
//! Every game depends only on the seed and its number: its opening is drawn from a separate
//! generator, and the engine (one thread, a number of nodes a move) starts it with empty
//! memory. So any number of workers gives the same games, and a killed run resumes with the
//! games it would have played.

mod opening;
mod plan;
mod player;
mod run;

pub use opening::OpeningSet;
pub use plan::{Plan, SelfPlayError};
pub use run::{Event, Run, Target, Totals};
