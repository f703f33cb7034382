//! The tables of the profile.

use zenpuku_report::{Cell, Table};
use zenpuku_shogi_engine::{CutCause, Depth};

use super::Depths;
use super::counters::{Counters, Counts, MAIN, NUMBERS, REDUCTIONS};
use crate::error::LabError;

/// Iterations that fewer positions completed are left out.
const FEWEST: usize = 3;

/// All tables but that of depths by nodes.
pub(super) fn all(found: &[Counters]) -> Result<Vec<Table>, LabError> {
    let mut sum = Counters::default();
    found.iter().for_each(|one| sum.add(one));
    Ok(vec![
        whole(&sum)?,
        iterations(found)?,
        nodes_by_depth(&sum)?,
        order_by_depth(&sum)?,
        reductions(&sum)?,
        extensions(&sum)?,
        causes(&sum)?,
    ])
}

fn part(count: u64, of: u64) -> Cell {
    Cell::fixed(100.0 * count as f64 / of as f64, 1)
}

fn ratio(count: u64, of: u64) -> Cell {
    Cell::fixed(count as f64 / of as f64, 2)
}

fn plies(units: i64, of: u64) -> Cell {
    Cell::fixed(units as f64 / f64::from(Depth::UNITS_PER_PLY) / of as f64, 2)
}

/// The main search and all nodes together.
fn sums(sum: &Counters) -> (Counts, Counts) {
    let (mut main, mut all) = (Counts::default(), Counts::default());
    for (class, counts) in sum.by_depth.iter().enumerate() {
        all.add(counts);
        if class >= MAIN {
            main.add(counts);
        }
    }
    (main, all)
}

fn whole(sum: &Counters) -> Result<Table, LabError> {
    let (main, all) = sums(sum);
    let class = |class: usize| sum.by_depth.get(class).map_or(0, |counts| counts.nodes);
    let mut table = Table::new("Search profile, all positions", ["what", "figure", "unit"]);
    let mut row =
        |what: &str, figure: Cell, unit: &str| table.push(vec![what.into(), figure, unit.into()]);
    row("nodes", all.nodes.into(), "")?;
    row("quiescence nodes, first ply", part(class(1), all.nodes), "% of nodes")?;
    row("quiescence nodes, deeper", part(class(0), all.nodes), "% of nodes")?;
    row(
        "cut nodes cut by the first move",
        part(main.cut_by_first, main.cut),
        "% of main cut nodes",
    )?;
    row("number of the cutting move", ratio(main.cut_numbers, main.cut), "mean")?;
    row("table hits", part(main.hits, main.probes), "% of main probes")?;
    row("table cuts", part(main.left(CutCause::Table), main.nodes), "% of main nodes")?;
    row(
        "table hits, quiescence",
        part(all.hits - main.hits, all.probes - main.probes),
        "% of probes",
    )?;
    row(
        "expanded in check",
        part(main.expanded_in_check, main.expanded),
        "% of expanded main nodes",
    )?;
    row(
        "expanded without table move",
        part(main.without_table_move, main.expanded),
        "% of expanded main nodes",
    )?;
    row("null moves tried", part(main.passes, main.nodes), "% of main nodes")?;
    row("null moves that cut", part(main.left(CutCause::NullMove), main.passes), "% of tries")?;
    row("moves reduced", part(main.reduced, main.trials), "% of moves searched")?;
    row("mean reduction", plies(main.reduction_units, main.reduced), "plies")?;
    row(
        "searched again at full depth",
        part(main.again_reduced, main.trials),
        "% of moves searched",
    )?;
    row(
        "searched again with the window",
        part(main.again_window, main.trials),
        "% of moves searched",
    )?;
    row(
        "plies that a line gains by extensions",
        plies(sum.gained_units, sum.lines),
        "mean at the horizon",
    )?;
    row("plies that a line gains, at most", plies(i64::from(sum.most_gained_units), 1), "plies")?;
    row("evaluations", ratio(all.evaluations, all.nodes), "a node")?;
    row("moves listed", ratio(all.listed, all.nodes), "a node")?;
    Ok(table)
}

fn iterations(found: &[Counters]) -> Result<Table, LabError> {
    let columns =
        ["depth", "positions", "nodes, mean", "branching factor", "q first %", "q deeper %"];
    let mut table = Table::new("Search profile by iteration", columns);
    let deepest = found.iter().map(|one| one.iterations.len()).max().unwrap_or(0);
    for depth in 1..deepest {
        let whole =
            |one: &&Counters| one.iterations.get(depth).is_some_and(|it| it.complete_at > 0);
        let complete: Vec<&Counters> = found.iter().filter(whole).collect();
        if complete.len() < FEWEST {
            break;
        }
        let (mut nodes, mut horizon, mut deeper, mut logarithms) = (0, 0, 0, 0.0);
        for one in &complete {
            let (now, before) = (one.iterations[depth], one.iterations[depth - 1]);
            (nodes, horizon, deeper) =
                (nodes + now.nodes, horizon + now.horizon, deeper + now.deeper);
            logarithms += (now.nodes.max(1) as f64 / before.nodes.max(1) as f64).ln();
        }
        let branching = (logarithms / complete.len() as f64).exp();
        table.push(vec![
            depth.into(),
            complete.len().into(),
            Cell::fixed(nodes as f64 / complete.len() as f64, 0),
            if depth > 1 { Cell::fixed(branching, 2) } else { Cell::Absent },
            part(horizon, nodes),
            part(deeper, nodes),
        ])?;
    }
    Ok(table)
}

/// The classes that have nodes, deepest first, with their names.
fn classes(sum: &Counters) -> impl Iterator<Item = (Cell, &Counts)> {
    let named = sum.by_depth.iter().enumerate().rev().map(|(class, counts)| {
        let name = match class {
            0 => Cell::from("beyond"),
            class => (class - 1).into(),
        };
        (name, counts)
    });
    named.filter(|(_, counts)| counts.nodes > 0)
}

fn nodes_by_depth(sum: &Counters) -> Result<Table, LabError> {
    let columns = [
        "remaining depth",
        "nodes %",
        "table hits %",
        "table cuts %",
        "null tries %",
        "null cuts %",
        "evaluations a node",
        "moves listed a node",
    ];
    let mut table = Table::new("Search profile by remaining depth, nodes", columns);
    let (_, all) = sums(sum);
    for (name, one) in classes(sum) {
        table.push(vec![
            name,
            part(one.nodes, all.nodes),
            part(one.hits, one.probes),
            part(one.left(CutCause::Table), one.nodes),
            part(one.passes, one.nodes),
            part(one.left(CutCause::NullMove), one.passes),
            ratio(one.evaluations, one.nodes),
            ratio(one.listed, one.nodes),
        ])?;
    }
    Ok(table)
}

fn order_by_depth(sum: &Counters) -> Result<Table, LabError> {
    let columns = [
        "remaining depth",
        "expanded %",
        "in check %",
        "no table move %",
        "first move cuts %",
        "mean cut number",
        "moves searched",
        "reduced %",
        "mean reduction",
        "again deeper %",
        "again wider %",
    ];
    let mut table = Table::new("Search profile by remaining depth, moves", columns);
    for (name, one) in classes(sum) {
        table.push(vec![
            name,
            part(one.expanded, one.nodes),
            part(one.expanded_in_check, one.expanded),
            part(one.without_table_move, one.expanded),
            part(one.cut_by_first, one.cut),
            ratio(one.cut_numbers, one.cut),
            ratio(one.trials, one.expanded),
            part(one.reduced, one.trials),
            plies(one.reduction_units, one.reduced),
            part(one.again_reduced, one.trials),
            part(one.again_window, one.trials),
        ])?;
    }
    Ok(table)
}

fn reductions(sum: &Counters) -> Result<Table, LabError> {
    let per_ply = Depth::UNITS_PER_PLY as usize;
    let shown = REDUCTIONS / per_ply;
    let names = (1..=shown).map(|plies| {
        if plies == shown { format!("{plies} and more %") } else { format!("{plies} %") }
    });
    let columns = ["move number".to_owned(), "searched".to_owned(), "below 1 ply %".to_owned()];
    let mut table =
        Table::new("Search profile, reductions by move number", columns.into_iter().chain(names));
    let mut first = 1;
    for (histogram, last) in sum.reductions.iter().zip(NUMBERS) {
        let all: u64 = histogram.iter().sum();
        let name = match last {
            u32::MAX => format!("{first} and later"),
            last if last == first => last.to_string(),
            last => format!("{first} to {last}"),
        };
        first = last.saturating_add(1);
        let mut row = vec![Cell::from(name.as_str()), all.into()];
        for plies in 0..=shown {
            let from = plies * per_ply;
            let to = if plies == shown { REDUCTIONS } else { from + per_ply };
            row.push(part(histogram[from..to].iter().sum(), all));
        }
        table.push(row)?;
    }
    Ok(table)
}

fn extensions(sum: &Counters) -> Result<Table, LabError> {
    let (main, _) = sums(sum);
    let columns = ["extension", "moves", "% of moves searched", "mean plies", "plies a line"];
    let mut table = Table::new("Search profile, extensions", columns);
    for (kind, extended) in &sum.extensions {
        table.push(vec![
            kind.as_str().into(),
            extended.moves.into(),
            part(extended.moves, main.trials),
            plies(extended.units, extended.moves),
            plies(extended.units, sum.lines),
        ])?;
    }
    Ok(table)
}

fn causes(sum: &Counters) -> Result<Table, LabError> {
    let columns = ["cause", "main search %", "quiescence %"];
    let mut table = Table::new("Search profile, why nodes are left", columns);
    let (main, all) = sums(sum);
    for (cause, count) in &all.causes {
        let in_main = main.causes.get(cause).copied().unwrap_or(0);
        table.push(vec![
            cause.as_str().into(),
            part(in_main, main.nodes),
            part(count - in_main, all.nodes - main.nodes),
        ])?;
    }
    Ok(table)
}

/// The mean depth at a checkpoint.
pub(super) fn mean(found: &[Depths], index: usize) -> f64 {
    let sum: u32 = found.iter().map(|one| one.0[index]).sum();
    f64::from(sum) / found.len() as f64
}

fn median(found: &[Depths], index: usize) -> u32 {
    let mut all: Vec<u32> = found.iter().map(|one| one.0[index]).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or(0)
}

/// Depth by nodes, ours and another engine's side by side.
pub(super) fn depths(
    checkpoints: &[u64],
    ours: &[Depths],
    theirs: Option<&(String, Vec<Depths>)>,
) -> Result<Table, LabError> {
    let mut columns = vec!["nodes".to_owned(), "mean depth".to_owned(), "median".to_owned()];
    if let Some((name, _)) = theirs {
        columns.extend([format!("{name}, mean depth"), "its median".to_owned()]);
    }
    let mut table = Table::new("Search profile, depth by nodes", columns);
    for (index, &nodes) in checkpoints.iter().enumerate() {
        let mut row = vec![nodes.into()];
        for found in std::iter::once(ours).chain(theirs.map(|(_, found)| found.as_slice())) {
            row.extend([Cell::fixed(mean(found, index), 2), median(found, index).into()]);
        }
        table.push(row)?;
    }
    Ok(table)
}
