//! Right answers on next-move problems: without and with futility pruning, with a mate routine, with selective width.

use std::time::Duration;

use zenpuku_gametree::limits::Limits;
use zenpuku_params::{Params, find_row};
use zenpuku_report::{Cell, Table};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::SearchLimits;
use zenpuku_shogi_mate::{MateSolver, Verdict};

use super::{MATE_TABLE, Work};
use crate::error::LabError;
use crate::experiment::{RunOptions, Session};
use crate::findings::Findings;
use crate::measure::{Measurer, profile, switched};

/// A way to answer a problem.
struct Candidate {
    name: String,
    params: Params,
    /// Half of the nodes first for a mate by checks alone?
    mate_routine: bool,
}

impl Candidate {
    fn new(name: &str, params: Params) -> Candidate {
        Candidate { name: name.to_owned(), params, mate_routine: false }
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
    let mut list = vec![
        Candidate::new("bonanza2006 without futility pruning", work.without),
        Candidate::new("bonanza2006", work.with),
        Candidate {
            mate_routine: true,
            ..Candidate::new("bonanza2006, mate routine first", work.with)
        },
    ];
    if let Some(row) = find_row("MateInOne") {
        let params = switched(&work.with, &[row], true);
        list.push(Candidate::new("bonanza2006, mate in one at every node", params));
    }
    if let Some(params) = work.selective() {
        list.push(Candidate::new("bonanza2006, selective width", params));
    }
    list.push(Candidate::new("default", profile("default")?));
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
    let budgets = work.plan.budgets;
    let title = format!("Right answers of {} problems, by nodes each", work.problems.len());
    let columns = std::iter::once("setting".to_owned()).chain(budgets.iter().map(u64::to_string));
    let mut table = Table::new(title, columns);
    let candidates = candidates(work)?;
    for candidate in &candidates {
        let mut cells: Vec<Cell> = vec![candidate.name.as_str().into()];
        for &nodes in budgets {
            let key = format!("answers within {nodes} nodes: {}", candidate.name);
            let right = session.unit(&key, || {
                count_right(work, |position| candidate.answer(measurer, position, nodes, options))
            })?;
            cells.push(right.into());
        }
        table.push(cells)?;
    }
    findings.ours.push(table);
    match options.movetime {
        Some(movetime) => by_time(work, movetime, &candidates, session, measurer, findings),
        None => Ok(()),
    }
}

fn count_right(
    work: &Work,
    mut answer: impl FnMut(&Position) -> Result<String, LabError>,
) -> Result<u32, LabError> {
    let mut right = 0;
    for problem in &work.problems {
        let found = answer(&problem.position)?;
        right += u32::from(problem.answer.as_ref() == Some(&found));
    }
    Ok(right)
}

/// The same by time, as the paper did it. The mate routine, whose nodes are no measure of its time, stays out.
fn by_time(
    work: &Work,
    movetime: u64,
    candidates: &[Candidate],
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let title = format!("Right answers of {} problems, by time", work.problems.len());
    let mut table = Table::new(title, ["setting", "milliseconds each", "right"]);
    let limits = SearchLimits::movetime(Duration::from_millis(movetime));
    for candidate in candidates.iter().filter(|candidate| !candidate.mate_routine) {
        let key = format!("answers within {movetime} ms: {}", candidate.name);
        let right = session.unit(&key, || {
            let params = &candidate.params;
            count_right(work, |position| Ok(measurer.search(params, position, &limits)?.best))
        })?;
        table.push(vec![candidate.name.as_str().into(), movetime.into(), right.into()])?;
    }
    findings.ours.push(table);
    Ok(())
}
