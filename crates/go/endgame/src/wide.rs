//! The exclusion of wide areas, which [kakeme, section 3.3] used for the book's problems without defining it.

use zenpuku_go::{Board, PointSet};

use crate::eye::sole_encloser;
use crate::{Judgement, Owned};

/// Regions enclosed by the living stones of one colour with at least `least` points; our reading of "wide".
///
/// Not exact: the opponent may live there.
#[must_use]
pub fn wide_areas<S: PointSet>(board: &Board<S>, judgement: &Judgement<S>, least: u32) -> Owned<S> {
    let (geometry, alive) = (board.geometry(), judgement.alive);
    let mut owned: Owned<S> = Owned::NONE;
    for region in geometry.components(geometry.full().minus(alive[0] | alive[1])) {
        if let (true, Some(encloser)) =
            (region.count() >= least, sole_encloser(board, alive, region))
        {
            owned.0[encloser.index()] |= region;
        }
    }
    owned
}
