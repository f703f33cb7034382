//! Table 1: the position of Fig. 4a, with every form of futility pruning off and on.

use zenpuku_params::Params;
use zenpuku_report::{Cell, Table};

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Measurer, Run, figure_4a, percent, switched};

/// The settings: none, all, each form alone, all but each form.
fn settings(work: &Work) -> Vec<(String, Params)> {
    let mut settings = vec![
        ("without futility pruning".to_owned(), work.without),
        ("with futility pruning".to_owned(), work.with),
    ];
    for row in &work.forms {
        settings.push((format!("only {}", row.name), switched(&work.without, &[row], true)));
    }
    for row in &work.forms {
        settings.push((format!("all but {}", row.name), switched(&work.with, &[row], false)));
    }
    settings
}

pub(super) fn units(work: &Work) -> u64 {
    settings(work).len() as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let (position, limits) = (figure_4a()?, work.plan.figure_limits());
    let mut runs: Vec<(String, Run)> = Vec::new();
    for (name, params) in settings(work) {
        let key = format!("Fig. 4a: {name}");
        let run = session.unit(&key, || measurer.search(&params, &position, &limits))?;
        runs.push((name, run));
    }
    findings.paper.push(paper_table()?);
    let title =
        format!("Table 1, Fig. 4a (our reconstruction), base depth {}", work.plan.figure_depth);
    let columns = ["setting", "nodes", "saved %", "depth", "move", "value"];
    let mut nodes = Table::new(title, columns);
    let mut seconds = Table::new("Table 1, seconds", ["setting", "seconds", "saved %"]);
    let reference = runs[0].1.clone();
    let saved = |mine: f64, all: f64, ended: bool| {
        if ended && reference.ended { percent(1.0 - mine / all) } else { Cell::Absent }
    };
    for (name, run) in &runs {
        nodes.push(vec![
            name.as_str().into(),
            run.nodes_cell(),
            saved(run.nodes as f64, reference.nodes as f64, run.ended),
            run.depth.into(),
            run.best.as_str().into(),
            run.value.as_str().into(),
        ])?;
        seconds.push(vec![
            name.as_str().into(),
            run.seconds_cell(),
            saved(run.seconds, reference.seconds, run.ended),
        ])?;
    }
    findings.ours.extend([nodes, seconds]);
    Ok(())
}

/// Table 1 as printed.
fn paper_table() -> Result<Table, LabError> {
    let columns =
        ["position", "base depth", "nodes without", "nodes with", "saved %", "move", "value"];
    let mut table = Table::new("Table 1", columns);
    let rows = [
        ("Fig. 4a", 10, 10_600_000_u64, 5_490_000_u64, "3a2b", 0),
        ("Fig. 4b", 6, 11_570_000, 1_270_000, "P-7d", 969),
    ];
    for (position, depth, without, with, best, value) in rows {
        table.push(vec![
            position.into(),
            Cell::from(depth),
            without.into(),
            with.into(),
            percent(1.0 - with as f64 / without as f64),
            best.into(),
            Cell::from(value),
        ])?;
    }
    Ok(table)
}
