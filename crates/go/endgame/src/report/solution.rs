//! An endgame solved.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{Color, Size, Wide};

use super::{Regions, moves, points};
use crate::LoopValue;
use crate::outcome::{self, Outcome};

/// The results for a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoSolution")]
pub struct Solution {
    /// With Black first.
    pub black_first: Answer,
    /// With White first.
    pub white_first: Answer,
    /// Bent fours in the corner, which Japanese rules decide without play;
    /// absent if there are none, and by area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bent_four: Option<BentFours>,
    /// The board in parts.
    #[serde(flatten)]
    pub regions: Regions,
    /// False eyes.
    pub false_eyes: Vec<String>,
    /// Positions that were searched.
    pub nodes: u64,
}

impl Solution {
    /// Names points and moves.
    #[must_use]
    pub fn new(size: Size, found: &Outcome, false_eyes: Wide) -> Self {
        let [black_first, white_first] = Color::BOTH.map(|color| Answer::new(size, found, color));
        Self {
            black_first,
            white_first,
            bent_four: found.bent_fours.as_ref().map(|found| BentFours::new(size, found)),
            regions: Regions::new(size, &found.regions),
            false_eyes: points(size, false_eyes),
            nodes: found.first.iter().map(|answer| answer.nodes).max().unwrap_or_default(),
        }
    }
}

/// The results for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoAnswer")]
pub struct Answer {
    /// The score; null unless it is exact.
    pub score: Option<i32>,
    /// `proved`, `proved-as-marked`, `bounds` or `unproved`.
    pub status: String,
    /// How it was proved or why not, in English.
    pub reason: String,
    /// The least score.
    pub low: i32,
    /// The greatest.
    pub high: i32,
    /// Moves without loss.
    pub best: Vec<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Every move that was searched, the best first.
    pub moves: Vec<Candidate>,
}

impl Answer {
    fn new(size: Size, found: &Outcome, color: Color) -> Self {
        let answer = &found.first[color.index()];
        let candidates = answer.candidates.iter().map(|candidate| Candidate {
            mv: size.move_name(candidate.mv),
            score: candidate.score,
            loss: candidate.loss,
        });
        Self {
            score: answer.score.exact(),
            status: answer.status.name().to_owned(),
            reason: answer.status.reason(),
            low: answer.score.low,
            high: answer.score.high,
            best: moves(size, &found.best(color)),
            line: moves(size, &answer.line),
            moves: candidates.collect(),
        }
    }
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoCandidate")]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score after it.
    pub score: i32,
    /// Points it loses.
    pub loss: i32,
}

/// Bent fours in the corner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoBentFours")]
pub struct BentFours {
    /// The stones that are dead by the rule.
    pub dead: Vec<String>,
    /// The score with Black first, these stones taken as dead.
    pub black_first: ScoreRange,
    /// With White first.
    pub white_first: ScoreRange,
}

impl BentFours {
    fn new(size: Size, found: &outcome::BentFours) -> Self {
        Self {
            dead: points(size, found.dead[0] | found.dead[1]),
            black_first: found.scores[0].into(),
            white_first: found.scores[1].into(),
        }
    }
}

/// Bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoScoreRange")]
pub struct ScoreRange {
    /// The least.
    pub low: i32,
    /// The greatest.
    pub high: i32,
}

impl From<LoopValue> for ScoreRange {
    fn from(value: LoopValue) -> Self {
        Self { low: value.low, high: value.high }
    }
}
