//! Messages about the goals of both sides.

use crate::protocol::Side;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
use zenpuku_shogi_goals::explain::{CastleView, GoalReport};

/// Requests about the goals of both sides. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GoalsRequest {
    /// What both sides aim at, along the line through a node (`goals`).
    #[serde(rename = "goals_get")]
    Get {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
    },
}

/// The goals along a line of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoalLine {
    /// The document.
    pub document: u32,
    /// Its revision.
    pub revision: u32,
    /// A move each, from the first.
    pub moves: Vec<GoalMove>,
    /// What the side to move aims at after the last move; absent when it has no move.
    pub end: Option<GoalReport>,
}

/// The goals around one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoalMove {
    /// The node after the move.
    pub node: u32,
    /// Who moves.
    pub side: Side,
    /// The mover's goals before the move.
    pub report: GoalReport,
    /// Places in `report.goals` of those that the move serves.
    pub served: Vec<u32>,
    /// The castle that Black and White build after the move, and how complete it is.
    pub building: [Option<CastleView>; 2],
    /// Castles of Black and White that stand after the move.
    pub standing: [Vec<CastleView>; 2],
}
