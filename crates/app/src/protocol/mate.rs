//! Mate problems: what the solver found, and its proof to be played through.

use super::{LegalMove, LineStep, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateSolution {
    /// The position.
    pub sfen: String,
    /// `mate`, `nomate` or `unknown`.
    pub verdict: String,
    /// Plies to mate with the best defence.
    pub plies: Option<u16>,
    /// The line of longest resistance; empty unless mate.
    pub line: Vec<LineStep>,
    /// Is there no shorter mate?
    pub shortest: bool,
    /// Was the proof or the refutation checked by the rules?
    pub verified: bool,
    /// There is no mate within this many plies.
    pub no_mate_within: u16,
    /// Can it be played through with `mate_step`?
    pub proof: bool,
    /// Positions with an answer in the proof or refutation.
    pub answers: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds used.
    pub ms: u64,
    /// Why the search ended early, in English.
    pub stopped: Option<String>,
}

/// A position of a proof, and what can be played there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateStep {
    /// The position.
    pub sfen: String,
    /// Side to move.
    pub turn: Side,
    /// Is the attacker to move?
    pub attacks: bool,
    /// Is the side to move in check?
    pub check: bool,
    /// Has it no move?
    pub mated: bool,
    /// The moves that the proof speaks of: the attacker's answer and every defence of a mate; every
    /// check and the defender's reply of a refutation.
    pub choices: Vec<MateChoice>,
}

/// A move of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateChoice {
    /// The move.
    pub mv: LegalMove,
    /// As people write it.
    pub kif: String,
    /// Plies within which it is mate from before this move on; absent in a refutation.
    pub plies: Option<u16>,
}
