//! Tuning rows of the parameter table by games: SPSA [spall1998].
//!
//! - [`spsa`] is the method, independent of any game;
//! - [`rows`] chooses the rows, [`run`] plays the games and keeps a journal;
//! - [`show`] makes the profile file, tables and plots of the result.
//!
//! Invariant: Tuning finds a known optimum in noisy games and gives the same result after an
//!   interruption.

pub(crate) mod rows;
pub mod run;
pub mod show;
pub(crate) mod spsa;

pub use rows::{RowsError, choose};
pub use run::{Event, TuneError, TunePlan, run};
pub use spsa::{Axis, Schedule, Spsa};
