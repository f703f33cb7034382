//! Threads that search problems in parallel, each with its own solver, so that
//! answers do not depend on their number.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::Builder;

use anyhow::Context as _;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi_mate::{ComposerCount, CompositionError, MateReport, MateSolver};

use super::check::{self, Check};
use super::inputs::Problem;
use super::{Args, Batch, Extra, Solved, replay};

/// Room for the deepest line of the recursive searches.
const STACK: usize = 16 << 20;

type Input = Result<Problem, String>;

/// `None` if it was interrupted: an incomplete search has no result.
type Output = Option<Result<Solved, String>>;

/// Searches all problems and hands the results on in their order, each as soon as it and all
/// before it are there.
///
/// # Errors
/// If a result cannot be written, or the system gives no thread.
pub(super) fn run(
    batch: &mut Batch<'_>,
    problems: &[Input],
    limits: &Limits,
) -> anyhow::Result<()> {
    let wanted: Vec<usize> = (0..problems.len())
        .filter(|&index| !problems[index].as_ref().is_ok_and(|problem| batch.keep(problem)))
        .collect();
    let threads = usize::from(batch.args.threads).min(wanted.len());
    // More threads than problems: they search long ones together.
    let each = usize::from(batch.args.threads) / threads.max(1);
    let (next, state) = (AtomicUsize::new(0), Mutex::new(batch.tally.to_string()));
    let (args, progress) = (batch.args, Arc::clone(&batch.progress));
    let (sender, receiver) = mpsc::channel::<(usize, Output)>();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, state, wanted) = (sender.clone(), &next, &state, &wanted);
            let progress = Arc::clone(&progress);
            let work = move || {
                let mut solver = MateSolver::new(usize::from(args.hash));
                solver.set_threads(each);
                let mut worker = Worker { args, limits, solver };
                while let Some(&index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tell = |news: &str| {
                        let tally = state.lock().unwrap_or_else(PoisonError::into_inner);
                        progress.message(format!("{tally}; now {news}"));
                    };
                    let output = match &problems[index] {
                        Ok(problem) => worker.work(problem, tell).transpose(),
                        Err(message) => Some(Err(message.clone())),
                    };
                    let last = output.is_none();
                    if sender.send((index, output)).is_err() || last {
                        return;
                    }
                }
            };
            let builder = Builder::new().name("mate".into()).stack_size(STACK);
            builder.spawn_scoped(scope, work).context("no thread for the search")?;
        }
        drop(sender);
        let handed_on = hand_on(batch, (problems, &wanted), receiver, &state);
        // Threads that are still searching find no more work.
        next.store(wanted.len(), Ordering::Relaxed);
        if handed_on.is_err() {
            limits.stop.stop();
        }
        handed_on
    })
}

/// Hands results on in the order of the problems; those behind an interrupted one at the end.
fn hand_on(
    batch: &mut Batch<'_>,
    (problems, wanted): (&[Input], &[usize]),
    receiver: mpsc::Receiver<(usize, Output)>,
    state: &Mutex<String>,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut order = wanted.iter().peekable();
    let take = |batch: &mut Batch<'_>, index: usize, output: Output| {
        let Some(solved) = output else { return Ok(()) };
        let taken = batch.take(index + 1, &problems[index], solved);
        *state.lock().unwrap_or_else(PoisonError::into_inner) = batch.tally.to_string();
        taken
    };
    for (index, output) in receiver {
        waiting.insert(index, output);
        while let Some(output) = order.peek().and_then(|index| waiting.remove(*index)) {
            if let Some(&index) = order.next() {
                take(batch, index, output)?;
            }
        }
    }
    waiting.into_iter().try_for_each(|(index, output)| take(batch, index, output))
}

/// One thread's solver and its task.
struct Worker<'a> {
    args: &'a Args,
    limits: &'a Limits,
    solver: MateSolver,
}

impl Worker<'_> {
    /// Searches a problem; `None` when interrupted. The text names the error of
    /// the problem or its proof.
    fn work(
        &mut self,
        problem: &Problem,
        tell: impl FnMut(&str),
    ) -> Result<Option<Solved>, String> {
        let report = self.solve(problem, tell)?;
        if report.stopped == Some(StopReason::Flag) {
            return Ok(None);
        }
        let replay = self.args.verify.then(|| replay(&report, &problem.position)).transpose();
        let replay = replay.map_err(|message| problem.place.error(&message))?.flatten();
        let mut extra = Extra { replay, check: None, count: self.count(problem, &report) };
        extra.check = match self.check(problem, &report, &extra).transpose() {
            Ok(check) => check,
            Err(CompositionError::Interrupted) => return Ok(None),
            Err(error) => return Err(problem.place.error(&error)),
        };
        Ok(Some(Solved { report, extra }))
    }

    fn solve(
        &mut self,
        problem: &Problem,
        mut tell: impl FnMut(&str),
    ) -> Result<MateReport, String> {
        let show = |news: zenpuku_shogi_mate::Progress| {
            let mate = news.mate.map(|plies| format!("mate in {plies}, ")).unwrap_or_default();
            let (depth, nodes) = (news.depth, news.nodes);
            tell(&format!("{mate}no mate in {depth}, {nodes} nodes"));
        };
        let report = self.solver.solve_with(&problem.position, self.limits, show);
        report.map_err(|error| problem.place.error(&error))
    }

    /// The count of a mate as composers have it, unless the strict one is asked for.
    fn count(&self, problem: &Problem, report: &MateReport) -> Option<ComposerCount> {
        let limits = ComposerCount::limits(self.limits);
        let wanted = !self.args.strict;
        wanted.then(|| ComposerCount::of_report(&problem.position, report, &limits)).flatten()
    }

    /// The check of a mate, if it is asked for.
    fn check(
        &mut self,
        problem: &Problem,
        report: &MateReport,
        extra: &Extra,
    ) -> Option<Result<Check, CompositionError>> {
        let Self { args, solver, limits } = self;
        // Other mates may be longer than the intended one.
        let limits = Limits { depth: None, ..(*limits).clone() };
        let told = extra.told(report, args);
        let asked = args.check && report.verified && told.plies.is_some();
        asked.then(|| check::check(solver, problem, &told, args.length, &limits))
    }
}
