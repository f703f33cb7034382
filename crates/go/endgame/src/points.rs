//! The value of a region without play, in points.

use zenpuku_go::{Board, Color, PointSet};

use crate::settled::is_settled;

/// Black's prisoners less White's.
pub(crate) fn prisoners<S: PointSet>(board: &Board<S>) -> i32 {
    board.prisoners(Color::Black) as i32 - board.prisoners(Color::White) as i32
}

/// The value of a settled region for Black, in points.
pub(crate) fn settled_points<S: PointSet>(
    board: &Board<S>,
    safe: [S; 2],
    region: S,
) -> Option<i32> {
    let around = board.geometry().neighbours(region);
    let owner = match safe.map(|stones| around.meets(stones)) {
        [true, false] => Color::Black,
        [false, true] => Color::White,
        _ => return None,
    };
    let points = region.count() + (board.stones(owner.opponent()) & region).count();
    is_settled(board, owner, safe[owner.index()], region).then_some(points as i32 * owner.sign())
}

/// The territory of a region if neither side plays there: no point in it is
/// settled, so no stone is dead.
pub(crate) fn as_it_stands<S: PointSet>(board: &Board<S>, region: S) -> i32 {
    let geometry = board.geometry();
    let value = |space: S| {
        let around = geometry.neighbours(space);
        match Color::BOTH.map(|color| around.meets(board.stones(color))) {
            [true, false] => space.count() as i32,
            [false, true] => -(space.count() as i32),
            _ => 0,
        }
    };
    geometry.components(region & board.empties()).map(value).sum()
}
