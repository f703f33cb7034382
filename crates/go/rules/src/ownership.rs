//! Who surrounds which empty points.

use crate::{Board, Color, PointSet};

/// Who surrounds which empty points once dead stones are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership<S> {
    /// Points surrounded by one colour alone: Black's, White's. Dead stones' points are among them.
    pub territory: [S; 2],
    /// Points in regions that both colours touch, or on a board without stones: no owner.
    pub dame: S,
}

/// The surrounded points, with the dead stones removed.
#[must_use]
pub fn ownership<S: PointSet>(board: &Board<S>, dead: S) -> Ownership<S> {
    let board = board.without(dead);
    let mut owned = Ownership { territory: [S::EMPTY; 2], dame: S::EMPTY };
    for region in board.geometry().components(board.empties()) {
        let around = board.geometry().neighbours(region);
        let touches = Color::BOTH.map(|color| around.meets(board.stones(color)));
        match touches {
            [true, false] => owned.territory[0] |= region,
            [false, true] => owned.territory[1] |= region,
            _ => owned.dame |= region,
        }
    }
    owned
}
