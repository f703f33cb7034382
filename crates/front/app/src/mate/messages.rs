//! The messages of the room: requests, replies and their data.

use crate::protocol::{ImportSource, LegalMove, LineStep, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A request of the room of mate problems. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MateRequest {
    /// Searches a mate; replaces the client's running search (`mate_solved`).
    #[serde(rename = "mate_solve")]
    Solve {
        /// The position; the side to move attacks and may have no king.
        sfen: String,
        /// Time limit, 1 to 3,600.
        seconds: u32,
    },
    /// Solves and checks a composed problem, replacing the client's running
    /// search; an event `mate_length` reports its length first
    /// (`mate_checked`).
    #[serde(rename = "mate_check")]
    Check {
        /// The position; the side to move attacks and may have no king.
        sfen: String,
        /// Time limit of the solution, 1 to 3,600; the check itself takes as long as it needs.
        seconds: u32,
    },
    /// The last proof after these moves (`mate_step`; `stale` if it belongs to another position).
    #[serde(rename = "mate_step")]
    Step {
        /// The position solved.
        sfen: String,
        /// The moves played from there, in USI.
        moves: Vec<String>,
    },
    /// Judges a move of the attacker outside the proof (`mate_judged`); no attempt is stored.
    #[serde(rename = "mate_try")]
    Try {
        /// The problem.
        sfen: String,
        /// The moves played from there, both sides', in USI.
        moves: Vec<String>,
        /// The move, in USI.
        usi: String,
    },
    /// The sets of problems and the state of training (`mate_overview`).
    #[serde(rename = "mate_overview")]
    Overview {
        /// Minutes by which the client's clock is before UTC, -1,440 to 1,440: days are the
        /// client's.
        utc_offset: i32,
    },
    /// The problems of a set, their answers left out (`mate_problems`).
    #[serde(rename = "mate_problems")]
    Problems {
        /// Id of the set, or `repeat` for those to be repeated, the first due first.
        set: String,
    },
    /// Prepares a problem; replaces the client's running search (`mate_begun`).
    #[serde(rename = "mate_begin")]
    Begin {
        /// The problem.
        sfen: String,
        /// The moves played already, both sides', in USI.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Plays a move of the attacker (`mate_judged`). A correct one is answered
    /// with the longest defence; the attempt is stored as soon as it fails or
    /// succeeds.
    #[serde(rename = "mate_move")]
    Move {
        /// The attempt before the move.
        attempt: MateAttempt,
        /// The move, in USI.
        usi: String,
    },
    /// A hint for the next move (`mate_hint`).
    #[serde(rename = "mate_hint")]
    Hint {
        /// The current attempt.
        attempt: MateAttempt,
        /// How much: 1 the piece, 2 its square too, 3 the move.
        degree: u32,
    },
    /// The solution from here on; the attempt counts as failed (`mate_answer`).
    #[serde(rename = "mate_answer")]
    AppResult {
        /// The current attempt.
        attempt: MateAttempt,
    },
    /// Reads a user's set: JSONL, lines of SFEN, records whose start is a problem (`mate_added`).
    #[serde(rename = "mate_set_add")]
    SetAdd {
        /// What; a document is not a set.
        source: ImportSource,
    },
    /// Deletes a user's set; attempts at its problems are kept (`ok`).
    #[serde(rename = "mate_set_remove")]
    SetRemove {
        /// Its id.
        set: String,
    },
    /// Keeps the position in which a mate was missed as a problem (`mate_added`).
    #[serde(rename = "mate_missed")]
    Missed {
        /// The document, analysed.
        document: u32,
        /// The node of the move that missed the mate.
        node: u32,
    },
}

/// Where the problems of a set come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MateFamily {
    /// Built in: composed by a program.
    Composed,
    /// Built in: from positions as in games.
    Games,
    /// Built in: Shogi Zuko, 1755.
    Zuko,
    /// Mates missed in the user's games.
    Missed,
    /// The user's files.
    Own,
}

/// A set of problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateSet {
    /// Its id.
    pub id: String,
    /// Where its problems come from.
    pub family: MateFamily,
    /// Name of a user's set; empty otherwise.
    pub name: String,
    /// Plies of every problem, if all have the same.
    pub plies: Option<u32>,
    /// Source and licence of a built-in set; empty otherwise.
    pub source: String,
    /// Problems.
    pub total: u32,
    /// Problems whose latest attempt solved them without help.
    pub solved: u32,
    /// Problems whose latest attempt failed or needed hints.
    pub failed: u32,
    /// Median time of attempts that solved without help, in ms.
    pub median_ms: Option<u32>,
}

/// The sets, and the state of training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateOverview {
    /// The sets.
    pub sets: Vec<MateSet>,
    /// The set of the latest attempt.
    pub last_set: Option<String>,
    /// Problems that are to be repeated now.
    pub due: u32,
    /// Problems to be repeated, by when they are due: now, within a day, within a week, within four
    /// weeks, later.
    pub coming: Vec<u32>,
    /// When the next problem is due that is not due yet, in ms since 1970.
    pub next_due_ms: Option<i64>,
    /// Problems solved without help in a row, up to now.
    pub streak: u32,
    /// The longest such row.
    pub best_streak: u32,
    /// Days in a row with a problem solved, up to today or yesterday.
    pub days: u32,
    /// Problems solved today, with help or without.
    pub today: u32,
}

/// How the latest attempt at a problem went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MateOutcome {
    /// Solved without help.
    Solved,
    /// Solved with a hint of the piece or the square.
    Helped,
    /// A move that does not mate, or the move or the solution was shown.
    Failed,
}

/// A problem of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateProblem {
    /// Its set; differs from the requested one in `repeat`.
    pub set: String,
    /// Its name there: a number, or what its file says.
    pub name: String,
    /// The position.
    pub sfen: String,
    /// Plies to mate, if the set states them.
    pub plies: Option<u32>,
    /// How the latest attempt went.
    pub outcome: Option<MateOutcome>,
    /// The shortest time in which it was solved without help, in ms.
    pub best_ms: Option<u32>,
    /// When it is due for repetition, in ms since 1970.
    pub due_ms: Option<i64>,
}

/// A problem that is ready to be solved. The answer stays on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateBegun {
    /// The position, the attacker to move.
    pub sfen: String,
    /// Who attacks.
    pub attacker: Side,
    /// Plies to mate from here, as composers count them.
    pub plies: u32,
}

/// The client's state of an attempt at a problem: any connection can continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateAttempt {
    /// Chosen by the client, 1 to 64 letters, digits or `-`; the same attempt counts once.
    pub token: String,
    /// Id of the set, for the statistics.
    pub set: String,
    /// The problem.
    pub sfen: String,
    /// The moves played so far, both sides', in USI.
    pub moves: Vec<String>,
    /// Moves tried that do not mate.
    pub wrong: u32,
    /// The highest degree of the hints given, 0 without any.
    pub hints: u32,
    /// Time used so far, in ms.
    pub ms: u32,
}

/// The verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MateVerdict {
    /// It mates as soon as can be; the defence was played.
    Right,
    /// It is mate.
    Mated,
    /// It mates, but later than need be: not played.
    Longer,
    /// It gives no check: not played.
    NoCheck,
    /// It does not mate: not played.
    Escapes,
    /// Undecided within the time limit; not played.
    Undecided,
}

/// A move, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateJudged {
    /// Its verdict.
    pub verdict: MateVerdict,
    /// The defence: the longest one, or one that escapes. In USI.
    pub reply: Option<String>,
    /// Plies to mate: after the defence, or by the longer way.
    pub plies: Option<u32>,
    /// What became of the attempt, when this move decided it.
    pub result: Option<MateResult>,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateResult {
    /// How it went.
    pub outcome: MateOutcome,
    /// Time used, in ms.
    pub ms: u32,
    /// Problems solved without help in a row, up to now.
    pub streak: u32,
    /// When it is due for repetition, in ms since 1970; absent when it need not be repeated.
    pub due_ms: Option<i64>,
    /// Is it on disk? If not, it is kept in memory and tried again.
    pub saved: bool,
}

/// A hint, as much of it as was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateHint {
    /// How much it says, 1 to 3.
    pub degree: u32,
    /// The square of the piece that moves.
    pub from: Option<String>,
    /// Or the piece to be dropped, as in USI.
    pub drop: Option<String>,
    /// Where it goes, from degree 2 on.
    pub to: Option<String>,
    /// The move, from degree 3 on.
    pub usi: Option<String>,
    /// What became of the attempt, for the move itself counts as failed.
    pub result: Option<MateResult>,
}

/// A problem, checked as composers check it. Plies are counted as they count them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateCheck {
    /// The position.
    pub sfen: String,
    /// `mate`, `nomate` or `unknown`.
    pub verdict: String,
    /// Plies to mate.
    pub plies: Option<u32>,
    /// Is there no shorter mate? Other solutions are searched only then.
    pub shortest: bool,
    /// A solution.
    pub line: Vec<LineStep>,
    /// Is the solution unique, apart from conventional exceptions? Absent if
    /// undecided or not searched.
    pub sound: Option<bool>,
    /// Other mates, in the order of the plies at which they branch.
    pub others: Vec<MateSecond>,
    /// Other checks that were left undecided.
    pub undecided: u32,
    /// Pieces of the attacker that are left in hand at the end, a letter each as in SFEN.
    pub left_over: Vec<String>,
    /// Pieces that are not needed: squares as in USI, or `G*` for a gold in hand.
    pub spare: Vec<String>,
    /// Some pieces were left undecided.
    pub spare_open: bool,
}

/// Another mate than the solution's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateSecond {
    /// Ply of the solution at which it branches, from 1.
    pub ply: u32,
    /// The other move, in USI.
    pub usi: String,
    /// Plies from the start within which it mates.
    pub plies: u32,
    /// `final`, `promotion`, `early`, `same` or `late`.
    pub kind: String,
    /// Does the convention of composers excuse it?
    pub tolerated: bool,
}

/// The additions to the user's problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateAdded {
    /// Id of the set.
    pub set: String,
    /// Its name.
    pub name: String,
    /// Problems added.
    pub added: u32,
    /// Problems that were there already.
    pub duplicates: u32,
    /// Invalid entries.
    pub failed: u32,
    /// The first of them.
    pub failures: Vec<MateFailure>,
}

/// An invalid entry of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MateFailure {
    /// The file.
    pub file: String,
    /// The line, or the game of a record file, from 1.
    pub line: Option<u32>,
    /// Why, in English.
    pub message: String,
}

/// The solver's result.
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

/// A position of a proof, and its moves.
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
    /// The moves of the proof: the attacker's answer and every defence of a
    /// mate; every check and the defender's reply of a refutation.
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
