//! A described position.

mod check;

use crate::{Color, Point, PointSet, Size, Wide};

pub use check::{BoardVisitor, SetupError};

/// A position as described by a file or a person, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board's size.
    pub size: Size,
    /// Black stones.
    pub black: Wide,
    /// White stones.
    pub white: Wide,
    /// The side to move.
    pub to_move: Color,
    /// The point the side to move may not retake.
    pub ko: Option<Point>,
    /// Stones captured so far by Black and by White.
    pub prisoners: [u16; 2],
}

impl Setup {
    /// The empty board, Black to move.
    #[must_use]
    pub const fn empty(size: Size) -> Self {
        Self {
            size,
            black: Wide::EMPTY,
            white: Wide::EMPTY,
            to_move: Color::Black,
            ko: None,
            prisoners: [0; 2],
        }
    }

    /// The same position with this side to move.
    #[must_use]
    pub const fn with_to_move(mut self, color: Color) -> Self {
        self.to_move = color;
        self
    }

    /// The stones of a colour.
    #[must_use]
    pub const fn stones(&self, color: Color) -> Wide {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Puts a stone on a point or clears it, replacing its content.
    pub fn set(&mut self, point: Point, color: Option<Color>) {
        let stone = Wide::single(point);
        self.black = self.black.minus(stone);
        self.white = self.white.minus(stone);
        match color {
            Some(Color::Black) => self.black |= stone,
            Some(Color::White) => self.white |= stone,
            None => {}
        }
    }
}
