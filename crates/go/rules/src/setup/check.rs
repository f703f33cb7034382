//! The checked way from a described position to a board.

use thiserror::Error;

use super::Setup;
use crate::{Board, Color, Geometry, PointSet, Suicide, Wide};

/// Why a description is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A point has stones of both colours.
    #[error("{vertex} has both a black and a white stone")]
    TwoStones {
        /// The point.
        vertex: String,
    },
    /// A stone lies beyond the board.
    #[error("a stone lies outside the board")]
    OffBoard,
    /// A chain has no liberty.
    #[error("the {color} chain at {vertex} has no liberty")]
    Captured {
        /// The chain's colour.
        color: Color,
        /// Its first point.
        vertex: String,
    },
    /// The ko point is occupied or not on the board.
    #[error("the ko point must be an empty point of the board")]
    Ko,
    /// The chosen bit set is too narrow for the board.
    #[error("a board of {area} points does not fit into {capacity} bits")]
    TooLarge {
        /// Points of the board.
        area: usize,
        /// Bits of the set.
        capacity: usize,
    },
}

/// Code that runs on a board of any width of bit set; see [`Setup::visit`].
pub trait BoardVisitor {
    /// The result.
    type Output;

    /// Runs on the board.
    fn visit<S: PointSet>(self, board: Board<S>) -> Self::Output;
}

impl Setup {
    /// The checked board.
    ///
    /// # Errors
    /// If the description is not a position, or the bit set is too narrow.
    pub fn board<S: PointSet>(&self, suicide: Suicide) -> Result<Board<S>, SetupError> {
        let empty: Board<S> = Board::empty(self.size, suicide)
            .ok_or(SetupError::TooLarge { area: self.size.area(), capacity: S::CAPACITY })?;
        let full = empty.geometry().full().to_wide();
        if !(self.black | self.white).is_subset(full) {
            return Err(SetupError::OffBoard);
        }
        if let Some(point) = (self.black & self.white).first() {
            return Err(SetupError::TwoStones { vertex: self.size.vertex(point) });
        }
        if self.ko.is_some_and(|ko| !full.minus(self.black | self.white).contains(ko)) {
            return Err(SetupError::Ko);
        }
        let stones = [S::from_wide(self.black), S::from_wide(self.white)];
        self.check_liberties(empty.geometry(), stones)?;
        Ok(Board::from_parts(empty, stones, self))
    }

    fn check_liberties<S: PointSet>(
        &self,
        geometry: &Geometry<S>,
        stones: [S; 2],
    ) -> Result<(), SetupError> {
        let empties = geometry.full().minus(stones[0] | stones[1]);
        for color in Color::BOTH {
            for chain in geometry.components(stones[color.index()]) {
                if let (false, Some(point)) =
                    (geometry.neighbours(chain).meets(empties), chain.first())
                {
                    return Err(SetupError::Captured { color, vertex: self.size.vertex(point) });
                }
            }
        }
        Ok(())
    }

    /// Checks the position and runs the visitor on a board with the narrowest fitting bit set.
    ///
    /// # Errors
    /// If the description is not a position.
    pub fn visit<V: BoardVisitor>(
        &self,
        suicide: Suicide,
        visitor: V,
    ) -> Result<V::Output, SetupError> {
        match self.size.area() {
            0..=64 => Ok(visitor.visit(self.board::<u64>(suicide)?)),
            65..=128 => Ok(visitor.visit(self.board::<u128>(suicide)?)),
            _ => Ok(visitor.visit(self.board::<Wide>(suicide)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Size};

    fn setup(text: &str) -> Setup {
        Setup::from_diagram(text).unwrap()
    }

    #[test]
    fn impossible_positions_are_named() {
        let captured = setup("XO.\nO..\n...").board::<u64>(Suicide::Forbidden).unwrap_err();
        assert_eq!(captured.to_string(), "the Black chain at A3 has no liberty");
        let mut both = setup("X.");
        both.white = both.black;
        assert!(matches!(both.board::<u64>(Suicide::Forbidden), Err(SetupError::TwoStones { .. })));
        let mut off = setup("X.");
        off.white = Wide::single(Point::new(300));
        assert_eq!(off.board::<u64>(Suicide::Forbidden), Err(SetupError::OffBoard));
        let mut ko = setup("X.");
        ko.ko = Some(Point::new(0));
        assert_eq!(ko.board::<u64>(Suicide::Forbidden), Err(SetupError::Ko));
        let large = Setup::empty(Size::square(19).unwrap());
        assert!(matches!(
            large.board::<u128>(Suicide::Forbidden),
            Err(SetupError::TooLarge { .. })
        ));
    }

    #[test]
    fn the_narrowest_set_is_chosen() {
        struct Capacity;
        impl BoardVisitor for Capacity {
            type Output = usize;
            fn visit<S: PointSet>(self, _: Board<S>) -> usize {
                S::CAPACITY
            }
        }
        for (side, capacity) in [(8, 64), (9, 128), (11, 128), (12, 384), (19, 384)] {
            let setup = Setup::empty(Size::square(side).unwrap());
            assert_eq!(setup.visit(Suicide::Forbidden, Capacity), Ok(capacity));
        }
    }
}
