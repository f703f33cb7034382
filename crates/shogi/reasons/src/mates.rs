//! Proofs of mates and of threats of mate.

use crate::tactics::pass;
use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{MateReport, MateSolver, Verdict};

/// A mate by the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Mate {
    pub(crate) plies: u32,
    pub(crate) line: Vec<Move>,
    pub(crate) proof: Option<String>,
}

/// A threat of mate by the side that has just moved.
pub(crate) struct MateThreat {
    /// The mate after a pass.
    pub(crate) mate: Mate,
    /// Of a brinkmate: the line of the mate after every reply, the reply first.
    pub(crate) replies: Option<Vec<Vec<Move>>>,
}

impl MateThreat {
    /// Is one a brinkmate and the other only a threatmate?
    pub(crate) fn differs(&self, other: &Self) -> bool {
        self.replies.is_some() != other.replies.is_some()
    }
}

/// Results about mates in a position.
pub(crate) enum Found {
    Mate(Mate),
    /// Proved: no mate.
    NoMate,
    /// Not decided within the nodes.
    Unknown,
}

/// Asks a solver with the same nodes for every question.
pub(crate) struct Mates<'a> {
    pub(crate) solver: &'a mut MateSolver,
    pub(crate) nodes: u64,
    pub(crate) proofs: bool,
}

impl Mates<'_> {
    fn limits(&self) -> Limits {
        Limits::with_nodes(self.nodes)
    }

    /// Does the side to move mate?
    pub(crate) fn solve(&mut self, position: &Position) -> Found {
        let limits = self.limits();
        // Both kings are there, as the question was checked.
        let Ok(report) = self.solver.solve(position, &limits) else { return Found::Unknown };
        match report.verdict {
            Verdict::Mate => self.shown(position, report).map_or(Found::Unknown, Found::Mate),
            Verdict::NoMate => Found::NoMate,
            Verdict::Unknown => Found::Unknown,
        }
    }

    /// A mate in `position`, if it was verified and its line has the length that is claimed.
    fn shown(&self, position: &Position, report: MateReport) -> Option<Mate> {
        let plies = u32::from(report.plies?);
        if !report.verified || u32::try_from(report.line.len()) != Ok(plies) {
            return None;
        }
        let proof = report.proof.filter(|_| self.proofs);
        let proof = proof.and_then(|proof| proof.to_text(position).ok());
        Some(Mate { plies, line: report.line, proof })
    }

    /// Does the other side mate if the side to move passes?
    pub(crate) fn solve_after_pass(&mut self, position: &Position) -> Found {
        pass(position).map_or(Found::Unknown, |passed| self.solve(&passed))
    }

    /// The threat of mate that the side which has just moved has.
    pub(crate) fn threat(&mut self, position: &Position) -> Option<MateThreat> {
        let threat = self.solver.threat(position, &self.limits()).ok()??;
        let mate = self.shown(&pass(position)?, threat.mate)?;
        Some(MateThreat { mate, replies: threat.replies })
    }

    /// The mate that begins with `mv`, of the side to move: its longest line, if every reply is mated.
    pub(crate) fn mate_by(&mut self, position: &Position, mv: Move) -> Option<Mate> {
        let mut at = position.without_history();
        at.do_move(mv);
        if !at.in_check() {
            return None;
        }
        let lines = self.solver.mates_after_every_reply(&at, &self.limits()).ok()??;
        let longest = lines.into_iter().max_by_key(Vec::len).unwrap_or_default();
        let line: Vec<Move> = core::iter::once(mv).chain(longest).collect();
        Some(Mate { plies: u32::try_from(line.len()).ok()?, line, proof: None })
    }
}
