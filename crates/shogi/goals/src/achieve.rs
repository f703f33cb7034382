//! Which goals a leaf achieves: (2) and (3) of [goals2001].

use crate::aim::{Aim, Goal};
use zenpuku_shogi::{Color, PieceType, Position, Square};

/// The goals of a search, laid out for asking leaves.
#[derive(Clone, Debug, Default)]
pub struct Achievement {
    /// Goals that the board shows, with their priorities in centipawns.
    standing: Vec<(Aim, i32)>,
    /// Captures that are goals.
    captures: Vec<(Aim, i32)>,
    /// Sum of all priorities.
    total: i32,
}

impl Achievement {
    /// The achievable part of `goals`.
    #[must_use]
    pub fn new(goals: &[Goal]) -> Self {
        let weighed = goals.iter().map(|goal| (goal.aim, goal.priority));
        let (captures, standing): (Vec<_>, Vec<_>) =
            weighed.partition(|(aim, _)| matches!(aim, Aim::Acquisition { .. }));
        let total = goals.iter().map(|goal| goal.priority).sum();
        Self { standing, captures, total }
    }

    /// Sum of all priorities: the initial s_max.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.total
    }

    /// s of (3): the sum of the priorities of the goals achieved by `owner` in
    /// `position`, which was reached with these captures of the owner (kind on
    /// the board, square).
    #[must_use]
    pub fn sum(
        &self,
        position: &Position,
        owner: Color,
        captures: impl Iterator<Item = (PieceType, Square)> + Clone,
    ) -> i32 {
        let stands = |aim: Aim| aim.stands(position, owner);
        let standing: i32 = self
            .standing
            .iter()
            .filter(|(aim, _)| stands(*aim))
            .map(|(_, priority)| priority)
            .sum();
        if self.captures.is_empty() {
            return standing;
        }
        let taken =
            |aim: Aim| captures.clone().any(|(kind, square)| aim.is_captured_by(kind, square));
        let captured: i32 =
            self.captures.iter().filter(|(aim, _)| taken(*aim)).map(|(_, priority)| priority).sum();
        standing + captured
    }

    /// (3): `alpha * s / s_max` in centipawns, s / s_max at most 1.
    #[must_use]
    pub fn value(sum: i32, s_max: i32, alpha: i32) -> i32 {
        if s_max <= 0 { 0 } else { alpha * sum.min(s_max) / s_max }
    }
}
