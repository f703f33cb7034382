//! The moves of a line, one after the other.

use zenpuku_go::{Color, Move, Scoring, Setup};

use super::{MoveReview, review_move};
use crate::appraise::{Appraisal, Estimate};

/// After so many moves without taking a ko its fight is over. A review of some moves of a game looks at so many moves before
/// them, see [`LineReviewer::pass_over`].
pub const QUIET_MOVES: usize = 4;

/// Reviews the moves of a line in their order: appraises each position once, and knows whether a ko is fought.
#[derive(Clone, Debug, Default)]
pub struct LineReviewer {
    /// A ko is fought for so many moves more.
    fight: usize,
    /// What the position after the last move is worth.
    last: Option<(Setup, Appraisal)>,
}

impl LineReviewer {
    /// Looks at a move that is not reviewed, with the positions before and after it: a ko that it takes is still fought.
    pub fn pass_over(&mut self, positions: [&Setup; 2]) {
        self.ko_is_fought(positions);
        self.last = None;
    }

    /// Reviews a move with the positions before and after it, and gives what the position before it is worth to who moves.
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
