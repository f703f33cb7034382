//! Beside table 3: the share of moves that ProbCut changes, by nodes a move. Where it changes few, games
//! cannot tell a PERCENTILE from another.

use zenpuku_report::Table;
use zenpuku_shogi_engine::SearchLimits;

use super::percentile::sides;
use super::shown;
use crate::error::LabError;
use crate::experiment::Session;
use crate::measure::{Measurer, TestPosition, percent, percents, positions, spread};
use crate::options::RunOptions;
use crate::statistics::rate;

/// Nodes a move.
const BUDGETS: [u64; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
/// PERCENTILE in hundredths: the paper's least, middle and greatest.
const PERCENTILES: [i32; 3] = [10, 70, 150];
/// The table of the engine, in MiB.
const HASH_MB: usize = 16;

fn budgets(options: &RunOptions) -> &'static [u64] {
    if options.quick { &BUDGETS[..1] } else { &BUDGETS }
}

/// The positions that the options name, else 100 of real games.
pub(super) fn places(options: &RunOptions) -> Result<Vec<TestPosition>, LabError> {
    let few = if options.quick { 1 } else { usize::MAX };
    Ok(spread(&positions(options)?, few))
}

/// Units of work: a position at a budget, all programs.
pub(super) fn units(options: &RunOptions, places: usize) -> usize {
    budgets(options).len() * places
}

/// One row a budget: how often each PERCENTILE chooses another move than the program without.
pub(super) fn table(
    options: &RunOptions,
    places: &[TestPosition],
    session: &mut Session<'_>,
) -> Result<Table, LabError> {
    let mut columns = vec!["nodes a move".to_owned(), "positions".to_owned()];
    for raw in PERCENTILES {
        columns.push(format!("changed % at {}", shown(raw)));
        columns.push(format!("95 % at {}", shown(raw)));
    }
    let mut table = Table::new("Moves that ProbCut changes", columns);
    for &nodes in budgets(options) {
        let mut changed = [0_u64; PERCENTILES.len()];
        for place in places {
            let key = format!("moves at {nodes} nodes: {}", place.name);
            let moves = session.unit(&key, || moves(options, place, nodes))?;
            let [without, with @ ..] = &moves[..] else { continue };
            for (count, mv) in changed.iter_mut().zip(with) {
                *count += u64::from(mv != without);
            }
        }
        let mut row = vec![nodes.into(), places.len().into()];
        for count in changed {
            row.push(percent(count as f64 / places.len().max(1) as f64));
            row.push(percents(rate(count, places.len() as u64)));
        }
        table.push(row)?;
    }
    Ok(table)
}

/// The move without ProbCut, then that of each PERCENTILE.
fn moves(options: &RunOptions, place: &TestPosition, nodes: u64) -> Result<Vec<String>, LabError> {
    let limits = SearchLimits::nodes(nodes);
    let mut moves = Vec::new();
    for raw in PERCENTILES {
        let [with, without] = sides(raw, HASH_MB)?;
        if moves.is_empty() {
            let mut measurer = Measurer::of(options, without);
            moves.push(measurer.search_as_it_is(&place.position, &limits)?.best);
        }
        moves.push(Measurer::of(options, with).search_as_it_is(&place.position, &limits)?.best);
    }
    Ok(moves)
}
