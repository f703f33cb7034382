//! The engine thinking aloud, and whole games judged.

use crate::protocol::Evaluation;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
pub use zenpuku_analysis::{MistakeClass, MoveAnalysis, PlayerSummary, PositionEval};
pub use zenpuku_shogi_reasons::words::Explained;

/// Requests for analysis. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisRequest {
    /// Starts live analysis and stops the running one (`analysis_started`).
    #[serde(rename = "analysis_start")]
    Start {
        /// The position to analyse.
        target: AnalysisTarget,
        /// Lines, 1 to 10; that of the settings when absent.
        #[serde(default)]
        multi_pv: Option<u32>,
        /// Only these moves, USI.
        #[serde(default)]
        moves: Vec<String>,
        /// The engines, at most four: ids of registered ones, 0 for the
        /// built-in one. An empty list means the built-in one.
        #[serde(default)]
        engines: Vec<u32>,
    },
    /// Stops live analysis (`ok`).
    #[serde(rename = "analysis_stop")]
    Stop,
    /// Judges one move (`verdict`).
    MoveJudge {
        /// The position.
        sfen: String,
        /// The move in USI.
        usi: String,
        /// Also search the reasons why it is worse than the engine's move?
        #[serde(default)]
        reasons: bool,
    },
    /// Answers a defence against the refutation of a move (`refuted`).
    MoveRefute {
        /// The position before the move that is refuted.
        sfen: String,
        /// That move, the answer to it, and so on; the last one is to be answered. USI.
        moves: Vec<String>,
        /// The gain that is claimed, in centipawns from the position on; absent for other claims.
        #[serde(default)]
        need: Option<i32>,
    },
    /// The proof of the mate that answers the last move (`refuted_proof`; `not_found` without a mate).
    MoveRefuteProof {
        /// As in `move_refute`.
        sfen: String,
        /// As in `move_refute`.
        moves: Vec<String>,
    },
    /// Analyses a whole game in the background (`job`).
    #[serde(rename = "job_analyse")]
    Game {
        /// The document.
        document: u32,
        /// The line that runs through this node; the main line when absent.
        #[serde(default)]
        node: Option<u32>,
        /// How long to think; that of the settings when absent.
        #[serde(default)]
        budget: Option<Budget>,
    },
    /// The current analysis of a document (`report`; `not_found` without one).
    ReportGet {
        /// The document.
        document: u32,
    },
}

/// The target of live analysis. Every update repeats it, so that a late one
/// cannot land on another position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct AnalysisTarget {
    /// The document, if the position belongs to one.
    #[serde(default)]
    pub document: Option<u32>,
    /// The node of that document.
    #[serde(default)]
    pub node: Option<u32>,
    /// The position, exactly as the node gives it.
    pub sfen: String,
}

/// Is a value exact?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum BoundKind {
    /// Exact.
    Exact,
    /// The side to move has at least this.
    Lower,
    /// The side to move has at most this.
    Upper,
}

/// One line of live analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EngineLine {
    /// Rank, 1 for the best.
    pub rank: u32,
    /// Its value, from Black's view.
    pub eval: Evaluation,
    /// Is the value exact?
    pub bound: BoundKind,
    /// Depth in plies.
    pub depth: u32,
    /// The moves in USI.
    pub pv: Vec<String>,
    /// The moves as people write them.
    pub kif: Vec<String>,
}

/// What live analysis is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum LiveState {
    /// Thinking.
    Running,
    /// Waiting until the engine has moved in a game.
    Paused,
    /// The search is complete (mate, no legal move).
    Done,
    /// The engine failed.
    Stopped,
}

/// News of live analysis by one engine; at most ten a second. All lines come together, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LiveUpdate {
    /// Number of the analysis, from the reply that started it; grows with each start.
    pub analysis: u32,
    /// The id of the engine; 0 is the built-in one.
    pub engine: u32,
    /// The analysed position.
    pub target: AnalysisTarget,
    /// Its state.
    pub state: LiveState,
    /// Why a registered engine failed, in English, with its name; else absent.
    pub fault: Option<String>,
    /// Depth in plies.
    pub depth: u32,
    /// Longest visited line, in plies.
    pub sel_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Milliseconds since the start.
    pub time_ms: u64,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// The lines; empty until the first is known and after mate.
    pub lines: Vec<EngineLine>,
}

/// How long to think about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Budget {
    /// A time.
    Time {
        /// Milliseconds, 10 to 600,000.
        ms: u32,
    },
    /// A number of nodes.
    Nodes {
        /// Nodes, 100 to 1,000,000,000.
        nodes: u32,
    },
    /// A depth.
    Depth {
        /// Plies, 1 to 60.
        plies: u32,
    },
}

/// One move of an analysed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MoveReport {
    /// Its node in the document.
    pub node: u32,
    /// The engine's judgement of it.
    #[serde(flatten)]
    pub judged: MoveAnalysis,
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum GamePhase {
    /// No piece other than pawns and bishops was taken, and none of them promoted.
    Opening,
    /// Neither of the others.
    Middle,
    /// Two enemy pieces have been within two squares of a king since the middle game began.
    Endgame,
}

/// Where the parts of a game begin. The opening begins at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GamePhases {
    /// Moves before the first position of the middle game; absent if the game has none.
    pub middle: Option<u32>,
    /// Moves before the first position of the endgame.
    pub endgame: Option<u32>,
}

/// The analysis of one line of a document, so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameReport {
    /// The document.
    pub document: u32,
    /// The job that makes or made it; absent for stored analyses.
    pub job: Option<u32>,
    /// How long was thought about each position.
    pub budget: Budget,
    /// Evaluation of the start position; absent until it is computed.
    pub start: Option<Evaluation>,
    /// Moves judged: all of them in a reply, only new ones in an event.
    pub moves: Vec<MoveReport>,
    /// Is the whole line judged?
    pub complete: bool,
    /// Nodes of the moves that decided the game, at most three, in their order; empty until the
    /// whole line is judged.
    #[serde(default)]
    pub decisive: Vec<u32>,
    /// Where the phases of the line begin.
    #[serde(default)]
    pub phases: GamePhases,
    /// Both players in numbers, Black first, for the moves judged so far.
    pub summary: [PlayerSummary; 2],
}

/// A single move judged against the engine's, for learning from mistakes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MoveVerdict {
    /// The position.
    pub sfen: String,
    /// The move judged.
    pub usi: String,
    /// Evaluation after it.
    pub eval: Evaluation,
    /// Win rate lost against the engine's move, 0..=1.
    pub loss: f64,
    /// The class that the loss earns.
    pub class: Option<MistakeClass>,
    /// The engine's line, USI.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pv_kif: Vec<String>,
    /// What answers the move judged: the engine's line from behind it, USI.
    pub answer: Vec<String>,
    /// Proved reasons why it is worse than the engine's move; empty unless requested.
    pub reasons: Vec<Explained>,
    /// Index of the reason that says what the other side does after it.
    pub refuted_by: Option<u32>,
    /// The gain that this reason proves, in centipawns; absent for a mate or a threat.
    pub need: Option<i32>,
}

/// An answer to a defence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RefutationStep {
    /// The answer, USI; absent where none is needed, or the refuting side is mated.
    pub answer: Option<String>,
    /// Material won with it by the refuting side, in centipawns from the first position on.
    pub gain: i32,
    /// Plies to a proved mate, the answer included.
    pub mate: Option<u32>,
    /// Is the claim reached: mate, or a gain that no capture takes back?
    pub reached: bool,
}
