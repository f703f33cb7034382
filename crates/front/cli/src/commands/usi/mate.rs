//! `go mate`: a mate search on a separate thread, answered with `checkmate`.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_protocol::usi::{
    Bound, CheckmateAnswer, EngineMessage, Info, MateLimit, MateScore, Score, ScoreInfo,
};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{MateReport, MateSolver, Progress, Verdict};

use super::report::{Answered, usi_line};
use super::send_from_search;

/// Size of the solver's table in MiB.
const TABLE: usize = 128;

/// Room for the deepest line of the recursive search.
const STACK: usize = 16 << 20;

/// The time kept back for the way to the GUI, at most; see the option `NetworkDelay`.
const DELAY: Duration = Duration::from_millis(120);

/// The solver, made for the first problem and kept for the next one.
#[derive(Clone, Default)]
pub(super) struct MateEngine(Arc<Mutex<Option<MateSolver>>>);

/// A running mate search; it sends its answer itself.
pub(super) struct MateSearch {
    stop: StopToken,
    answered: Answered,
    thread: JoinHandle<()>,
}

impl MateEngine {
    /// Starts a search for a mate by the side to move, and for up to `lines`
    /// mates in total, with this number of threads.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(super) fn start(
        &self,
        position: Position,
        limit: MateLimit,
        (lines, threads): (usize, usize),
    ) -> anyhow::Result<MateSearch> {
        let stop = StopToken::new();
        let limits = Limits { time: budget(limit), ..Limits::none() }.stopped_by(stop.clone());
        let solver = Arc::clone(&self.0);
        let answered = Answered::default();
        let mark = answered.clone();
        let thread = Builder::new().name("mate".into()).stack_size(STACK).spawn(move || {
            let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let solver = solver.get_or_insert_with(|| MateSolver::new(TABLE));
            solver.set_threads(threads);
            let answer = solve(solver, &position, &limits, lines);
            mark.mark();
            send_from_search(&EngineMessage::Checkmate(answer));
        })?;
        Ok(MateSearch { stop, answered, thread })
    }
}

impl MateSearch {
    pub(super) fn is_running(&self) -> bool {
        !self.answered.is_marked()
    }

    /// Makes it answer now.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Waits for its answer.
    pub(super) fn wait(self) {
        if self.thread.join().is_err() {
            send_from_search(&EngineMessage::message("the mate search broke off; see stderr"));
            send_from_search(&EngineMessage::Checkmate(CheckmateAnswer::Timeout));
        }
    }
}

/// The number after `go mate` is the time until the answer must have arrived.
fn budget(limit: MateLimit) -> Option<Duration> {
    match limit {
        MateLimit::Unlimited => None,
        MateLimit::Time(time) => Some(time - DELAY.min(time / 5)),
    }
}

fn solve(
    solver: &mut MateSolver,
    position: &Position,
    limits: &Limits,
    lines: usize,
) -> CheckmateAnswer {
    let started = Instant::now();
    let report =
        match solver.solve_with(position, limits, |progress| send_from_search(&news(&progress))) {
            Ok(report) => report,
            Err(error) => {
                send_from_search(&EngineMessage::message(error.to_string()));
                return CheckmateAnswer::NotImplemented;
            }
        };
    let answer = answer(&report);
    if let CheckmateAnswer::Mate(_) = answer {
        send_from_search(&solution(1, &report.line, report.nodes, report.elapsed));
        if lines > 1 {
            others(solver, position, limits, (&report, lines), started);
        }
    }
    answer
}

/// Searches mates by other first moves in the remaining time; each is reported immediately.
fn others(
    solver: &mut MateSolver,
    position: &Position,
    limits: &Limits,
    (report, lines): (&MateReport, usize),
    started: Instant,
) {
    let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let limits = Limits { time, ..limits.clone() };
    let Some(&first) = report.line.first() else { return };
    let mut rank = 1;
    let found = |line: &[Move]| {
        rank += 1;
        send_from_search(&solution(rank, line, report.nodes, started.elapsed()));
    };
    if let Err(error) = solver.other_mates(position, first, lines - 1, &limits, found) {
        send_from_search(&EngineMessage::message(error.to_string()));
    }
}

/// A mate as a separate line; `time` is measured from the start of the search.
fn solution(rank: u32, line: &[Move], nodes: u64, time: Duration) -> EngineMessage {
    let plies = line.len() as u32;
    EngineMessage::Info(Box::new(Info {
        depth: Some(plies),
        multipv: Some(rank),
        score: Some(mate_in(plies)),
        nodes: Some(nodes),
        time: Some(time),
        pv: usi_line(line),
        ..Info::default()
    }))
}

fn mate_in(plies: u32) -> ScoreInfo {
    ScoreInfo { score: Score::Mate(MateScore::Win(Some(plies))), bound: Bound::Exact }
}

/// Progress of the search; the length of a mate is the shortest found so far.
fn news(progress: &Progress) -> EngineMessage {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    EngineMessage::Info(Box::new(Info {
        depth: Some(progress.depth.into()),
        score: progress.mate.map(|plies| mate_in(plies.into())),
        nodes: Some(progress.nodes),
        nps: Some((progress.nodes as f64 / seconds) as u64),
        time: Some(progress.elapsed),
        ..Info::default()
    }))
}

/// Only a complete line is a mate, only a checked refutation is `nomate`.
fn answer(report: &MateReport) -> CheckmateAnswer {
    let whole = report.plies.is_some_and(|plies| report.line.len() == usize::from(plies));
    match report.verdict {
        Verdict::Mate if whole => CheckmateAnswer::Mate(usi_line(&report.line)),
        Verdict::NoMate if report.verified => CheckmateAnswer::NoMate,
        _ => CheckmateAnswer::Timeout,
    }
}
