//! The wide bit set as a set of points.

use super::PointSet;
use crate::wide::WORDS;
use crate::{Point, Wide};

impl PointSet for Wide {
    const CAPACITY: usize = WORDS * 64;
    const EMPTY: Self = Self::from_words([0; WORDS]);

    #[inline]
    fn single(point: Point) -> Self {
        let mut words = [0; WORDS];
        words[point.index() / 64] = 1 << (point.index() % 64);
        Self::from_words(words)
    }

    #[inline]
    fn is_empty(self) -> bool {
        let [a, b, c, d, e, f] = self.words();
        a | b | c | d | e | f == 0
    }

    #[inline]
    fn contains(self, point: Point) -> bool {
        self.words()[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<Point> {
        let word = self.words().iter().position(|&word| word != 0)?;
        Some(Point::new(word * 64 + self.words()[word].trailing_zeros() as usize))
    }

    #[inline]
    fn lowest(self) -> Self {
        let mut words = [0; WORDS];
        if let Some(at) = self.words().iter().position(|&word| word != 0) {
            words[at] = self.words()[at] & self.words()[at].wrapping_neg();
        }
        Self::from_words(words)
    }

    fn to_wide(self) -> Wide {
        self
    }

    fn from_wide(wide: Wide) -> Self {
        wide
    }
}
