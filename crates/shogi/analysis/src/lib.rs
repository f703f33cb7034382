//! Whole-game analysis: the judgement of each move, and its presentation.
#![forbid(unsafe_code)]

mod analyst;
mod cache;
mod decisive;
mod goals;
mod html;
mod judge;
mod mistake;
mod model;
mod picture;
mod record;
mod story;
mod win_rate;

pub use analyst::{Analyst, EngineAnalyst, OwnEngine, PositionAnalysis, Search};
pub use cache::{AnalysisStore, CachedAnalyst, StoredAnalysis};
pub use decisive::decisive_plies;
pub use goals::{GoalReporter, MoveNote, castles};
pub use html::report;
pub use judge::{Judgement, judge_game, judge_move};
pub use mistake::MistakeClass;
pub use model::{
    GameAnalysis, MoveAnalysis, PlayerSummary, PositionEval, Side, ThreatAnalysis, ThreatName,
};
pub use picture::Picture;
pub use record::{AnalyzeError, analyze_record, annotate, line_text, move_count};
pub use story::{Camp, Course, End, Story, Turn};
pub use win_rate::Value;
