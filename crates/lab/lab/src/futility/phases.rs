//! What futility pruning saves by phase of the game, all forms together and each alone.

use zenpuku_report::{Cell, Table};

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Comparison, Measurer, PRUNING, Phase, Reading, compare, switched};

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

pub(super) fn units(work: &Work) -> u64 {
    let forms = work.forms.iter().filter(|row| PRUNING.contains(&row.name)).count();
    let each = 2 * work.places.len() + forms * work.few.len();
    (work.readings.len() * each) as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let mut nodes = Table::new("Saved by futility pruning, nodes", Comparison::NODES);
    let mut seconds = Table::new("Saved by futility pruning, seconds", Comparison::SECONDS);
    let mut rows = Table::new("Positions", Comparison::POSITIONS);
    let columns = ["reading", "form", "what it does", "opening %", "middle %", "endgame %"];
    let mut forms = Table::new("Saved by each form alone, nodes", columns);
    for (index, reading) in work.readings.iter().enumerate() {
        measurer.set_evaluation(reading.eval);
        let [without, with] = [WITHOUT, WITH].map(|what| format!("{}: {what}", reading.name));
        let settings = ((without.as_str(), &reading.without), (with.as_str(), &reading.with));
        let limits = |phase| work.plan.limits(phase);
        let all = compare(session, measurer, settings, &work.places, &limits)?;
        let depth = |phase| work.plan.depth(phase);
        all.nodes_rows(&mut nodes, &reading.name, depth, paper_nodes)?;
        all.time_rows(&mut seconds, &reading.name, paper_time)?;
        all.position_rows(&mut rows, &reading.name)?;
        // The paper's method is the picture.
        if index == 0 {
            let title = format!("Nodes saved by futility pruning, {}", reading.name);
            findings.plots.extend(all.plot("saved by futility pruning", &title, paper_nodes)?);
        }
        each_form(work, reading, &all, (session, measurer), &mut forms)?;
    }
    findings.ours.extend([nodes, seconds, forms]);
    findings.rows.push(rows);
    Ok(())
}

/// Each form alone.
fn each_form(
    work: &Work,
    reading: &Reading,
    all: &Comparison,
    (session, measurer): (&mut Session<'_>, &mut Measurer),
    table: &mut Table,
) -> Result<(), LabError> {
    for row in work.forms.iter().filter(|row| PRUNING.contains(&row.name)) {
        let only = switched(&reading.without, &[row], true);
        let name = format!("{}: only {}", reading.name, row.name);
        let limits = |phase| work.plan.limits(phase);
        let found = all.other_with(session, measurer, (&name, &only), &work.few, &limits)?;
        let mut cells: Vec<Cell> =
            vec![reading.name.as_str().into(), row.name.into(), row.doc.into()];
        let games = [Phase::Opening, Phase::Middle, Phase::Endgame];
        cells.extend(games.map(|phase| found.saved_cell(phase)));
        table.push(cells)?;
    }
    Ok(())
}
