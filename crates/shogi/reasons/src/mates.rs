//! Proofs of mates and of threats of mate.

use crate::tactics::pass;
use zenpuku_core::Limits;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_mate::{MateSolver, Verdict};

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

impl Found {
    pub(crate) fn mate(self) -> Option<Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::NoMate | Self::Unknown => None,
        }
    }
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
            Verdict::Mate if report.verified && report.plies == line_plies(&report.line) => {
                let proof = report.proof.filter(|_| self.proofs);
                let proof = proof.and_then(|proof| proof.to_text(position).ok());
                Found::Mate(Mate {
                    plies: u32::from(report.plies.unwrap_or_default()),
                    line: report.line,
                    proof,
                })
            }
            Verdict::NoMate => Found::NoMate,
            Verdict::Mate | Verdict::Unknown => Found::Unknown,
        }
    }

    /// Does the other side mate if the side to move passes?
    pub(crate) fn solve_after_pass(&mut self, position: &Position) -> Found {
        pass(position).map_or(Found::Unknown, |passed| self.solve(&passed))
    }

    /// The threat of mate that the side which has just moved has.
    pub(crate) fn threat(&mut self, position: &Position) -> Option<MateThreat> {
        if !position.has_legal_move() {
            return None;
        }
        let mate = self.solve_after_pass(position).mate()?;
        let replies = self.after_every_reply(position);
        Some(MateThreat { mate, replies })
    }

    /// The line of a mate after every reply, each with the reply first; `None` if one is not mated.
    pub(crate) fn after_every_reply(&mut self, position: &Position) -> Option<Vec<Vec<Move>>> {
        let mut at = position.without_history();
        let mut list = MoveList::new();
        at.legal_moves(&mut list);
        let mut lines = Vec::with_capacity(list.len());
        for &reply in list.iter() {
            at.do_move(reply);
            let mate = self.solve(&at).mate();
            at.undo_move(reply);
            let mut line = vec![reply];
            line.extend(mate?.line);
            lines.push(line);
        }
        Some(lines)
    }

    /// After `mv`, a move of the side that mates in `position`: does it still mate?
    pub(crate) fn mates_by(&mut self, position: &Position, mv: Move) -> bool {
        let mut at = position.without_history();
        at.do_move(mv);
        at.in_check() && self.after_every_reply(&at).is_some()
    }
}

fn line_plies(line: &[Move]) -> Option<u16> {
    u16::try_from(line.len()).ok()
}
