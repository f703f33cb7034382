//! Neighbourhoods and floods on a board of a given size.

use crate::{PointSet, Size};

/// The masks of a board: neighbours of whole sets by shifting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry<S> {
    size: Size,
    full: S,
    not_left: S,
    not_right: S,
}

impl<S: PointSet> Geometry<S> {
    /// The masks for a size; `None` when the set has too few bits.
    #[must_use]
    pub fn new(size: Size) -> Option<Self> {
        if size.area() > S::CAPACITY {
            return None;
        }
        let columns = |keep: &dyn Fn(usize) -> bool| {
            S::from_points(size.points().filter(|&point| keep(size.xy(point).0)))
        };
        Some(Self {
            size,
            full: columns(&|_| true),
            not_left: columns(&|x| x > 0),
            not_right: columns(&|x| x + 1 < size.width()),
        })
    }

    /// The board's size.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All points.
    #[must_use]
    #[inline]
    pub const fn full(&self) -> S {
        self.full
    }

    /// Every point orthogonally adjacent to a point of the set (points of the set may be among
    /// them).
    #[must_use]
    #[inline]
    pub fn neighbours(&self, set: S) -> S {
        (self.beside(set) | self.above_below(set)) & self.full
    }

    /// Every point diagonally adjacent to a point of the set.
    #[must_use]
    #[inline]
    pub fn diagonals(&self, set: S) -> S {
        self.beside(self.above_below(set) & self.full) & self.full
    }

    /// Every point adjacent to a point of the set in any of the 8 directions.
    #[must_use]
    #[inline]
    pub fn neighbours8(&self, set: S) -> S {
        let column = set | (self.above_below(set) & self.full);
        (self.above_below(set) | self.beside(column)) & self.full
    }

    #[inline]
    fn beside(&self, set: S) -> S {
        (set & self.not_right) << 1 | (set & self.not_left) >> 1
    }

    #[inline]
    fn above_below(&self, set: S) -> S {
        let width = self.size.width() as u32;
        set << width | set >> width
    }

    /// The points of `within` connected to the seed; the seed must be in `within`.
    #[must_use]
    #[inline]
    pub fn flood(&self, seed: S, within: S) -> S {
        let mut filled = seed;
        loop {
            let grown = filled | (self.neighbours(filled) & within);
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }

    /// As [`Geometry::flood`], but `None` as soon as the piece touches
    /// `outlets`: for chains and liberties, this is usually immediate.
    #[must_use]
    #[inline]
    pub fn flood_sealed(&self, seed: S, within: S, outlets: S) -> Option<S> {
        let mut filled = seed;
        loop {
            let around = self.neighbours(filled);
            if around.meets(outlets) {
                return None;
            }
            let grown = filled | (around & within);
            if grown == filled {
                return Some(filled);
            }
            filled = grown;
        }
    }

    /// As [`Geometry::flood`], with diagonal steps allowed.
    #[must_use]
    pub fn flood8(&self, seed: S, within: S) -> S {
        let mut filled = seed;
        loop {
            let grown = filled | (self.neighbours8(filled) & within);
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }

    /// The orthogonally connected pieces of a set, in the order of their lowest points.
    pub fn components(&self, set: S) -> impl Iterator<Item = S> + use<S> {
        let geometry = *self;
        let mut rest = set;
        std::iter::from_fn(move || {
            let seed = rest.lowest();
            if seed.is_empty() {
                return None;
            }
            let piece = geometry.flood(seed, set);
            rest = rest.minus(piece);
            Some(piece)
        })
    }

    /// The points with fewer than four neighbours: the outer rows and columns.
    #[must_use]
    pub fn edge(&self) -> S {
        let size = self.size;
        S::from_points(size.points().filter(|&point| {
            let (x, y) = size.xy(point);
            x == 0 || y == 0 || x + 1 == size.width() || y + 1 == size.height()
        }))
    }

    /// The corner points.
    #[must_use]
    pub fn corners(&self) -> S {
        let size = self.size;
        S::from_points(size.points().filter(|&point| {
            let (x, y) = size.xy(point);
            (x == 0 || x + 1 == size.width()) && (y == 0 || y + 1 == size.height())
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Wide};

    fn check<S: PointSet>(size: Size) {
        let geometry = Geometry::<S>::new(size).unwrap();
        assert_eq!(geometry.full().count() as usize, size.area());
        for point in size.points() {
            let (x, y) = size.xy(point);
            let near = |dx: isize, dy: isize| {
                size.point(x.checked_add_signed(dx)?, y.checked_add_signed(dy)?)
            };
            let set = |steps: &[(isize, isize)]| {
                S::from_points(steps.iter().filter_map(|&(dx, dy)| near(dx, dy)))
            };
            let straight = set(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
            let diagonal = set(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
            assert_eq!(geometry.neighbours(S::single(point)), straight);
            assert_eq!(geometry.diagonals(S::single(point)), diagonal);
            assert_eq!(geometry.neighbours8(S::single(point)), straight | diagonal);
        }
    }

    #[test]
    fn neighbours_agree_with_coordinates_on_every_size() {
        for width in 1..=19 {
            for height in 1..=19 {
                let size = Size::new(width, height).unwrap();
                check::<Wide>(size);
                if size.area() <= 128 {
                    check::<u128>(size);
                }
                if size.area() <= 64 {
                    check::<u64>(size);
                }
            }
        }
        assert!(Geometry::<u64>::new(Size::square(9).unwrap()).is_none());
    }

    #[test]
    fn components_partition_a_set() {
        let geometry = Geometry::<u64>::new(Size::square(3).unwrap()).unwrap();
        let set = u64::from_points([0, 2, 4, 8, 5].map(Point::new));
        let pieces: Vec<u64> = geometry.components(set).collect();
        assert_eq!(pieces, [0b1, 0b1_0011_0100]);
        assert_eq!(geometry.flood8(1, set), set);
        assert_eq!((geometry.edge().count(), geometry.corners().count()), (8, 4));
    }
}
