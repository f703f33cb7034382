//! The question, and the budget for its answer.

use crate::error::ReasonError;
use zenpuku_shogi::{Color, Move, Position};

/// A move to explain, with the results of a search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The move to explain; `None` explains the first move of `better`.
    pub played: Option<Move>,
    /// The line of the better move, which comes first. May be empty.
    pub better: &'a [Move],
    /// The line that answers the move played. May be empty.
    pub reply: &'a [Move],
    /// Was the side to move losing before the move? Then a mate against it is not a sudden death.
    pub was_losing: bool,
    /// The moves of an opening book in the position. May be empty.
    pub book: &'a [Move],
}

/// How much may be spent on one question, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions visited to prove one gain of material.
    pub material: u64,
    /// Positions visited for each question about a mate.
    pub mate: u64,
    /// Most reasons for one move.
    pub reasons: usize,
    /// Write the proofs of mates into the evidence?
    pub proofs: bool,
}

impl Budget {
    /// The usual budget: about 50 ms for a move.
    pub const USUAL: Self = Self { material: 60_000, mate: 4_000, reasons: 2, proofs: false };

    /// The same with `factor` times the nodes.
    #[must_use]
    pub const fn times(self, factor: u64) -> Self {
        Self {
            material: self.material.saturating_mul(factor),
            mate: self.mate.saturating_mul(factor),
            ..self
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Question<'_> {
    /// Checks that the question can be answered.
    ///
    /// # Errors
    /// [`ReasonError`] names the error.
    pub fn check(&self) -> Result<(), ReasonError> {
        for color in Color::iter() {
            if self.position.king(color).is_none() {
                return Err(ReasonError::NoKing(color));
            }
        }
        if !self.position.has_legal_move() {
            return Err(ReasonError::Mated);
        }
        check_line("better line", self.position, self.better)?;
        let Some(mv) = self.played else { return Ok(()) };
        if let Some(rule) = self.position.illegality(mv) {
            return Err(ReasonError::Illegal { mv, rule });
        }
        let mut after = self.position.without_history();
        after.do_move(mv);
        check_line("reply line", &after, self.reply)
    }
}

fn check_line(line: &'static str, start: &Position, moves: &[Move]) -> Result<(), ReasonError> {
    let mut at = start.without_history();
    for (index, &mv) in moves.iter().enumerate() {
        at.try_do_move(mv).map_err(|rule| ReasonError::IllegalLine {
            line,
            number: index + 1,
            mv,
            rule,
        })?;
    }
    Ok(())
}
