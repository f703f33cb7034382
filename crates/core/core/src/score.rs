//! The value of a position from the point of view of the side to move.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A value from the point of view of the side to move, within `-INFINITE..=INFINITE`.
///
/// The unit is the game's own: centipawns in shogi, points in Go. Every constructor
/// and operator saturates at [`Score::INFINITE`], so negation can never overflow (the
/// Bonanza paper starts at `INT_MIN`, whose negation does) and a score always fits
/// in 16 bits.
///
/// | range of the absolute value | meaning |
/// |---|---|
/// | `0..=29_999` | evaluation, see [`Score::MAX_EVAL`] |
/// | `30_000..=32_000` | mate, [`Score::MATE`] minus the distance in plies |
/// | `32_767` | open end of a window, never the value of a position |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// The value of an even position.
    pub const ZERO: Score = Score(0);
    /// The open end of a search window; greater than the value of any position.
    pub const INFINITE: Score = Score(i16::MAX as i32);
    /// The value of a mate at distance 0.
    pub const MATE: Score = Score(32_000);
    /// The longest mate distance that a score can represent, in plies.
    pub const MAX_MATE_PLY: u32 = 2_000;
    /// The greatest value that is not a mate score.
    pub const MAX_EVAL: Score = Score(Score::MATE.0 - Score::MAX_MATE_PLY as i32 - 1);

    /// Returns a score of `value` units, clamped to `-INFINITE..=INFINITE`.
    #[must_use]
    pub const fn new(value: i32) -> Score {
        let limit = Score::INFINITE.0;
        if value > limit {
            Score(limit)
        } else if value < -limit {
            Score(-limit)
        } else {
            Score(value)
        }
    }

    /// Returns an evaluation of `value` units, clamped to `-MAX_EVAL..=MAX_EVAL` so that it is
    /// never a mate score.
    #[must_use]
    pub const fn eval(value: i32) -> Score {
        let limit = Score::MAX_EVAL.0;
        if value > limit {
            Score(limit)
        } else if value < -limit {
            Score(-limit)
        } else {
            Score(value)
        }
    }

    /// Returns the score if the side to move mates in `ply` plies; distances above
    /// [`Score::MAX_MATE_PLY`] count as that distance.
    #[must_use]
    pub const fn mate_in(ply: u32) -> Score {
        let ply = if ply > Score::MAX_MATE_PLY { Score::MAX_MATE_PLY } else { ply };
        Score(Score::MATE.0 - ply as i32)
    }

    /// Returns the score if the side to move is mated in `ply` plies (0: it is mated now); distances
    /// above [`Score::MAX_MATE_PLY`] count as that distance.
    #[must_use]
    pub const fn mated_in(ply: u32) -> Score {
        Score(-Score::mate_in(ply).0)
    }

    /// Returns the value in the game's unit, within `-32_767..=32_767`.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns the value in 16 bits, for packed table entries; exact, since scores saturate.
    #[must_use]
    pub const fn to_i16(self) -> i16 {
        self.0 as i16
    }

    /// Returns the score of a packed value; `i16::MIN`, which no score has, becomes `-INFINITE`.
    #[must_use]
    pub const fn from_i16(value: i16) -> Score {
        Score::new(value as i32)
    }

    /// Returns whether either side mates. An infinite score is not a mate score.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns whether the side to move mates.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Score::MAX_EVAL.0 && self.0 <= Score::MATE.0
    }

    /// Returns whether the side to move is mated.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::MAX_EVAL.0 && self.0 >= -Score::MATE.0
    }

    /// Returns the distance to the mate in plies, `0..=MAX_MATE_PLY`, for either side;
    /// `None` if the score is not a mate score.
    #[must_use]
    pub const fn mate_plies(self) -> Option<u32> {
        if self.is_mate() { Some((Score::MATE.0 - self.0.abs()) as u32) } else { None }
    }

    /// Converts a mate distance counted from the root into one counted from a node `ply`
    /// plies below it, as a transposition table stores it. Other values are unchanged.
    #[must_use]
    pub const fn from_root_to_node(self, ply: u32) -> Score {
        self.shift_mate(-(ply as i64))
    }

    /// Undoes [`Score::from_root_to_node`].
    #[must_use]
    pub const fn from_node_to_root(self, ply: u32) -> Score {
        self.shift_mate(ply as i64)
    }

    /// Adds `plies` to a mate distance, clamped to `0..=MAX_MATE_PLY`.
    const fn shift_mate(self, plies: i64) -> Score {
        let Some(distance) = self.mate_plies() else { return self };
        let moved = distance as i64 + plies;
        let moved = if moved < 0 { 0 } else { moved };
        let moved =
            if moved > Score::MAX_MATE_PLY as i64 { Score::MAX_MATE_PLY } else { moved as u32 };
        if self.0 > 0 { Score::mate_in(moved) } else { Score::mated_in(moved) }
    }

    /// Returns the absolute value.
    #[must_use]
    pub const fn abs(self) -> Score {
        Score(self.0.abs())
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;
    /// Saturates at the infinite scores.
    fn add(self, other: Score) -> Score {
        Score::new(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    /// Saturates at the infinite scores.
    fn sub(self, other: Score) -> Score {
        Score::new(self.0 - other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl From<i16> for Score {
    fn from(value: i16) -> Score {
        Score::from_i16(value)
    }
}

impl fmt::Display for Score {
    /// `35`, `-120`, `mate 3` (plies), `mate -4`, `inf`, `-inf`; mated on the spot is
    /// `mate -0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = match self.mate_plies() {
            Some(plies) => format!("mate {sign}{plies}"),
            None if self.0.abs() > Score::MATE.0 => format!("{sign}inf"),
            None => self.0.to_string(),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_never_overflows() {
        for value in [i32::MIN, -32_768, -32_767, -1, 0, 1, 32_767, i32::MAX] {
            let score = Score::new(value);
            assert_eq!(-(-score), score);
            assert!(-Score::INFINITE <= score && score <= Score::INFINITE);
        }
        assert_eq!(Score::from_i16(i16::MIN), -Score::INFINITE);
    }

    #[test]
    fn sums_saturate() {
        assert_eq!(Score::INFINITE + Score::new(1), Score::INFINITE);
        assert_eq!(-Score::INFINITE - Score::INFINITE, -Score::INFINITE);
        assert_eq!(Score::new(3) - Score::new(5), Score::new(-2));
    }

    #[test]
    fn shorter_mates_are_better_for_the_winner() {
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mated_in(2) < Score::mated_in(4));
        assert_eq!(-Score::mate_in(5), Score::mated_in(5));
        assert!(Score::mate_in(u32::MAX) > Score::MAX_EVAL);
    }

    #[test]
    fn mate_is_told_from_evaluation_and_infinity() {
        assert!(!Score::MAX_EVAL.is_mate());
        assert!(!Score::INFINITE.is_mate());
        assert!(!(-Score::INFINITE).is_loss());
        assert!(Score::mated_in(0).is_loss());
        assert_eq!(Score::mated_in(7).mate_plies(), Some(7));
        assert_eq!(Score::eval(i32::MAX), Score::MAX_EVAL);
    }

    #[test]
    fn table_form_counts_from_the_node() {
        let from_root = Score::mate_in(9);
        assert_eq!(from_root.from_root_to_node(4), Score::mate_in(5));
        assert_eq!(from_root.from_root_to_node(4).from_node_to_root(4), from_root);
        assert_eq!(Score::mated_in(9).from_root_to_node(4), Score::mated_in(5));
        assert_eq!(Score::new(77).from_root_to_node(4), Score::new(77));
        assert_eq!(Score::mate_in(3).from_root_to_node(9), Score::MATE);
    }

    #[test]
    fn display_is_readable() {
        let shown = [Score::new(-12), Score::mate_in(3), Score::mated_in(0), -Score::INFINITE];
        assert_eq!(shown.map(|s| s.to_string()), ["-12", "mate 3", "mate -0", "-inf"]);
    }
}
