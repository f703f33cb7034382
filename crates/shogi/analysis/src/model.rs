//! The results of an analysis as data; the JSON of `zenpuku analyze --json`.

use crate::mistake::MistakeClass;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::Color;
use zenpuku_shogi_goals::explain::GoalReport;
use zenpuku_shogi_mate::{Threat, ThreatKind};
use zenpuku_shogi_reasons::words::Explained;

/// The analysis of one game. All evaluations are from Black's view.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameAnalysis {
    /// Name of the record as given.
    pub file: String,
    /// Start position in SFEN.
    pub start_sfen: String,
    /// Black's (or the handicap receiver's) name, empty when unknown.
    pub black: String,
    /// White's (or the handicap giver's) name, empty when unknown.
    pub white: String,
    /// How the record ends, in its own word; empty when it does not say.
    pub result: String,
    /// Why the moves end before the record does, if they do (an illegal move).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub broken_off: Option<String>,
    /// The start position's evaluation.
    pub start: PositionEval,
    /// One entry for each move played.
    pub moves: Vec<MoveAnalysis>,
    /// Numbers of the moves that decided the game: the largest losses of win rate that were not
    /// given back, at most three.
    pub decisive: Vec<u32>,
    /// Summary of each side over the game, Black first.
    pub summary: [PlayerSummary; 2],
}

/// A side, named in lower case in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// 先手, or 下手 in handicap games.
    Black,
    /// 後手, or 上手.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// The evaluation of a position, from Black's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PositionEval {
    /// Centipawns; mates as +-32,000.
    pub eval_cp: i32,
    /// Plies to mate, positive when Black mates; absent without a mate.
    pub mate: Option<i32>,
    /// Black's chance to win, 0..=1.
    pub win_rate: f64,
}

/// One move and the engine's judgement of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MoveAnalysis {
    /// Number of the move, 1 for the first.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// The move in USI.
    pub usi: String,
    /// The move in KIF notation with its side's mark, as ☗７六歩(77).
    pub kif: String,
    /// Position after the move, SFEN.
    pub sfen: String,
    /// Evaluation after the move.
    #[serde(flatten)]
    pub eval: PositionEval,
    /// The engine's move in the position before, USI.
    pub best: String,
    /// The engine's line from the position before, beginning with `best`, USI.
    pub pv: Vec<String>,
    /// The same line as people write it.
    pub pv_kif: Vec<String>,
    /// Depth in plies to which the position before was searched.
    pub depth: u32,
    /// Nodes of that search.
    pub nodes: u64,
    /// Win rate lost by the mover against the engine's move, 0..=1.
    pub loss: f64,
    /// Class of the mistake, absent for good moves.
    pub class: Option<MistakeClass>,
    /// A mate that the mover had and let go, in plies.
    pub missed_mate: Option<u32>,
    /// The threat of mate after the move; absent in older analyses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub threat: Option<ThreatAnalysis>,
    /// Why the move is bad, if it is a mistake or a blunder; absent without a proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Explained>>", optional)]
    pub reasons: Vec<Explained>,
    /// Goals that the move serves, in Japanese.
    pub goals: Vec<String>,
    /// Castles of both sides on the board after the move, as ☗矢倉.
    pub castles: Vec<String>,
    /// The goals of the moving side before the move; absent in older analyses.
    #[serde(default)]
    pub goal_report: Option<GoalReport>,
}

/// How a threat of mate can be met, in lower case in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ThreatName {
    /// 詰めろ: mate follows if the other side passes.
    Threatmate,
    /// 必至: mate follows against any defence.
    Brinkmate,
}

impl ThreatName {
    /// 詰めろ or 必至.
    #[must_use]
    pub fn japanese(self) -> &'static str {
        match self {
            Self::Threatmate => "詰めろ",
            Self::Brinkmate => "必至",
        }
    }

    /// `threatmate` or `brinkmate`.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Self::Threatmate => "threatmate",
            Self::Brinkmate => "brinkmate",
        }
    }
}

/// A threat of mate by the side that has just moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ThreatAnalysis {
    /// How it can be met.
    pub kind: ThreatName,
    /// The mate after a pass, in plies; it need not be the shortest.
    pub plies: u32,
    /// Its line, USI.
    pub line: Vec<String>,
}

impl From<&Threat> for ThreatAnalysis {
    fn from(threat: &Threat) -> Self {
        Self {
            kind: match threat.kind() {
                ThreatKind::Threatmate => ThreatName::Threatmate,
                ThreatKind::Brinkmate => ThreatName::Brinkmate,
            },
            plies: u32::try_from(threat.mate.line.len()).unwrap_or(u32::MAX),
            line: threat.mate.line.iter().map(ToString::to_string).collect(),
        }
    }
}

/// One player's game in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerSummary {
    /// Moves played.
    pub moves: u32,
    /// Moves equal to the engine's.
    pub matches: u32,
    /// Mean win rate lost a move, 0..=1; 0 without moves.
    pub mean_loss: f64,
    /// Inaccuracies, dubious moves, mistakes, blunders.
    pub classes: [u32; 4],
    /// Mates let go.
    pub missed_mates: u32,
}

impl PlayerSummary {
    /// Sums up the moves of one side.
    #[must_use]
    pub fn of<'a>(moves: impl Iterator<Item = &'a MoveAnalysis>) -> Self {
        let mut summary = Self::default();
        let mut loss = 0.0;
        for mv in moves {
            summary.moves += 1;
            summary.matches += u32::from(mv.usi == mv.best);
            summary.missed_mates += u32::from(mv.missed_mate.is_some());
            loss += mv.loss;
            if let Some(class) = mv.class {
                summary.classes[class as usize] += 1;
            }
        }
        if summary.moves > 0 {
            summary.mean_loss = loss / f64::from(summary.moves);
        }
        summary
    }
}
