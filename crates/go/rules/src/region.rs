//! Regions: the parts into which the stones of one colour divide the board.

use crate::{Board, Color, Geometry, PointSet};

/// A connected piece of the board without stones of the enclosing colour [benson1976].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region<S> {
    /// Empty points and stones of the other colour.
    pub points: S,
    /// The stones of the enclosing colour that are adjacent.
    pub walls: S,
}

/// The regions of a colour, in the order of their lowest points. On a board without stones of the colour
/// the whole board is one region without walls.
pub fn regions_of<S: PointSet>(
    board: &Board<S>,
    color: Color,
) -> impl Iterator<Item = Region<S>> + use<S> {
    let geometry = *board.geometry();
    let stones = board.stones(color);
    geometry
        .components(geometry.full().minus(stones))
        .map(move |points| Region { points, walls: geometry.neighbours(points) & stones })
}

/// Whether so few points are left for eyes that two separate ones are impossible: at most one point, or
/// two adjacent ones.
#[must_use]
pub fn cannot_hold_two_eyes<S: PointSet>(geometry: &Geometry<S>, candidates: S) -> bool {
    match candidates.count() {
        0 | 1 => true,
        2 => geometry.neighbours(candidates.lowest()).meets(candidates),
        _ => false,
    }
}
