//! A problem while it is composed: its length as soon as that is found, then whether it is sound.

use super::solve::{TABLE_MIB, Task};
use super::{MateCheck, MateSecond};
use crate::errors::{AppResult, no_mate_problem};
use crate::position::line_steps;
use crate::protocol::{Event, Reply};
use crate::state::{AppState, Connection};
use std::sync::Arc;
use std::time::Duration;
use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{
    ComposerCount, Composition, CompositionError, Count, MateReport, MateSolver, Second,
};

/// Time for each question whether another check mates too, or a piece is needed.
const QUESTION_TIME: Duration = Duration::from_secs(1);

/// Solves a problem, reports its length, and searches for other solutions and unnecessary pieces.
pub(super) fn check(
    state: &Arc<AppState>,
    connection: &Arc<Connection>,
    sfen: &str,
    seconds: u32,
    stop: &StopToken,
) -> AppResult<Reply> {
    let Task { root: problem, limits, .. } = &Task::new(state, sfen, seconds, stop)?;
    let mut solver = MateSolver::new(TABLE_MIB);
    let report = solver.solve(problem, limits).map_err(no_mate_problem)?;
    let (mut check, line, count) = solved(sfen, problem, report, limits);
    let news = Event::MateLength {
        sfen: sfen.to_owned(),
        verdict: check.verdict.clone(),
        plies: check.plies,
    };
    state.publish_to(news, connection);
    if check.shortest {
        let limits = Limits { time: Some(QUESTION_TIME), ..limits.clone() };
        let found = Composition::check(&mut solver, problem, &line, count, &limits);
        match found {
            Ok(found) => add_findings(&mut check, &found),
            // The length is still reported.
            Err(CompositionError::Interrupted) => {}
            Err(failed) => return Err(no_mate_problem(failed)),
        }
    }
    Ok(Reply::MateChecked { check })
}

/// The solver's result, counted as composers count if possible.
fn solved(
    sfen: &str,
    problem: &Position,
    report: MateReport,
    limits: &Limits,
) -> (MateCheck, Vec<Move>, Count) {
    let limits = ComposerCount::limits(limits);
    let (plies, shortest, line, count) = match ComposerCount::of_report(problem, &report, &limits) {
        Some(found) => (Some(found.plies), found.shortest, found.line, Count::Composer),
        None => (report.plies, report.shortest, report.line, Count::Strict),
    };
    let check = MateCheck {
        sfen: sfen.to_owned(),
        verdict: report.verdict.name().to_owned(),
        plies: plies.map(u32::from),
        shortest,
        line: line_steps(problem, &line),
        ..MateCheck::default()
    };
    (check, line, count)
}

/// Adds the results of the composition check.
fn add_findings(check: &mut MateCheck, found: &Composition) {
    check.sound = found.is_sound();
    check.others = found.seconds.iter().map(other).collect();
    check.undecided = found.undecided.len() as u32;
    for &(kind, count) in &found.left_over {
        let piece = kind.to_piece_type().to_string();
        check.left_over.extend(std::iter::repeat_n(piece, usize::from(count)));
    }
    check.spare = found.spare.iter().map(ToString::to_string).collect();
    check.spare_open = found.spare_open;
}

fn other(second: &Second) -> MateSecond {
    MateSecond {
        ply: u32::from(second.ply),
        usi: second.mv.to_string(),
        plies: u32::from(second.plies),
        kind: second.kind.name().to_owned(),
        tolerated: second.kind.is_tolerated(),
    }
}
