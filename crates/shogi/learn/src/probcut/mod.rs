//! Fitting of ProbCut's parameters [probcut2003] 4.2 to the evaluation in use.
//!
//! - [`lines`] reads games; [`Sampling`] draws positions from them by ply and seed;
//! - [`measure`] searches one at all depths, [`Run`] many in parallel, stored in a
//!   file so that a stopped run can be resumed;
//! - [`Fitting`] fits a line to each pair of depths, with and without the transform and by kind of
//!   position, and makes the [`ProbCutModel`](zenpuku_shogi_engine::ProbCutModel) of it;
//! - [`Fitted`] shows tables and plots.
//!
//! The result depends only on games, seed and options, not on workers or interruptions.
//!
//! Invariant: The ProbCut fit recovers known parameters; the same seed gives the same file.

mod fit;
pub mod lines;
mod measure;
mod robust;
mod run;
mod sample;
mod show;

pub use fit::{Fitted, FittedRow, Fitting, PhaseChoice, PhaseGain, Spread};
pub use measure::{Measured, measure, measuring_options};
pub use robust::RobustFit;
pub use run::{ProbCutRunError, Run};
pub use sample::{Sample, Sampling};
