//! Go endgames. Points are named as in GTP (`C3`), moves too (`C3`, `pass`); scores are in points
//! from Black's view, without komi.

use crate::protocol::{EngineProgram, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

pub use zenpuku_go_endgame::report::{
    ReviewedMove as GoReviewedMove, Solution as GoSolution, Status as GoStatus,
};
pub use zenpuku_go_engines::SecondOpinion as GoSecondOpinion;

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
        /// The line.
        line: GoLine,
    },
    /// Keeps the line on the board and the review with a document (`edited`; its node is the line's last step).
    #[serde(rename = "go_keep")]
    Keep {
        /// The document.
        document: u32,
        /// The line and its review.
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
    /// Living groups, territory and the score: proved results, and likely ones
    /// by random games and local search. Takes at most two seconds, and up to two
    /// minutes more for a second opinion; replaces the client's running search
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
        /// Is the Go engine of the settings asked too?
        #[serde(default)]
        second: bool,
    },
    /// The losses of the moves of a line, from the values of the positions
    /// before and after them. Takes at most a second per position, and up to two minutes
    /// for each that a second opinion is asked about; replaces the client's running search
    /// (`go_reviewed`).
    #[serde(rename = "go_review")]
    Review {
        /// The positions of the line, 2 to 24.
        positions: Vec<GoPosition>,
        /// The moves between them.
        moves: Vec<String>,
        /// The first move to review, from 0; the earlier ones show whether a ko is being fought.
        first: u32,
        /// Rules by name.
        rules: String,
        /// Komi in points, for the second opinion.
        #[serde(default)]
        komi: f64,
        /// Is the Go engine of the settings asked about losses that only our estimates show?
        #[serde(default)]
        second: bool,
    },
    /// The move of the Go engine of the settings at the end of a line (`go_answered`). Takes at most
    /// two minutes; replaces the client's running search.
    #[serde(rename = "go_answer")]
    Answer {
        /// The first position of the line.
        position: GoPosition,
        /// The moves from there.
        moves: Vec<String>,
        /// Rules by name.
        rules: String,
        /// Komi in points.
        komi: f64,
    },
    /// Solves an endgame; replaces the client's running search (`go_solved`).
    #[serde(rename = "go_solve")]
    Solve {
        /// The position.
        position: GoPosition,
        /// Rules by name.
        rules: String,
        /// Time limit, 1 to 3,600.
        seconds: u32,
    },
    /// The Go engine of the settings (`go_engine`).
    #[serde(rename = "go_engine_get")]
    Engine,
    /// Starts a program of this machine that speaks GTP or KataGo's analysis protocol, reads its name and keeps it
    /// for second opinions and games, or forgets the one that was kept (`go_engine`). Nothing changes if it does
    /// not start.
    #[serde(rename = "go_engine_set")]
    SetEngine {
        /// How it is started; null for none.
        program: Option<EngineProgram>,
    },
}

/// The Go engine that gives second opinions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoEngine {
    /// How it is started.
    pub program: EngineProgram,
    /// Its name and version, as it says.
    pub name: String,
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
    /// Deviations from the text of the file, in English.
    pub warnings: Vec<String>,
}

/// A document's game of go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GoContent {
    /// The original game. Of a position that was set up it has the only step.
    pub record: GoRecord,
    /// The user's state.
    pub kept: GoKept,
}

/// The stored user's state of a game of go.
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
    /// The judgement of it.
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

/// A move of a line, and its judgement.
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
