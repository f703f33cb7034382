//! What futility pruning saves by phase of the game, all forms together and each alone; and what the null move saves.

use zenpuku_params::find_row;
use zenpuku_report::{Cell, Table};

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Comparison, Measurer, Phase, compare, switched};

/// The names of the settings compared.
const WITHOUT: &str = "without futility pruning";
const WITH: &str = "with futility pruning";

/// Percent of the nodes saved, as the paper says.
fn paper_nodes(phase: Phase) -> Option<u32> {
    match phase {
        Phase::Opening => Some(50),
        Phase::Endgame => Some(90),
        Phase::Middle | Phase::Problem => None,
    }
}

/// Percent of the time saved.
fn paper_time(phase: Phase) -> Option<u32> {
    match phase {
        Phase::Opening => Some(45),
        Phase::Endgame => Some(85),
        Phase::Middle | Phase::Problem => None,
    }
}

/// "90 % and more on average" by the null move, in any phase.
fn paper_null_move(_: Phase) -> Option<u32> {
    Some(90)
}

pub(super) fn units(work: &Work) -> u64 {
    // Every form, and the null move.
    let again = (work.forms.len() + 1) * work.few.len();
    (2 * work.places.len() + again) as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let settings = ((WITHOUT, &work.without), (WITH, &work.with));
    let limits = |phase| work.plan.limits(phase);
    let all = compare(session, measurer, settings, &work.places, limits)?;
    let depth = |phase| work.plan.depth(phase);
    findings.ours.push(all.nodes_table("Saved by futility pruning, nodes", depth, paper_nodes)?);
    findings.ours.push(all.time_table("Saved by futility pruning, seconds", paper_time)?);
    findings.ours.push(all.positions_table("Positions")?);
    findings.plots.extend(all.plot(
        "saved by futility pruning",
        "Nodes saved by futility pruning",
        paper_nodes,
    )?);
    each_form(work, &all, session, measurer, findings)?;
    null_move(work, &all, session, measurer, findings)
}

/// Each form alone.
fn each_form(
    work: &Work,
    all: &Comparison,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let columns = ["form", "what it does", "opening %", "middle %", "endgame %"];
    let mut table = Table::new("Saved by each form alone, nodes", columns);
    for row in &work.forms {
        let only = switched(&work.without, &[row], true);
        let name = format!("only {}", row.name);
        let limits = |phase| work.plan.limits(phase);
        let found = all.other_with(session, measurer, (&name, &only), &work.few, limits)?;
        let mut cells: Vec<Cell> = vec![row.name.into(), row.doc.into()];
        let games = [Phase::Opening, Phase::Middle, Phase::Endgame];
        cells.extend(games.map(|phase| found.saved_cell(phase)));
        table.push(cells)?;
    }
    if !work.forms.is_empty() {
        findings.ours.push(table);
    }
    Ok(())
}

/// The null move's share, futility pruning on.
fn null_move(
    work: &Work,
    all: &Comparison,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let Some(row) = find_row("NullMovePruning") else { return Ok(()) };
    let without = switched(&work.with, &[row], false);
    let limits = |phase| work.plan.limits(phase);
    let setting = ("without null move", &without);
    let found = all.other_without(session, measurer, setting, &work.few, limits)?;
    let depth = |phase| work.plan.depth(phase);
    findings.ours.push(found.nodes_table(
        "Saved by the null move, nodes",
        depth,
        paper_null_move,
    )?);
    findings.ours.push(found.time_table("Saved by the null move, seconds", |_| None)?);
    Ok(())
}
