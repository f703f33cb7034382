//! The moves of a line, one after the other.

use zenpuku_go::{Color, Move, Scoring, Setup};

use super::{MoveReview, review_move};
use crate::appraise::{Appraisal, Estimate};

/// Number of moves without taking a ko after which its fight is over. Number of
/// earlier moves that a review of some moves of a game examines, see
/// [`LineReviewer::pass_over`].
pub const QUIET_MOVES: usize = 4;

/// Reviews the moves of a line in order: appraises each position once, and tracks ko fights.
#[derive(Clone, Debug, Default)]
pub struct LineReviewer {
    /// Number of further moves of a ko fight.
    fight: usize,
    /// The value of the position after the last move.
    last: Option<(Setup, Appraisal)>,
}

impl LineReviewer {
    /// Records a move that is not reviewed, with the positions before and after
    /// it: a ko that it takes is still being fought.
    pub fn pass_over(&mut self, positions: [&Setup; 2]) {
        self.ko_is_fought(positions);
        self.last = None;
    }

    /// Reviews a move with the positions before and after it, and returns the
    /// value of the position before it for the side to move.
    ///
    /// # Errors
    /// Those of `appraise`.
    pub fn review<E>(
        &mut self,
        [before, after]: [&Setup; 2],
        (color, mv): (Color, Move),
        scoring: Scoring,
        mut appraise: impl FnMut(&Setup) -> Result<Appraisal, E>,
    ) -> Result<(Estimate, MoveReview), E> {
        let ko = self.ko_is_fought([before, after]);
        let one = match self.last.take() {
            Some((position, known)) if position == *before => known,
            _ => appraise(before)?,
        };
        let other = appraise(after)?;
        let review = review_move(scoring, [&one, &other], (color, mv), ko);
        self.last = Some((*after, other));
        Ok((one.first[color.index()].clone(), review))
    }

    /// Whether a ko is fought with this move: taken, threatened for, or answered.
    fn ko_is_fought(&mut self, [before, after]: [&Setup; 2]) -> bool {
        self.fight = self.fight.saturating_sub(1);
        if before.ko.is_some() || after.ko.is_some() {
            self.fight = QUIET_MOVES;
        }
        self.fight > 0
    }
}
