//! Table 1: the position of Fig. 4a, with every form of futility pruning off and on.

use zenpuku_params::Params;
use zenpuku_report::{Cell, Table};

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Measurer, Run, figure_4a, percent, switched};

/// None and all forms.
fn both(work: &Work) -> Vec<(String, Params)> {
    vec![
        ("without futility pruning".to_owned(), work.without),
        ("with futility pruning".to_owned(), work.with),
    ]
}

/// None, all, each form alone, all but each form.
fn form_by_form(work: &Work) -> Vec<(String, Params)> {
    let mut settings = both(work);
    for row in &work.forms {
        settings.push((format!("only {}", row.name), switched(&work.without, &[row], true)));
    }
    for row in &work.forms {
        settings.push((format!("all but {}", row.name), switched(&work.with, &[row], false)));
    }
    settings
}

pub(super) fn units(work: &Work) -> u64 {
    (both(work).len() + form_by_form(work).len()) as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    findings.paper.push(paper_table()?);
    let (depth, forms_depth) = (work.plan.figure_depth, work.plan.figure_forms_depth);
    let tables =
        [("Table 1", depth, both(work)), ("Form by form", forms_depth, form_by_form(work))];
    for (name, depth, settings) in tables {
        findings.ours.extend(side_by_side(work, name, depth, &settings, session, measurer)?);
    }
    Ok(())
}

/// Nodes, moves and values of all settings, and their seconds. The first setting is what the others are held against.
fn side_by_side(
    work: &Work,
    name: &str,
    depth: u32,
    settings: &[(String, Params)],
    session: &mut Session<'_>,
    measurer: &mut Measurer,
) -> Result<[Table; 2], LabError> {
    let (position, limits) = (figure_4a()?, work.plan.figure_limits(depth));
    let title = format!("{name}, Fig. 4a (our reconstruction)");
    let columns = ["setting", "nodes", "saved %", "depth", "move", "value"];
    let mut nodes = Table::new(title, columns);
    let mut seconds = Table::new(format!("{name}, seconds"), ["setting", "seconds", "saved %"]);
    let mut first: Option<Run> = None;
    for (name, params) in settings {
        let key = format!("Fig. 4a at depth {depth}: {name}");
        let run = session.unit(&key, || measurer.search(params, &position, &limits))?;
        let first = first.get_or_insert_with(|| run.clone());
        let saved = |mine: f64, all: f64| {
            if run.ended && first.ended { percent(1.0 - mine / all) } else { Cell::Absent }
        };
        nodes.push(vec![
            name.as_str().into(),
            run.nodes_cell(),
            saved(run.nodes as f64, first.nodes as f64),
            run.depth.into(),
            run.best.as_str().into(),
            run.value.as_str().into(),
        ])?;
        seconds.push(vec![
            name.as_str().into(),
            run.seconds_cell(),
            saved(run.seconds, first.seconds),
        ])?;
    }
    Ok([nodes, seconds])
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
