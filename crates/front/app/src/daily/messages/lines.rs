//! Opening lines: what clients send and get.

use crate::protocol::Side;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// An opening line to be learned by one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct NewOpeningLine {
    /// The side that learns it; the other side's moves are played.
    pub side: Side,
    /// The position that it begins with, SFEN.
    pub start: String,
    /// The moves of both sides, in USI, at most 200.
    pub moves: Vec<String>,
    /// Its name, at most 100 characters; may be empty.
    pub name: String,
}

/// A stored opening line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct OpeningLine {
    /// Its number.
    pub id: i64,
    /// The line.
    pub line: NewOpeningLine,
    /// When it is due, in ms since 1970; absent before the first attempt.
    pub due_ms: Option<i64>,
}
