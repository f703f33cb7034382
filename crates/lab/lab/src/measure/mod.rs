//! Measuring the shogi engine: the positions, the settings, one search, a comparison of two.

mod games;
mod pairs;
mod positions;
mod run;
mod setting;

pub(crate) use games::{match_plan, play_pair};
pub(crate) use pairs::{Comparison, compare, percent, percents};
pub use positions::{
    Phase, TestPosition, figure_4a, game_positions, positions, problems, problems_of, spread,
};
pub use run::{Measurer, Run};
pub(crate) use setting::{FUTILITY_GROUP, PRUNING, Reading, forms, profile, readings, switched};
