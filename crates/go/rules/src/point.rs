//! The points of a board.

/// A point of a board, numbered row by row from the top left corner, 0 to 360.
///
/// The number is meaningless without the [`crate::Size`] it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point with this number.
    ///
    /// # Panics
    /// If the number is over 383, the last bit of the widest set.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < 384, "point number out of range");
        Self(index as u16)
    }

    /// The number, row by row from the top left.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
