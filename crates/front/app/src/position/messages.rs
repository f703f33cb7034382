//! Positions, moves and evaluations.

use crate::protocol::Side;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Questions about positions that need no document. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PositionRequest {
    /// Legal moves of a position, for dots and promotion (`legal_moves`).
    LegalMoves {
        /// The position.
        sfen: String,
    },
    /// The positions along a line of moves (`line`).
    Line {
        /// The position.
        sfen: String,
        /// The moves in USI, at most 200.
        moves: Vec<String>,
    },
    /// Judges a position of the editor (`position`).
    #[serde(rename = "position_check")]
    Check {
        /// The position, possibly impossible.
        sfen: String,
    },
}

/// An evaluation, always from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Evaluation {
    /// Centipawns; mates are +-32,000.
    pub cp: i32,
    /// Plies to mate, positive when Black mates; absent without a mate. 0: the
    /// position is mate, and the sign of `cp` gives the winner.
    pub mate: Option<i32>,
    /// Black's chance to win, 0..=1.
    pub win_rate: f64,
}

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMove {
    /// The move in USI: `7g7f`, `8h2b+`, `P*5e`.
    pub usi: String,
    /// Origin square in USI (`7g`); absent for drops.
    pub from: Option<String>,
    /// Dropped kind, one of `PLNSGBR`; absent for board moves.
    pub drop: Option<String>,
    /// Target square in USI.
    pub to: String,
    /// Does the piece promote? Where both moves with the same origin and target are in the
    /// list, the player has the choice.
    pub promote: bool,
}

/// The possible actions of a player in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMoves {
    /// The position asked about.
    pub sfen: String,
    /// Side to move.
    pub turn: Side,
    /// Is the side to move in check?
    pub check: bool,
    /// May the side to move win by declaration now (27 points)?
    pub declare: bool,
    /// Every legal move, non-promotions included; empty: the side to move has lost.
    pub moves: Vec<LegalMove>,
}

/// A position and the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineStep {
    /// The move in USI.
    pub usi: String,
    /// The move as people write it, with the mark of its side: `☗７六歩(77)`.
    pub kif: String,
    /// The position after it.
    pub sfen: String,
    /// Does it give check?
    pub check: bool,
}

/// An error of a position in the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupProblem {
    /// A word for the rule broken, for translation: `missing_king`, `two_kings`,
    /// `too_many_pieces`, `two_pawns`, `dead_piece`, `opponent_in_check`, `syntax`.
    pub code: String,
    /// The rule broken and the place, in English.
    pub message: String,
    /// Squares concerned, in USI.
    pub squares: Vec<String>,
}

/// The verdict on a position of the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PositionVerdict {
    /// The position in canonical SFEN when it is legal for play.
    pub sfen: Option<String>,
    /// Other errors.
    pub problem: Option<SetupProblem>,
    /// Legal as a mate problem (the side to move may have no king)?
    pub mate_problem: bool,
}

/// A customary start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct HandicapInfo {
    /// The Japanese name, which is also its id: `二枚落ち`.
    pub name: String,
    /// The English name.
    pub english: String,
    /// The start position.
    pub sfen: String,
}
