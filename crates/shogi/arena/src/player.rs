//! The engine as a match needs it, in process or behind a pipe.

use crate::clock::Clock;
use std::time::Duration;
pub use zenpuku_protocol::usi::GameResult;
use zenpuku_shogi::{Move, Position};

/// Centipawns that represent a mate in [`Answer::score`].
pub const MATE_CP: i32 = 32_000;

/// The game so far, as sent to an engine.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position the game started from.
    pub start: &'a Position,
    /// All moves since.
    pub moves: &'a [Move],
    /// The position now, with its history.
    pub position: &'a Position,
    /// Both clocks.
    pub clock: &'a Clock,
}

/// An engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its move.
    pub action: Action,
    /// Its evaluation in centipawns from its own view (mates as +-32,000), if sent.
    pub score: Option<i32>,
    /// Depth it reached, in plies, if sent.
    pub depth: Option<u32>,
    /// Nodes it searched, if sent.
    pub nodes: Option<u64>,
    /// How long it took, measured by us.
    pub spent: Duration,
}

/// The budget of an engine on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move in USI notation, not yet checked.
    Play(String),
    /// It gives up.
    Resign,
    /// It claims a win by entering king.
    Declare,
}

/// Why a player cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The process ended or its pipe closed.
    #[error("crashed: {0}")]
    Crash(String),
    /// No answer within the limit.
    #[error("no answer within {} ms", .0.as_millis())]
    Hang(Duration),
    /// No `usiok` within the limit: not a USI engine, or one that does not start.
    #[error(
        "{engine} did not answer `usi` with `usiok` within {} s{}", .limit.as_secs(),
        said.as_ref().map(|line| format!("; it wrote `{line}`")).unwrap_or_default()
    )]
    NoUsi {
        /// The engine's name, or its program.
        engine: String,
        /// The limit.
        limit: Duration,
        /// The last line it wrote that is not USI, if any.
        said: Option<String>,
    },
    /// It said something that is not USI.
    #[error("protocol: {0}")]
    Protocol(String),
    /// The match was stopped.
    #[error("stopped")]
    Stopped,
}

/// One side of a match.
pub trait Player {
    /// Prepares for a new game; state of the last one is forgotten.
    ///
    /// # Errors
    /// If the engine cannot start or does not answer.
    fn new_game(&mut self) -> Result<(), PlayerError>;

    /// Thinks about a turn and answers.
    ///
    /// # Errors
    /// If the engine dies, hangs or breaks the protocol.
    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError>;

    /// Receives the result of the game. Most players ignore it.
    fn game_over(&mut self, _result: GameResult) {}
}
