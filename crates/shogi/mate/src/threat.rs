//! Threats of mate: the mate of the side that has just moved if it could move again.

use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};

use crate::expand::replies;
use crate::report::{MateError, MateReport, Verdict};
use crate::solver::MateSolver;

/// How a threat of mate can be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatKind {
    /// Threatmate (詰めろ): mate follows if the defender passes. A defence exists, or none was
    /// excluded within the limits.
    Threatmate,
    /// Brinkmate (必至): mate follows against any defence.
    Brinkmate,
}

/// A threat of mate by the side that has just moved. Both kinds are proved by mates that the solver has proved.
#[derive(Clone, Debug)]
pub struct Threat {
    /// The mate that follows a pass. It need not be the shortest.
    pub mate: MateReport,
    /// Of a brinkmate: for every reply, the reply and the line of the mate after it.
    pub replies: Option<Vec<Vec<Move>>>,
}

impl Threat {
    /// How it can be met.
    #[must_use]
    pub const fn kind(&self) -> ThreatKind {
        if self.replies.is_some() { ThreatKind::Brinkmate } else { ThreatKind::Threatmate }
    }
}

impl MateSolver {
    /// The threat against the side to move, which is not in check; `None` if
    /// none was found within `limits`, which apply to each search: the mate
    /// after a pass, and then that after every reply until one is not mated.
    ///
    /// # Errors
    /// [`MateError`] when the side to move has no king.
    pub fn threat(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<Threat>, MateError> {
        if position.in_check() || !position.has_legal_move() {
            return Ok(None);
        }
        let mut passed = position.without_history();
        passed.do_null_move();
        let mate = self.solve(&passed, limits)?;
        if mate.verdict != Verdict::Mate {
            return Ok(None);
        }
        let replies = self.mates_after_every_reply(position, limits)?;
        Ok(Some(Threat { mate, replies }))
    }

    /// For every reply of the side to move, the reply and the line of the mate after it; `None` if there
    /// is a reply after which no mate was found and verified within `limits`, which apply to each search.
    ///
    /// # Errors
    /// [`MateError`] when the side to move has no king.
    pub fn mates_after_every_reply(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<Move>>>, MateError> {
        let mut at = position.without_history();
        let mut lines = Vec::new();
        for reply in replies(position) {
            at.do_move(reply);
            let answer = self.solve(&at, limits)?;
            at.undo_move(reply);
            if answer.verdict != Verdict::Mate || !answer.verified {
                return Ok(None);
            }
            lines.push([&[reply], answer.line.as_slice()].concat());
        }
        Ok(Some(lines))
    }
}
