//! Every method on uniform trees in best, random and worst order: means over seeds.

use zenpuku_core::Score;
use zenpuku_gametree::optimal_tree::minimal_nodes;
use zenpuku_gametree::synthetic::{
    ExplicitTree, Order, StaticValue, TreePosition, uniform, uniform_without_cuts,
};
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};

use super::compare::{Comparison, compare_on};
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Plot;
use crate::options::RunOptions;

/// Uniform trees with leaf values in `-spread..=spread`.
#[derive(Clone, Copy)]
struct Shape {
    width: u32,
    depth: u32,
    spread: u16,
}

impl Shape {
    fn name(self) -> String {
        format!("width {}, depth {}, values within {}", self.width, self.depth, self.spread)
    }
}

/// The searched tree or game.
pub(super) struct Plan {
    shapes: Vec<Shape>,
    seeds: u64,
    /// Trees built so that no order of search finds a cut, width and depth.
    without_cuts: (u32, u32),
}

impl Plan {
    /// Units of work.
    pub(super) fn units(&self) -> u64 {
        self.shapes.len() as u64 * Order::ALL.len() as u64 * self.seeds + 1
    }
}

/// Few points as in Go (spread 64) and many as in shogi (spread 10,000).
pub(super) fn plan(quick: bool) -> Plan {
    let shape = |(width, depth, spread)| Shape { width, depth, spread };
    if quick {
        let shapes = [(5, 6, 64), (5, 6, 10_000), (30, 3, 10_000)].map(shape).to_vec();
        Plan { shapes, seeds: 5, without_cuts: (5, 6) }
    } else {
        let shapes = [
            (5, 8, 64),
            (5, 8, 10_000),
            (10, 5, 64),
            (10, 5, 10_000),
            (30, 4, 64),
            (30, 4, 10_000),
        ];
        Plan { shapes: shapes.map(shape).to_vec(), seeds: 10, without_cuts: (5, 6) }
    }
}

/// The table of all shapes and orders, and a plot for each shape.
pub(super) fn run(
    options: &RunOptions,
    session: &mut Session<'_>,
    plan: &Plan,
) -> Result<(Table, Vec<Plot>), LabError> {
    let mut table = Table::new("Nodes on uniform trees", COLUMNS);
    let mut plots = Vec::new();
    for &shape in &plan.shapes {
        let mut by_order = Vec::new();
        for order in Order::ALL {
            let mut samples = Vec::new();
            for seed in (0..plan.seeds).map(|n| options.seed.wrapping_add(n)) {
                options.check_stop()?;
                let key = format!("{}, {} order, seed {seed}", shape.name(), order.name());
                samples.push(session.unit(&key, || sample(options, shape, order, seed))?);
            }
            let means = means(&samples);
            let least = minimal_nodes(shape.width.into(), shape.depth);
            push_rows(&mut table, &shape.name(), order.name(), least, &means)?;
            by_order.push((order, means));
        }
        plots.push(plot(shape, &by_order)?);
    }
    let (width, depth) = plan.without_cuts;
    let name = format!("width {width}, depth {depth}, built without cuts");
    let worst = session.unit(&name, || without_cuts(options, width, depth, &name))?;
    let least = minimal_nodes(width.into(), depth);
    push_rows(&mut table, &name, "worst possible", least, &means(&[worst]))?;
    Ok((table, plots))
}

fn sample(
    options: &RunOptions,
    shape: Shape,
    order: Order,
    seed: u64,
) -> Result<Comparison, LabError> {
    let tree = uniform(shape.width, shape.depth, shape.spread, seed)?.ordered(order, seed);
    compare(options, &tree, shape.depth, i32::from(shape.spread), &shape.name())
}

fn without_cuts(
    options: &RunOptions,
    width: u32,
    depth: u32,
    name: &str,
) -> Result<Comparison, LabError> {
    let tree = uniform_without_cuts(width, depth)?;
    let bound = i32::try_from(tree.node_count()).unwrap_or(i32::MAX);
    compare(options, &tree, depth, bound, name)
}

fn compare(
    options: &RunOptions,
    tree: &ExplicitTree,
    depth: u32,
    bound: i32,
    name: &str,
) -> Result<Comparison, LabError> {
    let (mut root, limits) = (TreePosition::root(tree), options.limits());
    compare_on(name, &mut root, &mut StaticValue, depth, Score::new(bound), &limits)
}

/// A method's mean over the samples of one shape and order.
struct Mean {
    method: String,
    with_table: bool,
    nodes: f64,
    /// Standard error of the mean number of nodes; 0 for a single sample.
    error: f64,
    leaves: f64,
    passes: f64,
    samples: usize,
}

/// The means of all methods; every sample has the same methods in the same order.
fn means(samples: &[Comparison]) -> Vec<Mean> {
    let count = samples.len() as f64;
    let methods = samples.first().map_or(0, |sample| sample.costs.len());
    let mean = |index: usize| {
        let costs = || samples.iter().map(|sample| &sample.costs[index]);
        let nodes = costs().map(|cost| cost.nodes as f64).sum::<f64>() / count;
        let squares = costs().map(|cost| (cost.nodes as f64 - nodes).powi(2)).sum::<f64>();
        let first = &samples[0].costs[index];
        Mean {
            method: first.method.clone(),
            with_table: first.with_table,
            nodes,
            error: (squares / (count - 1.0).max(1.0) / count).sqrt(),
            leaves: costs().map(|cost| cost.leaves as f64).sum::<f64>() / count,
            passes: costs().map(|cost| f64::from(cost.passes)).sum::<f64>() / count,
            samples: samples.len(),
        }
    };
    (0..methods).map(mean).collect()
}

const COLUMNS: [&str; 10] = [
    "tree",
    "order",
    "method",
    "table",
    "trees",
    "nodes",
    "standard error",
    "leaves",
    "passes",
    "times the minimal tree",
];

fn push_rows(
    table: &mut Table,
    tree: &str,
    order: &str,
    least: Option<u128>,
    means: &[Mean],
) -> Result<(), LabError> {
    for mean in means {
        let ratio = least.map_or(f64::NAN, |least| mean.nodes / least as f64);
        table.push(vec![
            tree.into(),
            order.into(),
            mean.method.as_str().into(),
            if mean.with_table { "yes" } else { "no" }.into(),
            mean.samples.into(),
            Cell::fixed(mean.nodes, 1),
            Cell::fixed(mean.error, 1),
            Cell::fixed(mean.leaves, 1),
            Cell::fixed(mean.passes, 1),
            Cell::fixed(ratio, 3),
        ])?;
    }
    Ok(())
}

/// Bars: the methods, without table and for MTD also with, by order.
fn plot(shape: Shape, by_order: &[(Order, Vec<Mean>)]) -> Result<Plot, LabError> {
    let shown = |mean: &&Mean| !mean.with_table || mean.method.starts_with("MTD");
    let label = |mean: &Mean| match (mean.method.as_str(), mean.with_table) {
        ("alpha-beta (fail-hard)", _) => "fail-hard".to_owned(),
        ("alpha-beta (fail-soft)", _) => "fail-soft".to_owned(),
        (name, true) => format!("{name}+table"),
        (name, false) => name.to_owned(),
    };
    let groups: Vec<String> = by_order
        .first()
        .map(|(_, means)| means.iter().filter(shown).map(label).collect())
        .unwrap_or_default();
    let series = by_order.iter().map(|(order, means)| {
        let bars = means.iter().filter(shown);
        let bars = bars.map(|mean| BarValue { value: mean.nodes, error: mean.error });
        BarSeries { name: format!("{} order", order.name()), bars: bars.collect() }
    });
    let series: Vec<BarSeries> = series.collect();
    let mut chart = Chart::new(shape.name(), "method", "nodes visited").with_log_y();
    chart = chart.with_legend(Legend::UpperRight);
    chart.size = (960, 500);
    let svg = bar_chart(&chart, &groups, &series)?;
    Ok(Plot { name: format!("nodes {}", shape.name()), svg })
}
