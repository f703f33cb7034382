//! Minimal trees: alpha-beta on perfectly ordered uniform trees against the formula
//! `b^ceil(d/2) + b^floor(d/2) - 1` [knuth-moore1975].

use serde::{Deserialize, Serialize};
use zenpuku_gametree::optimal_tree::{all_nodes, minimal_leaves, minimal_nodes};
use zenpuku_gametree::synthetic::{Order, StaticValue, TreePosition, uniform};
use zenpuku_gametree::{Fail, Method, Searcher};
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Cell, Chart, Series, Table};

use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::{Check, Plot};
use crate::options::RunOptions;

/// Maximum absolute value of the trees' leaves.
const SPREAD: u16 = 10_000;

/// The greatest tree searched, in nodes.
const QUICK_LIMIT: u128 = 200_000;
const FULL_LIMIT: u128 = 5_000_000;

/// The nodes visited by a search of one perfectly ordered tree.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Visited {
    leaves: u64,
    nodes: u64,
}

/// The widths and depths searched.
pub(super) fn sizes(quick: bool) -> Vec<(u32, u32)> {
    let limit = if quick { QUICK_LIMIT } else { FULL_LIMIT };
    let depths = |width: u32| {
        let fits = move |&depth: &u32| {
            all_nodes(u64::from(width), depth).is_some_and(|nodes| nodes <= limit)
        };
        (1..=16).take_while(fits).map(move |depth| (width, depth))
    };
    [2, 3, 5, 10, 30, 80].into_iter().flat_map(depths).collect()
}

/// The table, its plot, and one check over all trees.
pub(super) fn run(
    options: &RunOptions,
    session: &mut Session<'_>,
    sizes: &[(u32, u32)],
) -> Result<(Table, Plot, Vec<Check>), LabError> {
    let mut table = Table::new("Minimal trees", COLUMNS);
    let (mut exact, mut shares) = (0, Vec::<Series>::new());
    for &(width, depth) in sizes {
        let key = format!("minimal tree of width {width}, depth {depth}");
        let visited = session.unit(&key, || visit(options, width, depth))?;
        let formula = minimal_leaves(width.into(), depth);
        let same = formula == Some(visited.leaves.into())
            && minimal_nodes(width.into(), depth) == Some(visited.nodes.into());
        exact += usize::from(same);
        table.push(row(width, depth, visited))?;
        let share = 100.0 * visited.leaves as f64 / f64::from(width).powi(depth as i32);
        let name = format!("width {width}");
        if shares.last().is_none_or(|series| series.name != name) {
            shares.push(Series::new(name, Vec::new()));
        }
        if let Some(series) = shares.last_mut() {
            series.points.push((depth.into(), share));
        }
    }
    let chart =
        Chart::new("Leaves of the minimal tree", "depth (plies)", "share of all leaves (%)");
    let svg =
        line_chart(&chart.with_log_y().with_legend(zenpuku_report::Legend::UpperRight), &shares)?;
    let fact = format!("trees with b^ceil(d/2) + b^floor(d/2) - 1 leaves, of {}", sizes.len());
    let check = Check::new(fact, "knuth-moore1975", sizes.len(), exact);
    Ok((table, Plot { name: "minimal-trees".into(), svg }, vec![check]))
}

const COLUMNS: [&str; 7] =
    ["width", "depth", "leaves", "leaves visited", "Knuth-Moore", "nodes visited", "minimal nodes"];

fn row(width: u32, depth: u32, visited: Visited) -> Vec<Cell> {
    // Trees small enough to be searched have numbers small enough for the cells.
    let number = |number: Option<u128>| {
        number.and_then(|n| i128::try_from(n).ok()).map_or(Cell::Absent, Cell::Integer)
    };
    vec![
        width.into(),
        depth.into(),
        number(u128::from(width).checked_pow(depth)),
        visited.leaves.into(),
        number(minimal_leaves(width.into(), depth)),
        visited.nodes.into(),
        number(minimal_nodes(width.into(), depth)),
    ]
}

fn visit(options: &RunOptions, width: u32, depth: u32) -> Result<Visited, LabError> {
    let tree = uniform(width, depth, SPREAD, options.seed)?.ordered(Order::Best, 0);
    let mut root = TreePosition::root(&tree);
    let mut evaluation = StaticValue;
    let mut searcher = Searcher::new(&mut root, &mut evaluation).with_limits(&options.limits());
    let counters = searcher.run(Method::AlphaBeta(Fail::Hard), depth)?.counters;
    Ok(Visited { leaves: counters.bottom(), nodes: counters.visited() })
}

/// Bonanza's example: width 100, depth 2.
pub(super) fn width_100_checks(options: &RunOptions) -> Result<Vec<Check>, LabError> {
    let source = "bonanza2006, section Alpha-beta";
    let tree = uniform(100, 2, SPREAD, options.seed)?;
    let unvisited = tree.node_count() as u64 - visit(options, 100, 2)?.nodes;
    Ok(vec![
        Check::new("width 100, depth 2: positions", source, 10_101, tree.node_count()),
        Check::new("width 100, depth 2: positions cut in best order", source, 9_801, unvisited),
    ])
}
