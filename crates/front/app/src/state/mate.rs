//! State of the room of mate problems: the place of each client, and attempts
//! that are not on disk yet.

use crate::protocol::MateOutcome;
use std::sync::Mutex;
use zenpuku_shogi_mate::{Exercise, MateSolver, Proof, Refutation};

/// A client's current problem in the room.
#[derive(Default)]
pub(crate) struct MateState {
    /// The proof that it plays through.
    pub(crate) proof: Mutex<Option<ShownProof>>,
    /// The problem that it solves.
    pub(crate) place: Mutex<Option<MatePlace>>,
}

/// A problem, with its solution once found.
pub(crate) struct MatePlace {
    pub(crate) sfen: String,
    pub(crate) moves: Vec<String>,
    pub(crate) exercise: Exercise,
    pub(crate) solver: MateSolver,
}

/// A mate problem's proof: one of both.
pub(crate) struct ShownProof {
    /// The position as the client wrote it.
    pub(crate) sfen: String,
    pub(crate) proof: Option<Proof>,
    pub(crate) refutation: Option<Refutation>,
}

/// A stored attempt.
#[derive(Clone, Debug)]
pub(crate) struct MateEntry {
    pub(crate) token: String,
    pub(crate) set: String,
    /// The problem's key.
    pub(crate) sfen: String,
    /// When, in ms since 1970.
    pub(crate) at_ms: i64,
    pub(crate) ms: u32,
    pub(crate) wrong: u32,
    pub(crate) hints: u32,
    pub(crate) outcome: MateOutcome,
    /// Was the mate reached?
    pub(crate) mated: bool,
    /// Was it solved alone, but slowly?
    pub(crate) slow: bool,
}

/// Attempts that the disk did not take yet.
#[derive(Default)]
pub(crate) struct Unrecorded(pub(crate) Mutex<Vec<MateEntry>>);
