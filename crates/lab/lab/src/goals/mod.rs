//! `lab goals-...`: the tables of [goals2001], and what carries them.
//!
//! - [`matches`]: table 2, the program with goals (P_A) against the one without (P_B), as deep and deeper;
//! - [`problems`]: table 1, next-move problems;
//! - [`consistency`]: how often moves serve goals that were held before;
//! - [`ablation`]: P_A without one of its parts against P_B;
//! - [`castles`], [`openings`]: castles and openings recognised against labels of people;
//! - [`cost`]: what explaining the goals of a move costs.
//!
//! The paper's positions and problems are lost: its figures can be compared in size only.

mod ablation;
mod castles;
mod consistency;
mod cost;
mod labelled;
mod matches;
mod openings;
mod ordered;
mod play;
mod positions;
mod problems;

pub use ablation::AblationExperiment;
pub use castles::CastlesExperiment;
pub use consistency::ConsistencyExperiment;
pub use cost::CostExperiment;
pub use matches::MatchExperiment;
pub use openings::OpeningsExperiment;
pub use problems::ProblemsExperiment;

use zenpuku_shogi_engine::EngineOptions;

use crate::error::LabError;

/// The program with goals, and without [goals2001] 3.1.
const WITH: &str = "goals2001";
const WITHOUT: &str = "goals2001-off";

/// Depth of the base programs in plies [goals2001] 3.1.
const DEPTH: u32 = 5;

/// MiB of each program's table.
const HASH: usize = 16;

/// A program by its profile with some rows changed, as `Goals=off`.
fn program(profile: &str, changes: &[(&str, &str)]) -> Result<EngineOptions, LabError> {
    let mut options = EngineOptions { hash: HASH, goal_info: false, ..EngineOptions::default() };
    options.set("Profile", profile)?;
    for (name, value) in changes {
        options.set(name, value)?;
    }
    Ok(options)
}
