//! The search lens: a real search as a sampled tree, with what cut each branch.

use crate::protocol::Evaluation;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests of the search lens. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LensRequest {
    /// Techniques that the lens can switch (`lens_techniques`).
    #[serde(rename = "lens_techniques")]
    Techniques,
    /// The 13-node tree of the Bonanza paper, searched step by step (`lens_lesson`).
    #[serde(rename = "lens_lesson")]
    Lesson {
        /// By alpha-beta; otherwise every node is visited.
        cuts: bool,
    },
    /// Searches a position under the lens; replaces the client's running search (`lens_searched`).
    #[serde(rename = "lens_search")]
    Search {
        /// The position.
        sfen: String,
        /// Depth in plies, 1 to 16.
        depth: u32,
        /// Techniques turned the other way than usual, by id.
        turned: Vec<String>,
        /// Is the tree wanted?
        tree: bool,
    },
}

/// A technique that can be switched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LensTechnique {
    /// Its id: `futility`.
    pub id: String,
    /// The engine switches that it represents.
    pub switches: Vec<String>,
    /// Is it on in the engine's usual setting?
    pub on: bool,
}

/// The result and the cost of one search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LensRun {
    /// The best move in USI.
    pub best: String,
    /// As people write it.
    pub kif: String,
    /// Its value.
    pub eval: Evaluation,
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// Was the depth asked for reached within the limit of nodes?
    pub complete: bool,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds used.
    pub ms: u64,
    /// Why nodes were left, the most frequent first.
    pub causes: Vec<LensCount>,
    /// The sampled tree: every node behind its parent; empty when it was not asked for.
    pub tree: Vec<LensNode>,
}

/// How often nodes were left for a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LensCount {
    /// The cause, as in [`LensNode::cause`].
    pub cause: String,
    /// Nodes.
    pub nodes: u64,
}

/// A node of the sampled tree: all visits to the same moves from the root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LensNode {
    /// Place of the parent in the list; the root is its own.
    pub parent: u32,
    /// The move that led here, USI; `null` after a pass, empty at the root.
    pub usi: String,
    /// Nodes visited here and below.
    pub nodes: u64,
    /// Visits of the node itself.
    pub visits: u32,
    /// Why it was left last: `searched`, `beta`, `table`, `null-move`, `futility`, `prob-cut`,
    /// `leaf`, `stand-pat`, `mate`, `rule`, `razoring`, `multi-cut`, `stopped`.
    pub cause: String,
    /// Its last value, centipawns for Black.
    pub cp: i32,
    /// Remaining depth at the last visit, in plies; zero or less in the quiescence search.
    pub depth: f32,
}

/// A small tree searched step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Lesson {
    /// The nodes, the root first.
    pub nodes: Vec<LessonNode>,
    /// The kind of search.
    pub steps: Vec<LessonStep>,
    /// The root's value.
    pub value: i32,
}

/// A node of a lesson's tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LessonNode {
    /// Its name.
    pub name: String,
    /// Place of the parent in the list; absent at the root.
    pub parent: Option<u32>,
    /// The value of a leaf, for the player at the root.
    pub value: Option<i32>,
}

/// One step of a search, seen by the player at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LessonStep {
    /// Place of the node in the list.
    pub node: u32,
    /// Is the node entered? Otherwise it is left.
    pub enter: bool,
    /// The window's lower end on entering; absent without bound.
    pub alpha: Option<i32>,
    /// The window's upper end.
    pub beta: Option<i32>,
    /// The value when it is left.
    pub value: Option<i32>,
    /// Was it left before all its moves were tried?
    pub cut: bool,
}
