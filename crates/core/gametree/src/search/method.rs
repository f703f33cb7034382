//! The methods by name.

use std::fmt;

use super::alpha_beta::Fail;
use zenpuku_core::Score;

/// A way to find the value of a position. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Method {
    /// Every node, no cut: the reference for all others.
    NegaMax,
    /// Alpha-beta with the full window [primer2012].
    AlphaBeta(Fail),
    /// Alpha-beta in a window around a guess, searched again if it fails [bonanza2006].
    Aspiration {
        /// The expected value.
        guess: Score,
        /// Half the width of the window, at least 1.
        margin: Score,
    },
    /// Null windows for all but the first move, searched again if they fail high.
    NegaScout,
    /// Null windows moving from a first guess to the value.
    Mtdf {
        /// The expected value; 0 in [kakeme].
        guess: Score,
    },
    /// Null windows halving an interval.
    Mtdbi {
        /// The value is expected to be at least this; -64 in [kakeme].
        low: Score,
        /// The value is expected to be at most this; 64 in [kakeme].
        high: Score,
        /// The first value tried; 0 in [kakeme].
        guess: Score,
    },
}

impl Method {
    /// One of each, with the first guesses of [kakeme] and the aspiration margin of
    /// [bonanza2006] (two pawns of 100).
    #[must_use]
    pub fn all() -> [Method; 7] {
        let guess = Score::ZERO;
        [
            Method::NegaMax,
            Method::AlphaBeta(Fail::Hard),
            Method::AlphaBeta(Fail::Soft),
            Method::Aspiration { guess, margin: Score::new(200) },
            Method::NegaScout,
            Method::Mtdf { guess },
            Method::Mtdbi { low: Score::new(-64), high: Score::new(64), guess },
        ]
    }

    /// The same method starting from another guess; unchanged where none is used.
    #[must_use]
    pub fn with_guess(self, guess: Score) -> Method {
        match self {
            Method::Aspiration { margin, .. } => Method::Aspiration { guess, margin },
            Method::Mtdf { .. } => Method::Mtdf { guess },
            Method::Mtdbi { low, high, .. } => Method::Mtdbi { low, high, guess },
            Method::NegaMax | Method::AlphaBeta(_) | Method::NegaScout => self,
        }
    }

    /// Its usual name, without parameters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::NegaMax => "NegaMax",
            Method::AlphaBeta(Fail::Hard) => "alpha-beta (fail-hard)",
            Method::AlphaBeta(Fail::Soft) => "alpha-beta (fail-soft)",
            Method::Aspiration { .. } => "aspiration",
            Method::NegaScout => "NegaScout",
            Method::Mtdf { .. } => "MTD(f)",
            Method::Mtdbi { .. } => "MTD(bi)",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
