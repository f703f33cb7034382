//! Why a question has no answer.

use zenpuku_shogi::{Color, Move, RuleViolation};

/// Why no reasons can be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReasonError {
    /// A king is absent: neither checks nor mates can be judged.
    #[error("there is no {0} king: reasons need a position that can be played")]
    NoKing(Color),
    /// The side to move has no legal move.
    #[error("the side to move is mated: there is no move to explain")]
    Mated,
    /// The move to explain is illegal.
    #[error("the move {mv} is illegal here: {rule}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        rule: RuleViolation,
    },
    /// A line to compare with is illegal.
    #[error("move {number} of the {line}, {mv}, is illegal: {rule}")]
    IllegalLine {
        /// `better line` or `reply line`.
        line: &'static str,
        /// Number of the move in its line, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        rule: RuleViolation,
    },
}
