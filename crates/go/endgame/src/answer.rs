//! The result of solving a position: the score and the extent of its proof.

use zenpuku_go::Move;

use crate::{Candidate, LoopValue};

/// How a result was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolveMethod {
    /// As a sum of regions: by the integer rule, or by area as the result of play in the sum.
    Sum,
    /// By search of the whole board with the exact exclusion.
    Search,
    /// As the interval of all positions that can be reached.
    Loops,
    /// By search of every line with its past, as superko needs it.
    Past,
}

/// The extent of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The score is exact.
    Proved(SolveMethod),
    /// The score is exact if the points that were given as settled are, [`crate::SolveOptions::given`].
    Given,
    /// Play may be endless; the score is between the ends for any scoring of endless play.
    Loop,
    /// The score is between the ends, because some regions have no value; with the reason.
    Bounds(String),
    /// Only the settled part is known; with the reason.
    NotProved(String),
}

impl Status {
    /// `proved`, `proved-as-marked`, `bounds` or `unproved`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proved(_) => "proved",
            Self::Given => "proved-as-marked",
            Self::Loop | Self::Bounds(_) => "bounds",
            Self::NotProved(_) => "unproved",
        }
    }

    /// How it was proved, or why not.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Proved(SolveMethod::Sum) => "as a sum of regions".to_owned(),
            Self::Proved(SolveMethod::Search) => "by search of the whole board".to_owned(),
            Self::Proved(SolveMethod::Loops) => "by all positions that can be reached".to_owned(),
            Self::Proved(SolveMethod::Past) => "by search of every line with its past".to_owned(),
            Self::Given => {
                "as a sum of regions, if the marked points are settled as marked".to_owned()
            }
            Self::Loop => "play can continue forever".to_owned(),
            Self::Bounds(why) | Self::NotProved(why) => why.clone(),
        }
    }
}

/// The result for one side moving first, in points for Black without komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The extent of the proof.
    pub status: Status,
    /// The score's least and greatest value.
    pub score: LoopValue,
    /// The best line; empty when unknown.
    pub line: Vec<Move>,
    /// The moves by their loss, the best first; empty if unknown.
    pub candidates: Vec<Candidate>,
    /// Positions or nodes visited.
    pub nodes: u64,
}
