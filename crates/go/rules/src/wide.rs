//! The bit set for boards of more than 128 points.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// Words of 64 bits.
pub(crate) const WORDS: usize = 6;

/// 384 bits: every board up to 19x19 fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide([u64; WORDS]);

impl Wide {
    /// The set with these words, the lowest first.
    #[inline]
    pub(crate) const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The words, the lowest first.
    #[inline]
    pub(crate) const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The set with these lowest 128 bits.
    #[must_use]
    pub const fn from_low(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64, 0, 0, 0, 0])
    }

    /// The lowest 128 bits.
    #[must_use]
    pub const fn low(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d, e, f], y) = (self.0, other.0);
        Self([op(a, y[0]), op(b, y[1]), op(c, y[2]), op(d, y[3]), op(e, y[4]), op(f, y[5])])
    }
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        Self([!a, !b, !c, !d, !e, !f])
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

// Shifts of a board stay below one word (a row has at most 19 points), so one carry is enough.
impl Wide {
    // Written out: the compiler makes vector code of it, but not of a closure with carries.
    #[inline]
    fn shifted_up(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by));
        let [a, b, c, d, e, f] = self.0;
        let rest = 64 - by;
        Self([
            a << by,
            b << by | a >> rest,
            c << by | b >> rest,
            d << by | c >> rest,
            e << by | d >> rest,
            f << by | e >> rest,
        ])
    }

    #[inline]
    fn shifted_down(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by));
        let [a, b, c, d, e, f] = self.0;
        let rest = 64 - by;
        Self([
            a >> by | b << rest,
            b >> by | c << rest,
            c >> by | d << rest,
            d >> by | e << rest,
            e >> by | f << rest,
            f >> by,
        ])
    }
}

impl Shl<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        self.shifted_up(by)
    }
}

impl Shr<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        self.shifted_down(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, PointSet};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn wide_agrees_with_u128(a: u128, b: u128, by in 1u32..20) {
            let (x, y) = (Wide::from_low(a), Wide::from_low(b));
            prop_assert_eq!((x & y).low(), a & b);
            prop_assert_eq!((x | y).low(), a | b);
            prop_assert_eq!((x ^ y).low(), a ^ b);
            prop_assert_eq!((!x).low(), !a);
            prop_assert_eq!((x << by).low(), a << by);
            prop_assert_eq!((x >> by).low(), a >> by);
            prop_assert_eq!(x.count(), a.count_ones());
            prop_assert_eq!(x.first(), a.first());
            prop_assert_eq!(x.lowest().low(), a.lowest());
            prop_assert!(x.iter().eq(a.iter()));
            prop_assert_eq!(x << by >> by, x);
        }

        #[test]
        fn points_round_trip(points in proptest::collection::btree_set(0usize..361, 0..50)) {
            let set = Wide::from_points(points.iter().copied().map(Point::new));
            prop_assert_eq!(set.iter().map(Point::index).collect::<Vec<_>>(),
                points.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(set.iter().len(), points.len());
        }
    }
}
