//! The solver's answers.

use crate::proof::Proof;
use crate::refutation::Refutation;
use core::time::Duration;
use zenpuku_core::StopReason;
use zenpuku_shogi::{Color, Move};

/// The three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move mates.
    Mate,
    /// It does not, by checks alone; proven.
    NoMate,
    /// Not decided within the limits.
    Unknown,
}

impl Verdict {
    /// `mate`, `nomate` or `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMate => "nomate",
            Self::Unknown => "unknown",
        }
    }
}

impl core::fmt::Display for Verdict {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// How plies are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Every legal interposition counts.
    Strict,
    /// Useless interpositions (無駄合い) do not, as composers have it.
    Composer,
}

impl Count {
    /// `strict` or `composer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Composer => "composer",
        }
    }
}

/// The answer with all that supports it.
#[derive(Clone, Debug)]
pub struct MateReport {
    /// Mate, no mate, or not decided.
    pub verdict: Verdict,
    /// Plies to mate with the best defence; 1 for a mate in one.
    pub plies: Option<u16>,
    /// The mating line of longest resistance, attacker first; empty unless mate.
    pub line: Vec<Move>,
    /// Is there no shorter mate?
    pub shortest: bool,
    /// Was the proof or the refutation checked by the rules?
    pub verified: bool,
    /// There is no mate within this many plies.
    pub no_mate_within: u16,
    /// Of the proof-number search of a problem that stays undecided: how many positions must at
    /// least be shown to be mates for it to be one.
    pub proof_number: Option<u32>,
    /// How many positions must at least be shown to be no mates for it to be none.
    pub disproof_number: Option<u32>,
    /// Positions visited by the search.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
    /// Every defence answered; absent unless mate and time was left to write it.
    pub proof: Option<Proof>,
    /// Every check answered; absent unless no mate.
    pub refutation: Option<Refutation>,
}

/// Why a position cannot be searched for mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MateError {
    /// The king to be mated is absent.
    #[error("there is no {0} king to mate")]
    NoKing(Color),
}
