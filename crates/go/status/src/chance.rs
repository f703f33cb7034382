//! Calibration of a share of random games as a probability.

use crate::{ChainStatus, PointStatus, Status, StatusBasis};

/// Shares of the random games that agree, and how often real games agreed: whose 105,000 points were said to be 10 to
/// 40 moves before the end of 76 games, and whose they were at the end (`zenpuku lab go-real`). Random games are too
/// modest: they blunder what players do not.
const MEASURED: [(f64, f64); 12] = [
    (0.0, 0.0),
    (0.5, 0.53),
    (0.56, 0.65),
    (0.6, 0.75),
    (0.63, 0.85),
    (0.68, 0.92),
    (0.73, 0.96),
    (0.8, 0.975),
    (0.85, 0.985),
    (0.9, 0.99),
    (0.95, 0.995),
    (1.0, 0.997),
];

impl PointStatus {
    /// Probability, 0 to 1: 1 if proved; else the share of points in real games
    /// with the predicted owner where as many random games agreed.
    #[must_use]
    pub fn chance(&self) -> f64 {
        if self.owner.is_none() { self.probability } else { chance(self.probability, self.how) }
    }
}

impl<S> ChainStatus<S> {
    /// Probability, 0 to 1: as [`PointStatus::chance`].
    #[must_use]
    pub fn chance(&self) -> f64 {
        if self.status == Status::Seki {
            return self.probability;
        }
        chance(self.probability, self.how)
    }
}

fn chance(share: f64, how: StatusBasis) -> f64 {
    if how != StatusBasis::Assumed {
        return 1.0;
    }
    let above =
        MEASURED.iter().position(|&(at, _)| share <= at).unwrap_or(MEASURED.len() - 1).max(1);
    let ((from, low), (to, high)) = (MEASURED[above - 1], MEASURED[above]);
    (low + (high - low) * (share - from) / (to - from)).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_random_games_are_never_a_smaller_chance_and_only_proofs_are_certain() {
        let chances: Vec<f64> = (0..=1000)
            .map(|share| chance(f64::from(share) / 1000.0, StatusBasis::Assumed))
            .collect();
        assert!(chances.is_sorted() && chances[0] >= 0.0 && chances[1000] < 1.0);
        assert!((chances[730] - 0.96).abs() < 1e-9 && (chances[500] - 0.53).abs() < 1e-9);
        for how in [StatusBasis::Proved, StatusBasis::Unconditional] {
            assert!((chance(0.6, how) - 1.0).abs() < f64::EPSILON);
        }
    }
}
