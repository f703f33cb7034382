//! The symmetries of the board and the canonical form of a position.

use crate::{Board, Color, Point, PointSet, Setup, Size, Wide};

/// One of the eight symmetries of a square; rectangles have the first four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Everything stays in its place.
    pub const IDENTITY: Self = Self(0);

    /// The symmetries that keep a board of this size on itself: 8 or 4.
    pub fn of(size: Size) -> impl Iterator<Item = Self> {
        (0..if size.is_square() { 8 } else { 4 }).map(Self)
    }

    /// The image of a point on a board of this size. The symmetry must be one of the size's.
    #[must_use]
    pub const fn apply(self, size: Size, point: Point) -> Point {
        let (mut x, mut y) = size.xy(point);
        if self.0 & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 4 != 0 {
            (x, y) = (y, x);
        }
        Point::new(y * size.width() + x)
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // With the transposition last, undoing swaps the two mirrors.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }

    /// The image of a set.
    #[must_use]
    pub fn apply_set<S: PointSet>(self, size: Size, set: S) -> S {
        S::from_points(set.iter().map(|point| self.apply(size, point)))
    }
}

impl Setup {
    /// The image of the position; colours and side to move stay.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        Self {
            black: symmetry.apply_set(self.size, self.black),
            white: symmetry.apply_set(self.size, self.white),
            ko: self.ko.map(|ko| symmetry.apply(self.size, ko)),
            ..*self
        }
    }
}

impl<S: PointSet> Board<S> {
    /// The least image of stones, and ko point, under the board's symmetries, and a symmetry that leads
    /// there. Positions that are mirror images or rotations of each other have the same one.
    #[must_use]
    pub fn canonical(&self) -> (Setup, Symmetry) {
        let setup = self.setup();
        let key = |s: &Setup| -> (Wide, Wide, Option<Point>) {
            (s.stones(Color::Black), s.stones(Color::White), s.ko)
        };
        Symmetry::of(self.size())
            .map(|symmetry| (setup.transformed(symmetry), symmetry))
            .min_by(|(a, _), (b, _)| key(a).cmp(&key(b)))
            .unwrap_or((setup, Symmetry::IDENTITY))
    }

    /// A hash that all images of a position under the board's symmetries share (stones only).
    #[must_use]
    pub fn canonical_hash(&self) -> u64 {
        let size = self.size();
        Symmetry::of(size)
            .map(|symmetry| {
                let image = |color| symmetry.apply_set(size, self.stones(color));
                crate::zobrist::stones(size, [image(Color::Black), image(Color::White)])
            })
            .min()
            .unwrap_or_else(|| self.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suicide;
    use std::collections::HashSet;

    #[test]
    fn symmetries_are_distinct_bijections_with_inverses() {
        for size in [Size::square(3).unwrap(), Size::new(4, 2).unwrap()] {
            let images: HashSet<Vec<Point>> = Symmetry::of(size)
                .map(|s| size.points().map(|p| s.apply(size, p)).collect())
                .collect();
            assert_eq!(images.len(), Symmetry::of(size).count());
            for symmetry in Symmetry::of(size) {
                for point in size.points() {
                    let there = symmetry.apply(size, point);
                    assert_eq!(symmetry.inverse().apply(size, there), point);
                }
            }
        }
    }

    #[test]
    fn images_share_their_canonical_form() {
        let setup = Setup::from_diagram("X.O\n.XO\n...").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        for symmetry in Symmetry::of(setup.size) {
            let image: Board<u64> = setup.transformed(symmetry).board(Suicide::Forbidden).unwrap();
            assert_eq!(image.canonical().0, board.canonical().0);
            assert_eq!(image.canonical_hash(), board.canonical_hash());
        }
        let (canonical, symmetry) = board.canonical();
        assert_eq!(canonical.transformed(symmetry.inverse()), setup);
    }
}
