//! The daily list: a mix of mistakes of the user's games, of shogi and go, and mates, by due time.

mod lines;

pub use lines::*;

use crate::protocol::{
    Explained, GamePhase, GoPosition, LineStep, MateAttempt, MateProblem, MateResult, MistakeClass,
    Side,
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A request about the daily list. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DailyRequest {
    /// The rest of today's list (`daily`).
    #[serde(rename = "daily_list")]
    List {
        /// Minutes by which the client's clock is before UTC, -1,440 to 1,440: days are the client's.
        utc_offset: i32,
        /// Length of a day's list, 1 to 500.
        length: u32,
        /// Problems that a day adds to the schedule at most, up to 500; a filter lifts this limit.
        new: u32,
        /// Which mistakes; mates of sets are in the list only without a filter.
        #[serde(default)]
        filter: DailyFilter,
    },
    /// Judges a move in the position of a mistake, or a guess at a threat (`daily_judged`). The attempt
    /// is stored as soon as it fails or succeeds.
    #[serde(rename = "daily_move")]
    Move {
        /// The attempt before the move; its set is `mistakes`, `threats`, `go` or `openings`. Only one at
        /// an opening line has moves: those played so far.
        attempt: MateAttempt,
        /// The move, in USI; of go as in GTP.
        usi: String,
    },
    /// A hint for the better move, or the next one of a line (`mate_hint`); there are none in go.
    #[serde(rename = "daily_hint")]
    Hint {
        /// The current attempt.
        attempt: MateAttempt,
        /// How much: 1 the piece, 2 its square too, 3 the move.
        degree: u32,
    },
    /// The better move and its line; the attempt counts as failed (`daily_answer`).
    #[serde(rename = "daily_answer")]
    Answer {
        /// The current attempt.
        attempt: MateAttempt,
    },
    /// All opening lines to learn (`openings`).
    #[serde(rename = "opening_list")]
    Openings,
    /// Adds an opening line; one that is there gets the new name (`openings`).
    #[serde(rename = "opening_add")]
    OpeningAdd {
        /// The line.
        line: NewOpeningLine,
    },
    /// Deletes an opening line. Added again it continues its schedule (`openings`).
    #[serde(rename = "opening_remove")]
    OpeningRemove {
        /// Its number.
        id: i64,
    },
}

/// A kind of problem from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum DailyKind {
    /// A better move is to be found, or a mate that was missed.
    Mistake,
    /// The move that the other side threatens is to be guessed.
    Threat,
    /// A move that loses fewer points is to be found in an endgame of go.
    Go,
    /// The moves of an opening line are to be played.
    Opening,
}

/// Which mistakes and threats; an empty field means all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(default)]
pub struct DailyFilter {
    /// Mistakes, threats, mistakes of go or opening lines.
    pub kind: Option<DailyKind>,
    /// The part of the game.
    pub phase: Option<GamePhase>,
    /// The motif of the first reason, `missed_mate`, or `none` where no reason is proved.
    pub motif: Option<String>,
    /// The opening of either side, in Japanese.
    pub opening: Option<String>,
    /// The mistakes of this player instead of the user's.
    pub player: Option<String>,
}

/// The rest of a day's list, and the state of training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyList {
    /// The problems, those due first in front.
    pub entries: Vec<DailyEntry>,
    /// Figures of all problems; the filter does not change them.
    pub figures: DailyFigures,
    /// The possible filter values.
    pub choices: DailyChoices,
}

/// A problem of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyEntry {
    /// The problem; its set is `mistakes` where a better move is to be found, `threats` where the other
    /// side's move after a pass is, `go` where a better move of go is, `openings` where the moves of a
    /// line are, otherwise it is a mate. The position of a threat is that after the pass; of go and of
    /// lines `sfen` is only a name.
    pub problem: MateProblem,
    /// Was it never tried?
    pub fresh: bool,
    /// The game and the move, of problems from games.
    pub origin: Option<DailyOrigin>,
    /// The board, of a problem of go.
    pub go: Option<DailyGo>,
    /// The opening line.
    pub opening: Option<OpeningLine>,
}

/// A mistake in a game of go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyGo {
    /// The position before it.
    pub position: GoPosition,
    /// Rules of the review, by name.
    pub rules: String,
    /// The other side's move before it.
    pub last: Option<String>,
    /// Points lost by it.
    pub points: i32,
    /// The basis of the loss: `proved`, `bounds`, `agreed` or `likely`.
    pub basis: String,
    /// The step of the game that the mistake leads to.
    pub step: u32,
}

/// Where a problem comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyOrigin {
    /// The game's number in the library.
    pub game: i64,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// Its date.
    pub date: String,
    /// The number of the move.
    pub ply: u32,
    /// Who made the mistake, or whom the threat is against.
    pub side: Side,
    /// The move played, or the move that threatens, in USI; of go as in GTP.
    pub usi: String,
    /// The position before it, SFEN; absent where it is that of the problem.
    pub before: Option<String>,
    /// Win rate lost by it, 0..=1; 0 for a threat and in go.
    pub loss: f64,
    /// Its class.
    pub class: Option<MistakeClass>,
    /// The part of the game.
    pub phase: GamePhase,
    /// As in [`DailyFilter::motif`]; empty in go.
    pub motif: String,
}

/// The state of training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyFigures {
    /// Problems due now.
    pub due: u32,
    /// Untried problems from the user's games.
    pub fresh: u32,
    /// Problems done today that are not due again.
    pub done: u32,
    /// Problems due by the end of today and on each of the next seven days.
    pub days: Vec<u32>,
    /// Share of repetitions that did not fail, over 30 days; absent without any.
    pub retention: Option<f64>,
    /// How many repetitions those are.
    pub repetitions: u32,
}

/// A value to filter for, and how many mistakes have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyChoice {
    /// The value.
    pub value: String,
    /// How many.
    pub count: u32,
}

/// The possible filter values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyChoices {
    /// Motifs.
    pub motifs: Vec<DailyChoice>,
    /// Openings.
    pub openings: Vec<DailyChoice>,
    /// Players, those with the most mistakes first, at most 200.
    pub players: Vec<DailyChoice>,
}

/// A move in the position of a mistake, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyJudged {
    /// Is it as good as the best move, within a margin?
    pub good: bool,
    /// Win rate lost against the engine's move, 0..=1; 0 in go.
    pub loss: f64,
    /// Points of go that it loses.
    pub points: Option<i32>,
    /// Why a move of go cannot be judged: `ko` or `no-value`. It does not count as wrong.
    pub unknown: Option<String>,
    /// The line that answers it, in USI; of go as in GTP. In an opening line the other side's next move.
    pub answer: Vec<String>,
    /// Proved reasons why it is worse that do not reveal the better move; of a good guess, the threat.
    pub reasons: Vec<Explained>,
    /// The best line of the analysis, or the line of the threat, in USI; of go the best moves. Empty
    /// unless the move is good.
    pub best: Vec<String>,
    /// The opening line that the move belongs to, as in the attempt's `sfen`: at a branch it can be
    /// another one than that asked for.
    pub line: Option<String>,
    /// What became of the attempt; absent where the move cannot be judged, and while an opening line
    /// has more moves.
    pub result: Option<MateResult>,
}

/// The better move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DailyAnswer {
    /// Its line; empty in go.
    pub line: Vec<LineStep>,
    /// The best moves, of go.
    pub best: Vec<String>,
    /// Proved reasons why the move played in the game is worse; or the threat.
    pub reasons: Vec<Explained>,
    /// What became of the attempt.
    pub result: MateResult,
}
