//! Values as people are shown them, and the chance to win.

use zenpuku_core::Score;
use zenpuku_shogi_eval::CpScale;

/// Evaluation that represents a mate if only centipawns can be shown.
const MATE_CP: i32 = Score::MATE.value();

/// A side with less than this win rate is losing.
const LOSING: f64 = 0.35;

/// The value of a position for one side: centipawns or a mate in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Shown centipawns: 600 times the logarithm of the odds to win
    /// ([`zenpuku_shogi_engine::Info::shown`]).
    Cp(i32),
    /// Mate in this many plies; positive: this side mates, negative or zero: it is mated.
    Mate(i32),
}

impl Value {
    /// The same value seen from the other side.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            // A mated position has no sign; the other side has mated.
            Self::Mate(0) => Self::Mate(i32::MAX),
            Self::Mate(i32::MAX) => Self::Mate(0),
            Self::Mate(plies) => Self::Mate(-plies),
        }
    }

    /// Chance to win in 0..=1: `1 / (1 + exp(-cp / 600))`, 1 or 0 for mates.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        match self {
            Self::Cp(cp) => CpScale::SHOWN.win_rate(cp),
            Self::Mate(plies) => f64::from(u8::from(plies > 0)),
        }
    }

    /// Is this side losing already, with a win rate below 0.35?
    #[must_use]
    pub fn is_losing(self) -> bool {
        self.win_rate() < LOSING
    }

    /// Centipawns, with mates as +-32,000.
    #[must_use]
    pub const fn as_cp(self) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(plies) if plies > 0 => MATE_CP,
            Self::Mate(_) => -MATE_CP,
        }
    }

    /// Plies to mate, `None` for centipawns; 0 if the position is mate.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Cp(_) => None,
            Self::Mate(i32::MAX) => Some(0),
            Self::Mate(plies) => Some(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_is_half_and_600_is_the_logistic_of_one() {
        assert!((Value::Cp(0).win_rate() - 0.5).abs() < 1e-12);
        assert!((Value::Cp(600).win_rate() - 0.731_058_579).abs() < 1e-8);
    }

    #[test]
    fn mates_are_certain_and_flip() {
        assert_eq!(Value::Mate(5).win_rate(), 1.0);
        assert_eq!(Value::Mate(-4).win_rate(), 0.0);
        assert_eq!(Value::Mate(5).flip(), Value::Mate(-5));
        assert_eq!(Value::Mate(0).win_rate(), 0.0);
        assert_eq!(Value::Mate(0).flip().win_rate(), 1.0);
        assert_eq!(Value::Mate(0).flip().flip(), Value::Mate(0));
        assert_eq!(Value::Mate(0).flip().mate(), Some(0));
        assert_eq!(Value::Mate(0).flip().as_cp(), 32_000);
    }

    proptest::proptest! {
        #[test]
        fn both_sides_share_one(cp in -32_000..32_000i32) {
            let value = Value::Cp(cp);
            proptest::prop_assert!((value.win_rate() + value.flip().win_rate() - 1.0).abs() < 1e-9);
        }
    }
}
