//! The solver: deeper and deeper for a mate, in between for a refutation.

use crate::proof::Proof;
use crate::prover::{MAX_DEPTH, Prover};
use crate::refutation::Refutation;
use crate::refuter::{Halt, Refuter};
use crate::report::{MateError, MateReport, Verdict};
use crate::table::Table;
use core::time::Duration;
use zenpuku_gametree::{Budget, Limits, StopReason};
use zenpuku_shogi::{Move, Position};

/// Nodes of the first attempt at a refutation; later ones get half of what the
/// search for mate has used.
const FIRST_SHARE: u64 = 2_000;

/// Time that writing the proof may take after the limits are used up.
const GRACE: Duration = Duration::from_millis(50);

/// Told after every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Depth just searched without finding a mate, in plies.
    pub depth: u16,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub elapsed: Duration,
}

/// A mate solver with its table, to be used again and again.
pub struct MateSolver {
    table: Table,
}

impl MateSolver {
    /// A solver with a table of about `mebibytes`.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self { table: Table::new(mebibytes) }
    }

    /// Forgets everything; what it knows is true in every game, so this only
    /// makes node counts repeatable.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Looks for the shortest mate by the side to move. `limits.depth` is the
    /// longest mate looked for, in plies.
    ///
    /// # Errors
    /// [`MateError`] when there is no king to mate.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Result<MateReport, MateError> {
        self.solve_with(position, limits, |_| {})
    }

    /// As [`MateSolver::solve`], telling `progress` after every depth.
    ///
    /// # Errors
    /// As [`MateSolver::solve`].
    pub fn solve_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: impl FnMut(Progress),
    ) -> Result<MateReport, MateError> {
        let king = position.side_to_move().flip();
        position.king(king).ok_or(MateError::NoKing(king))?;
        let mut search =
            Search { position, table: &mut self.table, budget: Budget::start(limits), searched: 0 };
        let finding = search.run(limits, progress);
        let (nodes, searched) = (search.budget.nodes(), search.searched);
        let mut report = MateReport {
            verdict: Verdict::Unknown,
            plies: None,
            line: Vec::new(),
            shortest: false,
            verified: false,
            no_mate_within: searched,
            nodes,
            elapsed: search.budget.elapsed(),
            stopped: None,
            proof: None,
            refutation: None,
        };
        match finding {
            Ok(Finding::Mate(plies)) => search.report_mate(plies, limits, &mut report),
            Ok(Finding::NoMate(refutation)) => {
                report.verdict = Verdict::NoMate;
                report.no_mate_within = u16::MAX;
                report.verified = refutation.verify(position).is_ok();
                report.refutation = Some(refutation);
            }
            Ok(Finding::TooDeep) => {}
            Err(reason) => report.stopped = Some(reason),
        }
        report.elapsed = search.budget.elapsed();
        Ok(report)
    }
}

enum Finding {
    Mate(u16),
    NoMate(Refutation),
    TooDeep,
}

struct Search<'a> {
    position: &'a Position,
    table: &'a mut Table,
    budget: Budget,
    /// Depth searched without a mate.
    searched: u16,
}

impl Search<'_> {
    fn run(
        &mut self,
        limits: &Limits,
        mut progress: impl FnMut(Progress),
    ) -> Result<Finding, StopReason> {
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH.into()) as u16);
        for depth in (1..=deepest).step_by(2) {
            let found = Prover::new(self.position, self.table, &mut self.budget).attack(depth)?;
            if let Some(mate) = found {
                return Ok(Finding::Mate(mate.plies));
            }
            self.searched = depth;
            progress(Progress {
                depth,
                nodes: self.budget.nodes(),
                elapsed: self.budget.elapsed(),
            });
            if let Some(refutation) = self.refute()? {
                return Ok(Finding::NoMate(refutation));
            }
        }
        Ok(Finding::TooDeep)
    }

    fn refute(&mut self) -> Result<Option<Refutation>, StopReason> {
        let share = FIRST_SHARE.max(self.budget.nodes() / 2);
        match Refuter::attempt(self.position, self.table, &mut self.budget, share) {
            Ok(refutation) => Ok(refutation),
            Err(Halt::Share) => Ok(None),
            Err(Halt::Stop(reason)) => Err(reason),
        }
    }

    /// Writes line and proof, for which the mate found earns some extra budget.
    fn report_mate(&mut self, plies: u16, limits: &Limits, report: &mut MateReport) {
        report.verdict = Verdict::Mate;
        report.plies = Some(plies);
        report.shortest = true;
        let spare = limits.time.map_or(Duration::MAX, |time| time.saturating_sub(report.elapsed));
        let extra = Limits {
            depth: None,
            nodes: limits.nodes.map(|nodes| nodes.max(report.nodes).saturating_add(10_000)),
            time: limits.time.map(|_| spare.max(GRACE)),
            stop: limits.stop.clone(),
        };
        let mut budget = Budget::start(&extra);
        let mut prover = Prover::new(self.position, self.table, &mut budget);
        report.line = prover.longest_line(plies).unwrap_or_else(|_| first_move(&prover));
        let mut proof = Proof::default();
        if prover.write_proof(plies, &mut proof).is_ok() {
            report.verified = proof.verify(self.position) == Ok(plies);
            report.proof = Some(proof);
        }
    }
}

/// When no time is left for the line: the mating move alone.
fn first_move(prover: &Prover<'_>) -> Vec<Move> {
    prover.position.move_from_bits(prover.known().best).into_iter().collect()
}
