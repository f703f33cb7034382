//! Threats of mate: the mate of the side that has just moved if it could move again.

use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};

use crate::expand::replies;
use crate::report::{MateError, Verdict};
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

/// A threat of mate. Both kinds are proved by mates that the solver has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// How it can be met.
    pub kind: ThreatKind,
    /// The mate that follows a pass: its line, which need not be the shortest. Its length is that of the
    /// mate in plies.
    pub line: Vec<Move>,
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
        let defences = replies(position);
        if position.in_check() || defences.is_empty() {
            return Ok(None);
        }
        let mut at = position.without_history();
        at.do_null_move();
        let report = self.solve(&at, limits)?;
        at.undo_null_move();
        if report.verdict != Verdict::Mate {
            return Ok(None);
        }
        for reply in defences {
            at.do_move(reply);
            let answer = self.solve(&at, limits)?;
            at.undo_move(reply);
            if answer.verdict != Verdict::Mate {
                return Ok(Some(Threat { kind: ThreatKind::Threatmate, line: report.line }));
            }
        }
        Ok(Some(Threat { kind: ThreatKind::Brinkmate, line: report.line }))
    }
}
