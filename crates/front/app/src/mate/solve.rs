//! Solving any position, and playing through the proof with every defence.

use super::{MateChoice, MateSolution, MateStep};
use crate::document::marked;
use crate::errors::{AppResult, error, in_range, no_mate_problem};
use crate::position::{legal_move, line_steps, position};
use crate::protocol::{ErrorCode, Event, Reply};
use crate::state::{AppState, Connection, ShownProof, WorkPlace, lock};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, MoveList, Position, Square};
use zenpuku_shogi_mate::{MateReport, MateSolver, Progress, Proof, Refutation, legal_checks};

/// Memory of one solver, in MiB.
pub(super) const TABLE_MIB: usize = 64;
/// Least time between two events of progress.
const NEWS_INTERVAL: Duration = Duration::from_millis(200);

/// A problem to be solved.
pub(super) struct Task<'a> {
    pub(super) root: Position,
    /// Of the solution.
    pub(super) limits: Limits,
    /// Held as long as the search.
    _place: WorkPlace<'a>,
}

impl<'a> Task<'a> {
    /// Reads the problem and takes a place among the searches.
    pub(super) fn new(
        state: &'a AppState,
        sfen: &str,
        seconds: u32,
        stop: &StopToken,
    ) -> AppResult<Self> {
        in_range("seconds", seconds, 1, 3_600)?;
        let root = position(sfen)?;
        let place = state.work_place(stop)?;
        let limits = Limits {
            time: Some(Duration::from_secs(u64::from(seconds))),
            stop: place.stop.clone(),
            ..Limits::none()
        };
        Ok(Self { root, limits, _place: place })
    }
}

/// Searches a mate and keeps its proof for [`step`].
pub(super) fn solve(
    state: &Arc<AppState>,
    connection: &Arc<Connection>,
    sfen: &str,
    seconds: u32,
    stop: &StopToken,
) -> AppResult<Reply> {
    let task = Task::new(state, sfen, seconds, stop)?;
    let mut told = Instant::now();
    let tell = |news: Progress| {
        if told.elapsed() >= NEWS_INTERVAL {
            told = Instant::now();
            let event = Event::Work { depth: u32::from(news.depth), nodes: news.nodes };
            state.publish_to(event, connection);
        }
    };
    let report = MateSolver::new(TABLE_MIB).solve_with(&task.root, &task.limits, tell);
    let report = report.map_err(no_mate_problem)?;
    let solution = solution(sfen, &task.root, &report);
    let shown =
        ShownProof { sfen: sfen.to_owned(), proof: report.proof, refutation: report.refutation };
    *lock(&connection.mate.proof) = solution.proof.then_some(shown);
    Ok(Reply::MateSolved { solution })
}

fn solution(sfen: &str, root: &Position, report: &MateReport) -> MateSolution {
    let answers = report.proof.as_ref().map(Proof::len);
    let replies = report.refutation.as_ref().map(Refutation::len);
    let answers = answers.or(replies);
    MateSolution {
        sfen: sfen.to_owned(),
        verdict: report.verdict.name().to_owned(),
        plies: report.plies,
        line: line_steps(root, &report.line),
        shortest: report.shortest,
        verified: report.verified,
        no_mate_within: report.no_mate_within,
        proof: answers.is_some(),
        answers: u32::try_from(answers.unwrap_or_default()).unwrap_or(u32::MAX),
        nodes: report.nodes,
        ms: report.elapsed.as_millis() as u64,
        stopped: report.stopped.map(|reason| reason.to_string()),
    }
}

/// The proof after these moves.
pub(super) fn step(connection: &Connection, sfen: &str, moves: &[String]) -> AppResult<Reply> {
    let shown = lock(&connection.mate.proof);
    let shown = shown.as_ref().filter(|shown| shown.sfen == sfen).ok_or_else(|| {
        error(ErrorCode::Stale, "this position's proof is not at hand; solve it again")
    })?;
    let mut at = position(sfen)?;
    let attacker = at.side_to_move();
    let mut last = None;
    for usi in moves {
        let mv = at.read_usi(usi)?;
        at.try_do_move(mv)?;
        last = Some(mv.to());
    }
    let attacks = at.side_to_move() == attacker;
    let found = shown.choices(&at, attacks);
    let choices = found.into_iter().map(|(mv, plies)| choice(&at, mv, last, plies));
    let step = MateStep {
        sfen: at.to_sfen(),
        turn: at.side_to_move().into(),
        attacks,
        check: at.in_check(),
        mated: !at.has_legal_move(),
        choices: choices.collect(),
    };
    Ok(Reply::MateStep { step })
}

fn choice(at: &Position, mv: Move, last: Option<Square>, plies: Option<u16>) -> MateChoice {
    MateChoice { mv: legal_move(mv), kif: marked(at.side_to_move(), mv, last), plies }
}

impl ShownProof {
    /// The moves of the proof, with the plies to mate, the longest first.
    fn choices(&self, at: &Position, attacks: bool) -> Vec<(Move, Option<u16>)> {
        match (&self.proof, &self.refutation) {
            (Some(proof), _) if attacks => {
                proof.answer(at).map(|(mv, plies)| (mv, Some(plies))).into_iter().collect()
            }
            (Some(proof), _) => {
                let mut legal = MoveList::new();
                at.legal_moves(&mut legal);
                let left = |mv: Move| {
                    let mut after = at.clone();
                    after.do_move(mv);
                    proof.answer(&after).map(|(_, plies)| plies.saturating_add(1))
                };
                let mut all: Vec<_> = legal.iter().map(|&mv| (mv, left(mv))).collect();
                all.sort_by_key(|&(_, plies)| std::cmp::Reverse(plies));
                all
            }
            (None, Some(_)) if attacks => {
                let mut checks = MoveList::new();
                legal_checks(at, &mut checks);
                checks.iter().map(|&mv| (mv, None)).collect()
            }
            (None, Some(refutation)) => {
                refutation.reply(at).map(|mv| (mv, None)).into_iter().collect()
            }
            (None, None) => Vec::new(),
        }
    }
}
