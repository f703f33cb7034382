//! Whole-game analysis: what each move was worth, and how to show it.
#![forbid(unsafe_code)]

mod html;
mod judge;
mod mistake;
mod model;
mod win_rate;

pub use html::report;
pub use judge::{Analyst, Judgement, Thought, judge_game};
pub use mistake::MistakeClass;
pub use model::{GameAnalysis, MoveAnalysis, PlayerSummary, PositionEval};
pub use win_rate::Value;
