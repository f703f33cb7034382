//! Messages about the goals of both sides.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
use zenpuku_shogi_goals::explain::{CastleView, GoalReport};

/// Requests about the goals of both sides. In parentheses: the reply.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GoalsRequest {
    /// What both sides aim at, at a node (`goals`).
    #[serde(rename = "goals_get")]
    Get {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
    },
    /// The castles of both sides along the line through a node (`goal_line`).
    #[serde(rename = "goals_line")]
    Line {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
    },
}

/// The goals of both sides at a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoalsAround {
    /// The document.
    pub document: u32,
    /// Its revision.
    pub revision: u32,
    /// The node.
    pub node: u32,
    /// The goals of the side that moved last, before its move; absent at the start.
    pub before: Option<GoalReport>,
    /// Places in `before.goals` of those that the move serves.
    pub served: Vec<u32>,
    /// The goals of the side to move; absent if it has no move.
    pub after: Option<GoalReport>,
}

/// The castles along a line of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoalLine {
    /// The document.
    pub document: u32,
    /// Its revision.
    pub revision: u32,
    /// A move each, from the first.
    pub moves: Vec<GoalMove>,
}

/// The castles after one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoalMove {
    /// The node after the move.
    pub node: u32,
    /// The castle that Black and White build after the move, and how complete it is.
    pub building: [Option<CastleView>; 2],
    /// Castles of Black and White on the board after the move.
    pub standing: [Vec<CastleView>; 2],
}
