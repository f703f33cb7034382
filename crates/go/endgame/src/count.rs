//! The terminal rule: how a finished game is counted. The solver, the faithful search and the brute force of the
//! tests all use it.
//!
//! The game ends when both players pass in turn. Points that are *owned* (see [`Owned`]) belong to their owner, and
//! stones of the other colour on them are dead. Every other stone is alive:
//! stones that a player considers dead must be captured or be in owned
//! territory. An empty point that is not owned belongs to the colour that alone
//! surrounds it.
//!
//! * Area: stones and points; prisoners do not matter.
//! * Territory: points, prisoners made since the start, and dead stones. Points
//!   in seki are not subtracted: seki is left to the caller.

use zenpuku_go::{Board, Color, PointSet, Scoring, ownership};

/// Points that belong to a colour regardless of the stones on them: Black's, White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owned<S>(pub [S; 2]);

impl<S: PointSet> Owned<S> {
    /// No point.
    pub const NONE: Self = Self([S::EMPTY; 2]);

    /// All points that have an owner.
    #[must_use]
    pub fn all(&self) -> S {
        self.0[0] | self.0[1]
    }

    /// These and more; points that had an owner keep it.
    #[must_use]
    pub fn with(self, more: Self) -> Self {
        let known = self.all();
        Self([0, 1].map(|i| self.0[i] | more.0[i].minus(known)))
    }

    /// The dead stones: those on the other colour's points.
    #[must_use]
    pub fn dead(&self, board: &Board<S>) -> S {
        (self.0[0] & board.stones(Color::White)) | (self.0[1] & board.stones(Color::Black))
    }
}

/// Black's score less White's, in points, without komi.
#[must_use]
pub fn count<S: PointSet>(board: &Board<S>, owned: &Owned<S>, scoring: Scoring) -> i32 {
    let dead = owned.dead(board);
    let surrounded = ownership(board, dead).territory;
    let living = board.occupied().minus(dead);
    let points = |color: Color| {
        let (own, other) = (owned.0[color.index()], owned.0[color.opponent().index()]);
        let territory = (surrounded[color.index()].minus(other) | own).minus(living);
        let stones = board.stones(color).minus(dead).count();
        let captured = board.prisoners(color) + (board.stones(color.opponent()) & dead).count();
        let extra = if scoring == Scoring::Area { stones } else { captured };
        (territory.count() + extra) as i32
    };
    points(Color::Black) - points(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    #[test]
    fn owned_points_count_with_the_dead_stones_on_them() {
        let setup = Setup::from_diagram(".OX.\n..X.\nXXXO").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        assert_eq!(count(&board, &Owned::NONE, Scoring::Territory), 0);
        let corner = Owned([0b11_0011, 0]);
        assert_eq!(count(&board, &corner, Scoring::Territory), 5);
        assert_eq!(count(&board, &corner, Scoring::Area), 4 + 5 - 1);
    }
}
