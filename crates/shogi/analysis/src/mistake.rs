//! Classes of mistakes by the win rate they lose.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How bad a move is. A move that loses less than 5 % has no class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum MistakeClass {
    /// 緩手, at least 5 % of win rate lost.
    Inaccuracy,
    /// 疑問手, at least 10 %.
    Dubious,
    /// 悪手, at least 20 %.
    Mistake,
    /// 大悪手, at least 50 %.
    Blunder,
}

impl MistakeClass {
    /// All classes, mildest first.
    pub const ALL: [Self; 4] = [Self::Inaccuracy, Self::Dubious, Self::Mistake, Self::Blunder];

    /// The class of a move that loses `loss` (0..=1) of win rate, if it has one.
    #[must_use]
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|class| loss >= class.threshold())
    }

    /// The smallest loss of win rate that earns the class.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Dubious => 0.10,
            Self::Mistake => 0.20,
            Self::Blunder => 0.50,
        }
    }

    /// The term that Japanese players use.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Inaccuracy => "緩手",
            Self::Dubious => "疑問手",
            Self::Mistake => "悪手",
            Self::Blunder => "大悪手",
        }
    }

    /// The English name.
    #[must_use]
    pub const fn english(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Dubious => "dubious",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_inclusive() {
        assert_eq!(MistakeClass::of(0.0499), None);
        assert_eq!(MistakeClass::of(0.05), Some(MistakeClass::Inaccuracy));
        assert_eq!(MistakeClass::of(0.1), Some(MistakeClass::Dubious));
        assert_eq!(MistakeClass::of(0.2), Some(MistakeClass::Mistake));
        assert_eq!(MistakeClass::of(0.5), Some(MistakeClass::Blunder));
        assert_eq!(MistakeClass::of(1.0), Some(MistakeClass::Blunder));
    }
}
