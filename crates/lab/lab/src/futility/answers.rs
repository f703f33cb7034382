//! Right answers on next-move problems: without and with futility pruning, with a mate routine, with selective width.

use std::time::Duration;

use zenpuku_core::Limits;
use zenpuku_params::{Params, find_row};
use zenpuku_report::{Cell, Table};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{EvalKind, SearchLimits};
use zenpuku_shogi_mate::{MateSolver, Verdict};

use super::{MATE_TABLE, Work};
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Measurer, percent, percents, profile, switched};
use crate::options::RunOptions;
use crate::statistics::rate;

/// A way to answer a problem.
struct Candidate {
    name: String,
    eval: EvalKind,
    params: Params,
    /// Half of the nodes first for a mate by checks alone?
    mate_routine: bool,
}

impl Candidate {
    fn new(name: &str, eval: EvalKind, params: Params) -> Candidate {
        Candidate { name: name.to_owned(), eval, params, mate_routine: false }
    }

    /// The move found within a number of nodes.
    fn answer(
        &self,
        measurer: &mut Measurer,
        position: &Position,
        nodes: u64,
        options: &RunOptions,
    ) -> Result<String, LabError> {
        let mut left = nodes;
        if self.mate_routine {
            let limits = Limits::with_nodes(nodes / 2).stopped_by(options.stop.clone());
            let report = MateSolver::new(MATE_TABLE).solve(position, &limits)?;
            options.check_stop()?;
            if let (Verdict::Mate, Some(first)) = (report.verdict, report.line.first()) {
                return Ok(first.to_string());
            }
            left = nodes.saturating_sub(report.nodes);
        }
        Ok(measurer.search(&self.params, position, &SearchLimits::nodes(left))?.best)
    }
}

fn candidates(work: &Work) -> Result<Vec<Candidate>, LabError> {
    let mut list = Vec::new();
    for reading in &work.readings {
        let without = format!("{} without futility pruning", reading.name);
        list.push(Candidate::new(&without, reading.eval, reading.without));
        list.push(Candidate::new(&reading.name, reading.eval, reading.with));
    }
    let eval = EvalKind::UNTRAINED;
    let ours = format!("bonanza2006, {eval}");
    list.push(Candidate {
        mate_routine: true,
        ..Candidate::new(&format!("{ours}, mate routine first"), eval, work.with)
    });
    if let Some(row) = find_row("MateInOne") {
        let params = switched(&work.with, &[row], true);
        let name = format!("{ours}, mate in one at every node");
        list.push(Candidate::new(&name, eval, params));
    }
    if let Some(params) = work.selective() {
        list.push(Candidate::new(&format!("{ours}, selective width"), eval, params));
    }
    list.push(Candidate::new(&format!("default, {eval}"), eval, profile("default")?));
    Ok(list)
}

pub(super) fn units(work: &Work) -> u64 {
    // The list is the same as in the run; a profile that is missing fails there.
    let candidates = candidates(work).map_or(0, |list| list.len());
    (candidates * work.plan.budgets.len()) as u64
}

pub(super) fn run(
    work: &Work,
    options: &RunOptions,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let mut paper = Table::new("Right answers, 10 seconds each", ["setting", "right", "of"]);
    for (setting, right) in [("without", 867), ("with", 928)] {
        let row: [Cell; 3] =
            [format!("{setting} futility pruning").into(), right.into(), 2000.into()];
        paper.push(row.to_vec())?;
    }
    findings.paper.push(paper);
    let title = format!("Right answers of {} problems, by nodes each", work.problems.len());
    let columns = ["setting", "nodes each", "right", "of", "right %", "95 %"];
    let mut table = Table::new(title, columns);
    let mut rows = Table::new("Answers", ["setting", "nodes each", "problem", "answer", "found"]);
    let candidates = candidates(work)?;
    for candidate in &candidates {
        measurer.set_evaluation(candidate.eval);
        for &nodes in work.plan.budgets {
            let key = format!("answers within {nodes} nodes: {}", candidate.name);
            let found = session.unit(&key, || {
                answers(work, |position| candidate.answer(measurer, position, nodes, options))
            })?;
            table.push(summary(work, &candidate.name, nodes, &found))?;
            for (problem, found) in work.problems.iter().zip(found) {
                let text = |text: &str| Cell::from(text);
                let answer = problem.answer.as_deref().unwrap_or_default();
                let name = text(&candidate.name);
                rows.push(vec![
                    name,
                    nodes.into(),
                    text(&problem.name),
                    text(answer),
                    text(&found),
                ])?;
            }
        }
    }
    findings.ours.push(table);
    findings.rows.push(rows);
    match options.movetime {
        Some(movetime) => by_time(work, movetime, &candidates, session, measurer, findings),
        None => Ok(()),
    }
}

/// The answer to every problem.
fn answers(
    work: &Work,
    mut answer: impl FnMut(&Position) -> Result<String, LabError>,
) -> Result<Vec<String>, LabError> {
    work.problems.iter().map(|problem| answer(&problem.position)).collect()
}

/// How many are right, with the interval of the rate.
fn summary(work: &Work, setting: &str, each: u64, found: &[String]) -> Vec<Cell> {
    let pairs = work.problems.iter().zip(found);
    let right = pairs.filter(|(problem, found)| problem.answer.as_ref() == Some(*found)).count();
    vec![
        setting.into(),
        each.into(),
        right.into(),
        found.len().into(),
        percent(right as f64 / found.len() as f64),
        percents(rate(right as u64, found.len() as u64)),
    ]
}

/// The same by time, as the paper did it. The mate routine, whose nodes do not measure its time, stays out.
fn by_time(
    work: &Work,
    movetime: u64,
    candidates: &[Candidate],
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let title = format!("Right answers of {} problems, by time", work.problems.len());
    let columns = ["setting", "milliseconds each", "right", "of", "right %", "95 %"];
    let mut table = Table::new(title, columns);
    let limits = SearchLimits::movetime(Duration::from_millis(movetime));
    for candidate in candidates.iter().filter(|candidate| !candidate.mate_routine) {
        measurer.set_evaluation(candidate.eval);
        let key = format!("answers within {movetime} ms: {}", candidate.name);
        let found = session.unit(&key, || {
            let params = &candidate.params;
            answers(work, |position| Ok(measurer.search(params, position, &limits)?.best))
        })?;
        table.push(summary(work, &candidate.name, movetime, &found))?;
    }
    findings.ours.push(table);
    Ok(())
}
