//! From centipawns to the chance to win, and to the centipawns that people are shown.
//!
//! The search has an internal scale of centipawns, in which exchanging a pawn is 100. Their win
//! rate depends on the evaluation and on the phase: late in a game, with many pieces in hand, the
//! same advantage is lost more often. So the chance to win is `1 / (1 + exp(-cp / scale))` with a
//! scale that goes with ply and pieces in hand, fitted to how games end. What people and user
//! interfaces are shown follows the custom of shogi: `600 ln(p / (1 - p))` of that chance.
//!
//! Invariant: Displayed centipawns are 600 times the log odds of the win rate; a known calibration
//!   is recovered.

use zenpuku_shogi::{Color, HandPiece, PieceType, Position};

/// Shown centipawns for odds of e to 1: the custom of shogi programs [yaneuraou].
pub const SHOWN_SCALE: f64 = 600.0;
/// The greatest advantage that is shown, in shown centipawns.
pub const MOST_SHOWN: i32 = 29_999;

/// How a scale follows the game, see [`Calibration::scale`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Centipawns for odds of e to 1 at ply 80 with 14 points in hand; positive.
    pub even: f64,
    /// By how much the logarithm of the scale grows in 80 plies.
    pub by_ply: f64,
    /// By how much it grows with 14 points in hand.
    pub by_hand: f64,
}

impl Calibration {
    /// Without a fit: the conventional 600 for a pawn of 90, on our scale of a pawn of 50.
    pub const CONVENTIONAL: Self = Self { even: 1000.0 / 3.0, by_ply: 0.0, by_hand: 0.0 };

    /// Of values that are on the shown scale already.
    pub const SHOWN: Self = Self { even: SHOWN_SCALE, by_ply: 0.0, by_hand: 0.0 };

    /// The scale at a ply with this number of points in both hands, in centipawns:
    /// `even * exp(by_ply * (ply - 80) / 80 + by_hand * (points - 14) / 14)`; plies beyond 240 and
    /// points beyond 56 count as these.
    #[must_use]
    pub fn scale(&self, ply: u32, points: u32) -> CpScale {
        let [ply, hand] = factors(ply, points);
        CpScale::new(self.even * (self.by_ply * ply + self.by_hand * hand).exp())
    }

    /// The scale at `position`.
    #[must_use]
    pub fn at(&self, position: &Position) -> CpScale {
        self.scale(position.ply().into(), points_in_hand(position))
    }
}

/// What ply and points in hand are to a fit: about -1 to 2, both 0 in the middle of a game.
#[must_use]
pub fn factors(ply: u32, points: u32) -> [f64; 2] {
    let ply = (f64::from(ply.min(240)) - 80.0) / 80.0;
    let hand = (f64::from(points.min(56)) - 14.0) / 14.0;
    [ply, hand]
}

/// Points of the pieces in both hands: 1 for a pawn, 2 for lance and knight, 3 for silver and gold,
/// 5 for bishop and rook.
#[must_use]
pub fn points_in_hand(position: &Position) -> u32 {
    let worth = |piece: HandPiece| match piece.to_piece_type() {
        PieceType::PAWN => 1,
        PieceType::LANCE | PieceType::KNIGHT => 2,
        PieceType::SILVER | PieceType::GOLD => 3,
        _ => 5,
    };
    let hands = [Color::BLACK, Color::WHITE].map(|color| position.hand(color));
    let count = |piece: HandPiece| hands.iter().map(|hand| hand.count(piece)).sum::<u32>();
    HandPiece::iter().map(|piece| worth(piece) * count(piece)).sum()
}

/// Centipawns for odds of e to 1 at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpScale {
    /// In thousandths, so that equal ones are equal.
    milli: u32,
}

impl CpScale {
    /// Of values that are on the shown scale already.
    pub const SHOWN: Self = Self { milli: 600_000 };

    /// A scale in centipawns, clamped to 10..=10,000.
    #[must_use]
    pub fn new(centipawns: f64) -> Self {
        // NaN becomes the smallest scale.
        Self { milli: (centipawns.clamp(10.0, 10_000.0) * 1000.0).round().max(10_000.0) as u32 }
    }

    /// Centipawns for odds of e to 1.
    #[must_use]
    pub fn centipawns(self) -> f64 {
        f64::from(self.milli) / 1000.0
    }

    /// The chance to win with an advantage of `cp` centipawns, in 0..=1.
    #[must_use]
    pub fn win_rate(self, cp: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(cp) / self.centipawns()).exp())
    }

    /// The centipawns that people are shown for `cp`, at most [`MOST_SHOWN`] to either side: 600
    /// times the logarithm of the odds. It only changes the unit: the side that was ahead stays
    /// ahead.
    #[must_use]
    pub fn shown(self, cp: i32) -> i32 {
        let scaled = f64::from(cp) * SHOWN_SCALE / self.centipawns();
        (scaled.round() as i32).clamp(-MOST_SHOWN, MOST_SHOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_600_times_the_logarithm_of_the_odds() {
        let fitted = Calibration { even: 380.0, by_ply: 0.2, by_hand: 0.1 };
        for (ply, points) in [(1, 0), (80, 14), (160, 40), (9999, 56)] {
            let scale = fitted.scale(ply, points);
            for cp in [-2000, -137, 0, 1, 50, 400, 3000] {
                let p = scale.win_rate(cp);
                let expected = SHOWN_SCALE * (p / (1.0 - p)).ln();
                assert!((f64::from(scale.shown(cp)) - expected).abs() <= 0.51, "{cp} {expected}");
                assert!((scale.win_rate(-cp) + p - 1.0).abs() < 1e-12);
            }
        }
        assert_eq!(CpScale::SHOWN.shown(123), 123);
        assert_eq!(Calibration::SHOWN.scale(7, 7), CpScale::SHOWN);
        assert_eq!(CpScale::new(10.0).shown(31_000), MOST_SHOWN);
        assert_eq!(CpScale::new(f64::NAN).centipawns(), 10.0);
    }

    #[test]
    fn scales_follow_ply_and_hands() {
        let fitted = Calibration { even: 400.0, by_ply: 0.5, by_hand: -0.5 };
        let at = |ply, points| fitted.scale(ply, points).centipawns();
        assert_eq!(at(80, 14), 400.0);
        assert!(at(160, 14) > 650.0 && at(160, 28) < 401.0);
        let start = Position::startpos();
        assert_eq!(points_in_hand(&start), 0);
        let all = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1";
        assert_eq!(points_in_hand(&Position::from_sfen(all).unwrap()), 78);
    }
}
