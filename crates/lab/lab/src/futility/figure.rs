//! Table 1: the position of Fig. 4a, with every form of futility pruning off and on.

use zenpuku_params::Params;
use zenpuku_report::{Cell, Table};

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Measurer, PRUNING, Reading, Run, figure_4a, percent, switched};

/// None and all forms.
fn both(reading: &Reading) -> Vec<(String, Params)> {
    vec![
        ("without futility pruning".to_owned(), reading.without),
        ("with futility pruning".to_owned(), reading.with),
    ]
}

/// None, all, each form alone, all but each switch that the reading has on.
fn form_by_form(work: &Work, reading: &Reading) -> Vec<(String, Params)> {
    let mut settings = both(reading);
    for row in work.forms.iter().filter(|row| PRUNING.contains(&row.name)) {
        settings.push((format!("only {}", row.name), switched(&reading.without, &[row], true)));
    }
    for row in work.forms.iter().filter(|row| row.raw(&reading.with) != 0) {
        settings.push((format!("all but {}", row.name), switched(&reading.with, &[row], false)));
    }
    settings
}

pub(super) fn units(work: &Work) -> u64 {
    let one = |reading| both(reading).len() + form_by_form(work, reading).len();
    work.readings.iter().map(one).sum::<usize>() as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    findings.paper.push(paper_table()?);
    let (depth, forms_depth) = (work.plan.figure_depth, work.plan.figure_forms_depth);
    type Settings<'a> = &'a dyn Fn(&Reading) -> Vec<(String, Params)>;
    let by_form = |reading: &Reading| form_by_form(work, reading);
    let tables: [(&str, u32, Settings<'_>); 2] =
        [("Table 1", depth, &both), ("Form by form", forms_depth, &by_form)];
    for (name, depth, settings) in tables {
        let title = format!("{name}, Fig. 4a (our reconstruction)");
        let columns = ["reading", "setting", "nodes", "saved %", "depth", "move", "value"];
        let mut nodes = Table::new(title, columns);
        let columns = ["reading", "setting", "seconds", "saved %"];
        let mut seconds = Table::new(format!("{name}, seconds"), columns);
        for reading in &work.readings {
            measurer.set_evaluation(reading.eval);
            let (settings, name) = (settings(reading), &reading.name);
            let tables = [&mut nodes, &mut seconds];
            side_by_side(work, (name, depth), &settings, tables, session, measurer)?;
        }
        findings.ours.extend([nodes, seconds]);
    }
    Ok(())
}

/// Nodes, moves and values of all settings, and their seconds. The first
/// setting is the reference for the others.
fn side_by_side(
    work: &Work,
    (reading, depth): (&str, u32),
    settings: &[(String, Params)],
    [nodes, seconds]: [&mut Table; 2],
    session: &mut Session<'_>,
    measurer: &mut Measurer,
) -> Result<(), LabError> {
    let (position, limits) = (figure_4a()?, work.plan.figure_limits(depth));
    let mut first: Option<Run> = None;
    for (name, params) in settings {
        let key = format!("Fig. 4a at depth {depth}: {reading}: {name}");
        let run = session.unit(&key, || measurer.search(params, &position, &limits))?;
        let first = first.get_or_insert_with(|| run.clone());
        let saved = |mine: f64, all: f64| {
            if run.ended && first.ended { percent(1.0 - mine / all) } else { Cell::Absent }
        };
        nodes.push(vec![
            reading.into(),
            name.as_str().into(),
            run.nodes_cell(),
            saved(run.nodes as f64, first.nodes as f64),
            run.depth.into(),
            run.best.as_str().into(),
            run.value.as_str().into(),
        ])?;
        seconds.push(vec![
            reading.into(),
            name.as_str().into(),
            run.seconds_cell(),
            saved(run.seconds, first.seconds),
        ])?;
    }
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
