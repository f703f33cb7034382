//! Go endgames. Points are named as in GTP (`C3`), moves too (`C3`, `pass`); scores are in points
//! from Black's view, without komi.

use crate::protocol::Side;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests of the room of Go endgames. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GoRequest {
    /// Reads an SGF of go (`go_record`).
    #[serde(rename = "go_read")]
    Read {
        /// The text.
        sgf: String,
    },
    /// Writes a line as SGF (`go_written`).
    #[serde(rename = "go_write")]
    Write {
        /// What is written.
        line: GoLine,
    },
    /// Keeps the line on the board and the review with a document (`edited`; its node is the line's last step).
    #[serde(rename = "go_keep")]
    Keep {
        /// The document.
        document: u32,
        /// What is kept.
        kept: GoKept,
    },
    /// Plays moves, sides in turn (`go_played`).
    #[serde(rename = "go_play")]
    Play {
        /// The position, the first of the game.
        position: GoPosition,
        /// Rules by name.
        rules: String,
        /// The moves, at most 400.
        moves: Vec<String>,
    },
    /// Who is alive, whose is what, and the score: what is proved, and what random games and local
    /// search make likely; at most two seconds, in place of the search that this client waits for
    /// (`go_status`).
    #[serde(rename = "go_status")]
    Status {
        /// The position.
        position: GoPosition,
        /// Rules by name.
        rules: String,
        /// Komi in points.
        komi: f64,
        /// Have both sides passed?
        finished: bool,
        /// Points whose chains are to be taken as alive.
        alive: Vec<String>,
        /// Points whose chains are to be taken as dead.
        dead: Vec<String>,
    },
    /// What moves of a line lose, held against what the positions before and after them are worth; at
    /// most a second a position, in place of the search that this client waits for (`go_reviewed`).
    #[serde(rename = "go_review")]
    Review {
        /// The positions of the line, 2 to 24.
        positions: Vec<GoPosition>,
        /// The moves between them.
        moves: Vec<String>,
        /// The first move to review, from 0; those before it tell whether a ko is fought.
        first: u32,
        /// Rules by name.
        rules: String,
    },
    /// Solves an endgame, in place of the search that this client waits for (`go_solved`).
    #[serde(rename = "go_solve")]
    Solve {
        /// The position.
        position: GoPosition,
        /// Rules by name.
        rules: String,
        /// Time limit, 1 to 3,600.
        seconds: u32,
    },
}

/// A position of go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoPosition {
    /// Rows from the top, joined by `\n`: `.` empty, `X` black, `O` white; 1x1 to 19x19.
    pub diagram: String,
    /// Side to move.
    pub turn: Side,
    /// The point where the ko may not be retaken.
    pub ko: Option<String>,
    /// Stones captured by Black and by White.
    pub prisoners: [u16; 2],
}

/// A game read from an SGF: its main line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoRecord {
    /// The game's name; empty without.
    pub name: String,
    /// Rules by name: `japanese`, `chinese`, `tromp-taylor`, `aga`, `new-zealand`; absent when the
    /// file names none.
    pub rules: Option<String>,
    /// The file's name for its rules when it is none of these; `rules` are then the nearest ones, or absent.
    pub unknown_rules: Option<String>,
    /// The players' names; empty without.
    pub black: String,
    /// White's.
    pub white: String,
    /// The result as the file has it (`B+8.5`); empty without.
    pub result: String,
    /// The date as the file has it; empty without.
    pub date: String,
    /// The event; empty without.
    pub event: String,
    /// Komi in points, with what White gets for handicap stones; absent when the file names none.
    pub komi: Option<f64>,
    /// Does it end with two passes?
    pub finished: bool,
    /// Moves in it.
    pub moves: u32,
    /// The position before the first move, with the root's stones, and that after each step of the
    /// main line; of a longer game the last 1,000. Prisoners are those of its moves.
    pub steps: Vec<GoStep>,
    /// What was read otherwise than it is written, in English.
    pub warnings: Vec<String>,
}

/// A document's game of go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoContent {
    /// The game as it was opened. Of a position that was set up it has the only step.
    pub record: GoRecord,
    /// What was done with it.
    pub kept: GoKept,
}

/// What is kept with a game of go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoKept {
    /// Rules by name.
    pub rules: String,
    /// The line on the board.
    pub branch: GoBranch,
    /// The last review.
    pub review: Option<GoKeptReview>,
}

/// A line that leaves a game: its steps up to one of them, then other moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoBranch {
    /// The last step of the game that belongs to the line, from 0.
    pub from: u32,
    /// The moves played from there, at most 1,000. Without moves the line is the whole game.
    pub moves: Vec<String>,
}

/// The review of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoKeptReview {
    /// Rules by name.
    pub rules: String,
    /// The line.
    pub branch: GoBranch,
    /// The moves reviewed.
    pub moves: Vec<GoReviewedStep>,
}

/// A reviewed move with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoReviewedStep {
    /// The step of the line that it leads to.
    pub at: u32,
    /// What is said of it.
    #[serde(flatten)]
    pub reviewed: GoReviewedMove,
}

/// A line to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoLine {
    /// The position that it begins with.
    pub start: GoPosition,
    /// The moves, at most 1,000.
    pub moves: Vec<GoSaidMove>,
    /// Rules by name.
    pub rules: String,
    /// Komi in points; absent where it is not known.
    pub komi: Option<f64>,
    /// The game's name; empty without. Names and comments have at most 2,000 bytes.
    pub name: String,
    /// The players' names; empty without.
    pub black: String,
    /// White's.
    pub white: String,
}

/// A move of a line, and what was said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoSaidMove {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub mv: String,
    /// The comment; empty without.
    pub comment: String,
    /// Better moves: a variation each, and the move is crossed.
    pub better: Vec<String>,
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoStep {
    /// The move that led here; absent where stones were set up.
    pub mv: Option<String>,
    /// The position.
    pub position: GoPosition,
}

/// What is said of a position by status: whose is what, and the score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoStatus {
    /// Every point that is somebody's, and every stone.
    pub points: Vec<GoPointStatus>,
    /// The likeliest score with Black first and with White first.
    pub score: [i32; 2],
    /// The least and the greatest score with the side to move first.
    pub low: i32,
    /// The greatest.
    pub high: i32,
    /// How far to trust it: `proved`, `proved-as-marked`, `likely`, or `marked` where it is counted by
    /// what a person said.
    pub trust: String,
    /// The stones to be taken off.
    pub dead: Vec<String>,
    /// Points of nobody.
    pub dame: Vec<String>,
    /// Empty points that their owner has to fill.
    pub teire: Vec<String>,
    /// Places where play can still gain something.
    pub left: u32,
    /// Milliseconds used.
    pub ms: u64,
}

/// What is said of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoPointStatus {
    /// The point.
    pub at: String,
    /// `alive`, `dead`, `seki`, `territory`, `teire`, `dame` or `unsettled`.
    pub status: String,
    /// Whose it is at the end.
    pub owner: Option<Side>,
    /// The chance that this is so, 0 to 1.
    pub chance: f64,
    /// Is it proved, or only likely?
    pub proved: bool,
}

/// What is said of a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoReviewedMove {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub mv: String,
    /// Points lost, 0 by a best move; absent where nothing is said, `unknown` tells why.
    pub loss: Option<i32>,
    /// `ko`: a ko is fought; `no-value`: the move is in a place without value.
    pub unknown: Option<String>,
    /// What it rests on: `proved`; `bounds`, which hold if what counts as settled is; or `likely`.
    pub basis: String,
    /// The best moves.
    pub best: Vec<String>,
    /// The likeliest score before the move.
    pub score: i32,
    /// The least score then.
    pub low: i32,
    /// The greatest.
    pub high: i32,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoSolution {
    /// With Black first and with White first.
    pub first: [GoAnswer; 2],
    /// The open regions, the hottest first.
    pub regions: Vec<GoRegion>,
    /// Regions without a value.
    pub unsolved: Vec<GoUnsolved>,
    /// Unconditionally alive stones of Black and White.
    pub safe: [Vec<String>; 2],
    /// Points that no play can take from Black and from White.
    pub settled: [Vec<String>; 2],
    /// Empty points that look like eyes and are none.
    pub false_eyes: Vec<String>,
    /// Points that gain nobody anything.
    pub dame: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// Milliseconds used.
    pub ms: u64,
    /// Was it stopped before the end?
    pub stopped: bool,
}

/// What is known for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoAnswer {
    /// Least score.
    pub low: i32,
    /// Greatest score; the exact one when both are equal.
    pub high: i32,
    /// `proved`, `proved-as-marked`, `bounds` or `unproved`.
    pub status: String,
    /// How it was proved or why not, in English.
    pub reason: String,
    /// Moves that lose nothing.
    pub best: Vec<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Every move that was looked at, the best first.
    pub moves: Vec<GoCandidate>,
}

/// A move with its worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoCandidate {
    /// The move.
    pub mv: String,
    /// The score after it.
    pub score: i32,
    /// Points it loses.
    pub loss: i32,
}

/// A region as a combinatorial game, by territory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoRegion {
    /// Its points.
    pub points: Vec<String>,
    /// Its value in the notation of combinatorial games.
    pub value: String,
    /// The value cooled by one.
    pub chilled: String,
    /// The mean, as people write it: `3 1/2`.
    pub count: String,
    /// The temperature (miai value), as people write it.
    pub temperature: String,
    /// The temperature as a number.
    pub heat: f64,
    /// `settled`, `dame`, `gote`, `black-sente` or `white-sente`.
    pub kind: String,
    /// Who has to add a protective move (teire) here some time.
    pub protector: Option<Side>,
    /// The best move of Black and of White, and the mean after it.
    pub moves: [Option<GoLocalMove>; 2],
}

/// A best move in a region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoLocalMove {
    /// The move.
    pub mv: String,
    /// The mean after it.
    pub count: String,
}

/// A region without a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoUnsolved {
    /// Its points.
    pub points: Vec<String>,
    /// Why it has none, in English.
    pub reason: String,
    /// What it adds to the score at least.
    pub low: i32,
    /// At most.
    pub high: i32,
}
