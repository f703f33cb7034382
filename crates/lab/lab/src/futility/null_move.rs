//! Savings of the null move, by depth: with futility pruning, which saves many
//! of the same nodes, and without it.

use zenpuku_params::{Params, find_row};
use zenpuku_report::Table;

use super::Work;
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Findings;
use crate::measure::{Comparison, Measurer, Phase, compare, spread, switched};

/// "90 % and more on average", in any phase.
fn paper(_: Phase) -> Option<u32> {
    Some(90)
}

/// The positions searched: those of games, a few of each phase.
fn places(work: &Work) -> Vec<crate::measure::TestPosition> {
    spread(&work.few, work.plan.null_move_places)
}

/// The programs: all of ours, and ours without futility pruning.
fn settings(work: &Work) -> Vec<(String, Params)> {
    let Some(ours) = work.readings.last() else { return Vec::new() };
    vec![
        (ours.name.clone(), ours.with),
        (format!("{}, no futility pruning", ours.name), ours.without),
    ]
}

pub(super) fn units(work: &Work) -> u64 {
    let each = 2 * places(work).len() * work.plan.null_move_depths.len();
    (settings(work).len() * each) as u64
}

pub(super) fn run(
    work: &Work,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let Some(row) = find_row("NullMovePruning") else { return Ok(()) };
    let mut nodes = Table::new("Saved by the null move, nodes", Comparison::NODES);
    let mut seconds = Table::new("Saved by the null move, seconds", Comparison::SECONDS);
    let places = places(work);
    for (name, params) in &settings(work) {
        if let Some(ours) = work.readings.last() {
            measurer.set_evaluation(ours.eval);
        }
        let without = switched(params, &[row], false);
        for &depth in work.plan.null_move_depths {
            let limits = |_| work.plan.to_depth(depth);
            let [off, on] =
                ["off", "on"].map(|what| format!("{name}, depth {depth}, null move {what}"));
            let settings = ((off.as_str(), &without), (on.as_str(), params));
            let all = compare(session, measurer, settings, &places, &limits)?;
            all.nodes_rows(&mut nodes, name, |_| depth, paper)?;
            all.time_rows(&mut seconds, &format!("{name}, depth {depth}"), |_| None)?;
        }
    }
    findings.ours.extend([nodes, seconds]);
    Ok(())
}
