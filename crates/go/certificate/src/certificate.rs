//! The claim with its strategies.

use std::collections::BTreeMap;

use thiserror::Error;
use zenpuku_go::{AnyBoard, Color, Move, Scoring, Setup, SetupError, Suicide};

use crate::walk::{WalkError, rows, worth};

/// Maximum number of positions visited for a strategy.
const MOST_POSITIONS: usize = 2_000_000;

/// The move of a player in each position that it may meet, by [`Strategy::key`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy(pub BTreeMap<String, Move>);

impl Strategy {
    /// What identifies a position with a known side to move: stones, ko point, passes.
    #[must_use]
    pub fn key(board: &AnyBoard) -> String {
        let ko = board.ko().map_or_else(|| "-".to_owned(), |point| board.size().vertex(point));
        format!("{} {ko} {}", rows(board), board.passes())
    }
}

/// A result with its proof: scores are Black's lead in points without komi, the prisoners of the position counted
/// by territory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position with its side to move.
    pub setup: Setup,
    /// How the end is counted.
    pub scoring: Scoring,
    /// Black gets at least this.
    pub low: i32,
    /// Black gets at most this.
    pub high: i32,
    /// Black's strategy for `low` and White's for `high`.
    pub strategies: [Strategy; 2],
}

/// Why a certificate is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// A line of the text cannot be read.
    #[error("line {line}: {expected} expected")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The expected token.
        expected: &'static str,
    },
    /// The position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A strategy does not hold.
    #[error("{color}'s strategy: {reason}")]
    Strategy {
        /// Whose.
        color: Color,
        /// The error.
        reason: WalkError<String>,
    },
    /// A strategy gives less than is claimed.
    #[error("{color}'s strategy gives {found:+}, {claimed:+} is claimed")]
    Claim {
        /// Whose.
        color: Color,
        /// The claim.
        claimed: i32,
        /// The score it proves.
        found: i32,
    },
}

impl Certificate {
    /// Checks the claim against every play of the opponents.
    ///
    /// # Errors
    /// The reason why it is not proved.
    pub fn verify(&self) -> Result<(), CertificateError> {
        let board: AnyBoard = self.setup.board(Suicide::Forbidden)?;
        for (color, claimed) in [(Color::Black, self.low), (Color::White, self.high)] {
            let moves = &self.strategies[color.index()].0;
            let mut choose = |board: &AnyBoard| {
                let key = Strategy::key(board);
                moves.get(&key).copied().ok_or_else(|| format!("no move for {key}"))
            };
            let found = worth(&board, self.scoring, color, MOST_POSITIONS, &mut choose)
                .map_err(|reason| CertificateError::Strategy { color, reason })?;
            let found = found + prisoners(&self.setup, self.scoring);
            let is_less = match color {
                Color::Black => found < claimed,
                Color::White => found > claimed,
            };
            if is_less {
                return Err(CertificateError::Claim { color, claimed, found });
            }
        }
        Ok(())
    }
}

/// The contribution of the position's prisoners to the score.
fn prisoners(setup: &Setup, scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Territory => i32::from(setup.prisoners[0]) - i32::from(setup.prisoners[1]),
        Scoring::Area => 0,
    }
}
