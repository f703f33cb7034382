//! Measuring the shogi engine: the positions, the settings, one search, a comparison of two.

mod compare;
mod positions;
mod run;
mod setting;

pub(crate) use compare::{Comparison, compare, percent};
pub(crate) use positions::{Phase, TestPosition, figure_4a, game_positions, problems, spread};
pub(crate) use run::{Measurer, Run};
pub(crate) use setting::{FUTILITY_GROUP, forms, profile, switched};
