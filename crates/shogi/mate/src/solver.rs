//! The solver: deeper and deeper for a mate, in between for a refutation; when that takes too
//! long, proof-number search for a mate of any length and then for shorter ones.

use crate::dfpn::{DfPn, News};
use crate::dfpn_table::NO_LIMIT;
use crate::helpers::{Floor, beside};
use crate::memory::Memory;
use crate::progress::Progress;
use crate::proof::Proof;
use crate::prover::{MAX_DEPTH, Prover};
use crate::refutation::Refutation;
use crate::refuter::{Halt, Refuter};
use crate::report::{MateError, MateReport, Verdict};
use crate::table::Table;
use core::time::Duration;
use zenpuku_core::{Budget, Limits, StopReason};
use zenpuku_shogi::{Move, Position};

/// Nodes of the first attempt at a refutation; later ones get half of the nodes
/// used by the mate search.
const FIRST_SHARE: u64 = 200;

/// Nodes of the search by depth before the proof-number search takes over.
const SHORT_NODES: u64 = 1_000;

/// Time that writing the proof may take after the limits are used up.
const GRACE: Duration = Duration::from_millis(50);

/// A mate solver with its table, to be used again and again. Every search
/// starts from scratch: earlier ones change neither answer nor node count.
pub struct MateSolver {
    table: Table,
    /// Of the proof-number search; made when a problem first needs it.
    memory: Option<Memory>,
    /// The same for the threads that help.
    helpers: Vec<Memory>,
    threads: usize,
    mebibytes: usize,
}

impl MateSolver {
    /// A solver with a table of about `mebibytes`.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        // One quarter for the search by depth, the rest for the proof-number search.
        let quarter = mebibytes.div_ceil(4);
        let (memory, helpers, mebibytes) = (None, Vec::new(), mebibytes - quarter);
        Self { table: Table::new(quarter), memory, helpers, threads: 1, mebibytes }
    }

    /// Lets `threads` (at least 1) search a long problem together, each with its own table of the
    /// same size. The answer stays the same, with its line; where limits of time or nodes cut the
    /// search off, more may be known of it. Only nodes of the first one are counted.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.helpers.truncate(self.threads - 1);
    }

    /// Searches the shortest mate by the side to move. `limits.depth` is the
    /// longest mate searched, in plies.
    ///
    /// # Errors
    /// [`MateError`] when there is no king to mate.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Result<MateReport, MateError> {
        self.solve_with(position, limits, |_| {})
    }

    /// As [`MateSolver::solve`], telling `progress` what [`Progress`] says.
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
        self.table.begin();
        let mut search = Search {
            position,
            table: &mut self.table,
            memory: &mut self.memory,
            helpers: &mut self.helpers,
            threads: self.threads,
            mebibytes: self.mebibytes,
            budget: Budget::start(limits),
            searched: 0,
            undecided: None,
        };
        let finding = search.run(limits, progress);
        let (nodes, searched) = (search.budget.nodes(), search.searched);
        let undecided = search.undecided;
        let mut report = MateReport {
            verdict: Verdict::Unknown,
            plies: None,
            line: Vec::new(),
            shortest: false,
            verified: false,
            no_mate_within: searched,
            proof_number: undecided.map(|(proof, _)| proof),
            disproof_number: undecided.map(|(_, disproof)| disproof),
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
            Ok(Finding::Long(mate)) => {
                report.verdict = Verdict::Mate;
                report.plies = Some(mate.plies);
                report.shortest = mate.plies <= searched + 2;
                report.line = mate.proof.longest_line(position);
                report.verified = mate.proof.verify(position) == Ok(mate.plies);
                report.proof = Some(mate.proof);
                report.stopped = mate.stopped;
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
    Long(LongMate),
    TooDeep,
}

struct Search<'a> {
    position: &'a Position,
    table: &'a mut Table,
    memory: &'a mut Option<Memory>,
    helpers: &'a mut Vec<Memory>,
    threads: usize,
    mebibytes: usize,
    budget: Budget,
    /// Depth searched without a mate.
    searched: u16,
    /// Proof and disproof number of the root when it was left undecided.
    undecided: Option<(u32, u32)>,
}

impl Search<'_> {
    fn run(
        &mut self,
        limits: &Limits,
        mut progress: impl FnMut(Progress),
    ) -> Result<Finding, StopReason> {
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH.into()) as u16);
        let mut counted = false;
        for depth in (1..=deepest).step_by(2) {
            let found = Prover::new(self.position, self.table, &mut self.budget).attack(depth)?;
            if let Some(mate) = found {
                return Ok(Finding::Mate(mate.plies));
            }
            self.searched = depth;
            progress(Progress {
                mate: None,
                depth,
                nodes: self.budget.nodes(),
                elapsed: self.budget.elapsed(),
            });
            if let Some(refutation) = self.refute()? {
                return Ok(Finding::NoMate(refutation));
            }
            if self.budget.nodes() >= SHORT_NODES && depth < deepest && !counted {
                counted = true;
                if let Some(finding) = self.search_numbers(limits, &mut progress)? {
                    return Ok(finding);
                }
            }
        }
        Ok(Finding::TooDeep)
    }

    /// The proof-number search: first for any mate, then for shorter ones.
    /// `None` if its result could not be confirmed by the rules: the search by
    /// depth continues.
    fn search_numbers(
        &mut self,
        limits: &Limits,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Option<Finding>, StopReason> {
        let longest = limits.depth.map_or(NO_LIMIT, |depth| depth.min(NO_LIMIT.into()) as u16);
        let size = self.mebibytes;
        self.helpers.resize_with(self.threads - 1, || Memory::new(size));
        let mut helpers = std::mem::take(self.helpers);
        let (position, searched) = (self.position, self.searched);
        let found = beside(position, &mut helpers, searched, |floor| {
            self.search_above(longest, floor, progress)
        });
        *self.helpers = helpers;
        found
    }

    /// What [`Search::search_numbers`] does while helpers raise the `floor`.
    fn search_above(
        &mut self,
        longest: u16,
        floor: &Floor,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Option<Finding>, StopReason> {
        let memory = self.memory.get_or_insert_with(|| Memory::new(self.mebibytes));
        memory.begin();
        let news = News { listener: progress, searched: self.searched, mate: None };
        let mut search = DfPn::new(self.position, memory, &mut self.budget, news);
        let decided = search.decide(longest);
        self.undecided = search.undecided;
        if !decided?.is_mate() {
            // There is no mate; requires a refutation confirmed by the rules.
            if longest < NO_LIMIT {
                self.searched = longest;
                return Ok(Some(Finding::TooDeep));
            }
            let mut refutation = Refutation::default();
            let held = search.write_refutation(&mut refutation)?;
            return Ok(held.then_some(Finding::NoMate(refutation)));
        }
        let mut proof = Proof::default();
        search.write_mate(longest, &mut proof)?;
        let Some(mut plies) = proof.tighten(self.position) else { return Ok(None) };
        search.news.mate = Some(plies);
        search.news.tell(search.budget);
        let mut stopped = None;
        while plies > self.searched + 2 {
            (search.news.mate, search.news.searched) = (Some(plies), self.searched);
            match shorter(&mut search, self.position, plies - 2, floor) {
                Ok(Shorter::Mate(less, better)) => (plies, proof) = (less, better),
                Ok(Shorter::None) => self.searched = plies - 2,
                Ok(Shorter::Unconfirmed) => break,
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        (search.news.mate, search.news.searched) = (Some(plies), self.searched);
        search.news.tell(search.budget);
        Ok(Some(Finding::Long(LongMate { plies, proof, stopped })))
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

/// The result of the proof-number search.
struct LongMate {
    plies: u16,
    proof: Proof,
    /// Why the search for a shorter one was not completed.
    stopped: Option<StopReason>,
}

/// The result of the search for a shorter mate.
enum Shorter {
    Mate(u16, Proof),
    None,
    /// The search says that there is one, but its proof has gaps.
    Unconfirmed,
}

/// Searches a mate within `plies`.
fn shorter(
    search: &mut DfPn<'_>,
    position: &Position,
    plies: u16,
    floor: &Floor,
) -> Result<Shorter, StopReason> {
    if !search.decide_unless(plies, || floor.plies() >= plies)?.is_mate() {
        return Ok(Shorter::None);
    }
    let mut proof = Proof::default();
    search.write_mate(plies, &mut proof)?;
    let confirmed = proof.tighten(position);
    Ok(confirmed.map_or(Shorter::Unconfirmed, |plies| Shorter::Mate(plies, proof)))
}

/// When no time is left for the line: the mating move alone.
fn first_move(prover: &Prover<'_>) -> Vec<Move> {
    prover.position.move_from_bits(prover.known().best).into_iter().collect()
}
