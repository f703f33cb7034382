//! Sets of points as bits: the representation every search runs on.

mod wide;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::{Point, Wide};

/// A set of points, one bit a point, row by row.
///
/// Shifts move a whole set by rows or columns; [`crate::Geometry`] masks what leaves the board.
pub trait PointSet:
    Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// How many points fit.
    const CAPACITY: usize;
    /// The set without points.
    const EMPTY: Self;

    /// The set of one point. The point must be below [`PointSet::CAPACITY`].
    fn single(point: Point) -> Self;

    /// The number of points.
    fn count(self) -> u32;

    /// The point with the lowest number.
    fn first(self) -> Option<Point>;

    /// The set of only its lowest point; empty if the set is.
    fn lowest(self) -> Self;

    /// The same points in the wide set.
    fn to_wide(self) -> Wide;

    /// The points of a wide set; those beyond the capacity are left out.
    fn from_wide(wide: Wide) -> Self;

    /// Whether there is no point.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the point is in the set.
    #[inline]
    fn contains(self, point: Point) -> bool {
        point.index() < Self::CAPACITY && !(self & Self::single(point)).is_empty()
    }

    /// The points that are not in `other`.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Whether the two sets share a point.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every point is in `other`.
    #[inline]
    fn is_subset(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The points from the lowest number up.
    #[inline]
    fn iter(self) -> Points<Self> {
        Points(self)
    }

    /// The set of these points. Points beyond the capacity are left out.
    fn from_points(points: impl IntoIterator<Item = Point>) -> Self {
        points
            .into_iter()
            .filter(|point| point.index() < Self::CAPACITY)
            .fold(Self::EMPTY, |set, point| set | Self::single(point))
    }
}

/// The points of a set, from the lowest number up.
#[derive(Clone, Debug)]
pub struct Points<S>(S);

impl<S: PointSet> Iterator for Points<S> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0 = self.0.minus(self.0.lowest());
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<S: PointSet> ExactSizeIterator for Points<S> {}

macro_rules! integer_point_set {
    ($int:ty) => {
        impl PointSet for $int {
            const CAPACITY: usize = <$int>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(point: Point) -> Self {
                1 << point.index()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<Point> {
                (self != 0).then(|| Point::new(self.trailing_zeros() as usize))
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            fn to_wide(self) -> Wide {
                Wide::from_low(u128::from(self))
            }

            fn from_wide(wide: Wide) -> Self {
                wide.low() as $int
            }
        }
    };
}

integer_point_set!(u64);
integer_point_set!(u128);
