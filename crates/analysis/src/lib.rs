//! Whole-game analysis: what each move was worth, and how to show it.
#![forbid(unsafe_code)]

mod engine;
mod goals;
mod html;
mod judge;
mod mistake;
mod model;
mod record;
mod win_rate;

pub use engine::{EngineAnalyst, OwnEngine, Search};
pub use goals::{GoalTeller, Told, castles};
pub use html::report;
pub use judge::{Analyst, Judgement, Thought, judge_game, judge_move};
pub use mistake::MistakeClass;
pub use model::{GameAnalysis, MoveAnalysis, PlayerSummary, PositionEval, Side};
pub use record::{AnalyzeError, analyze_record, annotate, line_text, move_count};
pub use win_rate::Value;
