//! Checks one by one: which of them mates?

use crate::expand::replies;
use crate::one::legal_checks;
use crate::proof::Proof;
use crate::report::{MateError, Verdict};
use crate::solver::MateSolver;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi::{Move, MoveList, Position};

/// What becomes of the defender after a check.
#[derive(Clone, Debug)]
pub enum AfterCheck {
    /// He is mated.
    Mate {
        /// The check and the longest defence against it.
        line: Vec<Move>,
        /// Is there no shorter mate by this check?
        shortest: bool,
        /// An answer to every defence against it.
        proof: Proof,
    },
    /// He escapes.
    Escapes,
    /// The limits left it open.
    Open(Option<StopReason>),
}

impl MateSolver {
    /// Does the legal move `check` mate? Every legal reply is a separate
    /// search; `limits` apply to each.
    ///
    /// # Errors
    /// [`MateError`] when there is no king to mate.
    pub fn after_check(
        &mut self,
        position: &Position,
        check: Move,
        limits: &Limits,
    ) -> Result<AfterCheck, MateError> {
        let mut at = position.without_history();
        at.do_move(check);
        let (mut longest, mut shortest, mut open) = (vec![check], true, None);
        let mut proof = Proof::default();
        for reply in replies(&at) {
            at.do_move(reply);
            let report = self.solve(&at, limits)?;
            at.undo_move(reply);
            match (report.verdict, report.plies, report.proof) {
                (Verdict::NoMate, ..) if report.verified => return Ok(AfterCheck::Escapes),
                (Verdict::Mate, Some(plies), Some(found)) if report.verified => {
                    proof.join(found);
                    shortest &= report.shortest;
                    if usize::from(plies) + 2 > longest.len() {
                        longest = [check, reply].into_iter().chain(report.line).collect();
                    }
                }
                _ => open = Some(report.stopped),
            }
            if report.stopped == Some(StopReason::Flag) {
                return Ok(AfterCheck::Open(report.stopped));
            }
        }
        Ok(open.map_or(AfterCheck::Mate { line: longest, shortest, proof }, AfterCheck::Open))
    }

    /// Searches the checks other than `known` for up to `wanted` that mate, and passes each
    /// line to `found` as soon as it is proved. It goes through the checks again and again,
    /// each time with ten times the nodes, until `limits` end it or every check is decided.
    ///
    /// # Errors
    /// As [`MateSolver::after_check`].
    pub fn other_mates(
        &mut self,
        position: &Position,
        known: Move,
        wanted: usize,
        limits: &Limits,
        mut found: impl FnMut(&[Move]),
    ) -> Result<(), MateError> {
        let started = std::time::Instant::now();
        let mut open = MoveList::new();
        legal_checks(position, &mut open);
        let mut open: Vec<Move> = open.iter().copied().filter(|&check| check != known).collect();
        let (mut missing, mut nodes) = (wanted, FIRST_ROUND);
        while !open.is_empty() {
            let mut still = Vec::new();
            for &check in &open {
                let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
                if missing == 0
                    || limits.stop.is_stopped()
                    || time.is_some_and(|time| time.is_zero())
                {
                    return Ok(());
                }
                let most = limits.nodes.map_or(nodes, |limit| limit.min(nodes));
                let question = Limits { nodes: Some(most), time, ..limits.clone() };
                match self.after_check(position, check, &question)? {
                    AfterCheck::Mate { line, .. } => {
                        missing -= 1;
                        found(&line);
                    }
                    AfterCheck::Escapes => {}
                    AfterCheck::Open(_) => still.push(check),
                }
            }
            if limits.nodes.is_some_and(|limit| limit <= nodes) {
                return Ok(());
            }
            (open, nodes) = (still, nodes.saturating_mul(10));
        }
        Ok(())
    }
}

/// Nodes of each question in the first round.
const FIRST_ROUND: u64 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Setup, SetupRules};

    fn position(sfen: &str) -> Position {
        Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
    }

    #[test]
    fn every_mating_check_is_found_and_no_other() {
        // Gold or silver on the head, and the gold next to it.
        let start = position("8k/9/7PP/9/9/9/9/9/9 b 2GS2r2b2g3s4n4l16p 1");
        let mut solver = MateSolver::new(1);
        let limits = Limits::with_nodes(100_000);
        let report = solver.solve(&start, &limits).unwrap();
        let first = report.line[0];
        let mut others = Vec::new();
        solver.other_mates(&start, first, 100, &limits, |line| others.push(line.to_vec())).unwrap();
        let mut checks = MoveList::new();
        legal_checks(&start, &mut checks);
        for &check in checks.iter().filter(|&&check| check != first) {
            let line = others.iter().find(|line| line[0] == check);
            match solver.after_check(&start, check, &limits).unwrap() {
                AfterCheck::Mate { line: expected, .. } => assert_eq!(line, Some(&expected)),
                AfterCheck::Escapes => assert_eq!(line, None),
                AfterCheck::Open(reason) => panic!("{check} is open: {reason:?}"),
            }
        }
        assert!(!others.is_empty());
        for line in &others {
            let mut at = start.clone();
            line.iter().for_each(|&mv| at.do_move(mv));
            assert!(at.is_mated(), "{line:?}");
        }
        let mut one = 0;
        solver.other_mates(&start, first, 1, &limits, |_| one += 1).unwrap();
        assert_eq!(one, 1);
    }
}
