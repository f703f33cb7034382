//! Values as the database has them.

use crate::protocol::Side;

/// How a game ended, as a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(crate) enum Outcome {
    Black = 0,
    White = 1,
    Draw = 2,
    Open = 3,
}

/// The column of a winner and a draw.
pub(crate) fn outcome(winner: Option<Side>, draw: bool) -> Outcome {
    match winner {
        Some(Side::Black) => Outcome::Black,
        Some(Side::White) => Outcome::White,
        None if draw => Outcome::Draw,
        None => Outcome::Open,
    }
}

impl Outcome {
    /// Who won by a column's value.
    pub(crate) fn winner(column: i64) -> Option<Side> {
        match column {
            0 => Some(Side::Black),
            1 => Some(Side::White),
            _ => None,
        }
    }
}
