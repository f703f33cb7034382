//! Table 1: what false-eye judgement and the defender extension save, by NegaMax.

use std::time::Instant;

use zenpuku_gametree::Method;
use zenpuku_go_endgame::{DefenderRegions, LocalLimits, solve_territory};
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};

use super::problems::{KAKE, Problem};
use super::{ONE_COLOR, PRUNINGS, Run, defender, node_limit, paper_cell, run};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Check, Findings, Plot};
use crate::options::RunOptions;

/// Seconds of table 1: none, K, KD. The paper has no kake10.
const PAPER: [(&str, [Option<u32>; 3]); 11] = [
    ("kake01", [Some(6), Some(5), Some(1)]),
    ("kake02", [Some(37), Some(5), Some(0)]),
    ("kake03", [Some(109), Some(25), Some(0)]),
    ("kake04", [Some(121), Some(62), Some(2)]),
    ("kake05", [Some(55), Some(51), Some(63)]),
    ("kake06", [Some(66), Some(2), Some(0)]),
    ("kake07", [Some(272), Some(74), Some(0)]),
    ("kake08", [None, Some(57), Some(0)]),
    ("kake09", [None, None, Some(3)]),
    ("kake11", [None, None, Some(85)]),
    ("kake12", [None, None, Some(52)]),
];

/// The experiment `kakeme-effect`.
#[derive(Clone, Copy, Debug)]
pub struct EffectExperiment;

impl Experiment for EffectExperiment {
    fn name(&self) -> &'static str {
        "kakeme-effect"
    }

    fn summary(&self) -> &'static str {
        "Go endgames by NegaMax: nodes without pruning, with false-eye judgement, with defender extension, exact"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        session.expect((KAKE.len() * (PRUNINGS.len() + 2)) as u64);
        let (mut rows, mut others): (Vec<[Run; 5]>, Vec<Run>) = (Vec::new(), Vec::new());
        for problem in &KAKE {
            let mut runs = Vec::new();
            for (name, exclusion) in PRUNINGS {
                let key = format!("{} {name}", problem.name);
                runs.push(
                    session.unit(&key, || run(options, problem, exclusion, Method::NegaMax))?,
                );
            }
            runs.push(session.unit(&format!("{} sum", problem.name), || by_sum(options, problem))?);
            let other = defender(DefenderRegions::OneColor);
            let key = format!("{} {ONE_COLOR}", problem.name);
            others.push(session.unit(&key, || run(options, problem, other, Method::NegaMax))?);
            // One run for each pruning, and the sum.
            if let Ok(row) = runs.try_into() {
                rows.push(row);
            }
        }
        let mut findings = findings(options, &rows)?;
        findings.ours.push(readings(&rows, &others)?);
        Ok(findings)
    }
}

/// KD in both readings of its defenders, next to K.
fn readings(rows: &[[Run; 5]], others: &[Run]) -> Result<Table, LabError> {
    let columns =
        ["problem", "K", "KD", ONE_COLOR, "score by KD", "score by KD, one colour", "score"];
    let mut table = Table::new("Effect, the defenders' regions, nodes", columns);
    for (problem, (row, other)) in KAKE.iter().zip(rows.iter().zip(others)) {
        let [_, k, kd, _, sum] = row;
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend([k, kd, other].map(Run::nodes_cell));
        cells.extend([kd, other, sum].map(Run::score_cell));
        table.push(cells)?;
    }
    Ok(table)
}

fn findings(options: &RunOptions, rows: &[[Run; 5]]) -> Result<Findings, LabError> {
    let mut paper = Table::new("Effect, seconds", ["problem", "none", "K", "KD"]);
    for (name, seconds) in PAPER {
        let cells = seconds.map(paper_cell);
        paper.push([vec![name.into()], cells.to_vec()].concat())?;
    }
    let title = format!("Effect, nodes by NegaMax (at most {})", node_limit(options));
    let mut nodes = Table::new(
        title,
        [
            "problem",
            "none",
            "K",
            "KD",
            "exact",
            "sum",
            "none/K",
            "none/KD",
            "none/exact",
            "none/sum",
            "score by KD",
            "score",
        ],
    );
    let mut seconds = Table::new("Effect, seconds", ["problem", "none", "K", "KD", "exact", "sum"]);
    for (problem, row) in KAKE.iter().zip(rows) {
        let ratio = |i: usize| {
            let known = row[0].solved() && row[i].solved();
            let ratio = row[0].nodes as f64 / row[i].nodes.max(1) as f64;
            if known { Cell::fixed(ratio, 1) } else { Cell::Absent }
        };
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend(row.iter().map(Run::nodes_cell));
        cells.extend([ratio(1), ratio(2), ratio(3), ratio(4)]);
        cells.extend([2, 4].map(|i| row[i].score_cell()));
        nodes.push(cells)?;
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend(row.iter().map(Run::seconds_cell));
        seconds.push(cells)?;
    }
    let plots = vec![plot(rows)?];
    Ok(Findings {
        paper: vec![paper],
        ours: vec![nodes, seconds],
        plots,
        checks: checks(rows),
        ..Findings::default()
    })
}

/// The exact pruning and the sum keep the score of the search that leaves out only simple dame, wherever it ends.
fn checks(rows: &[[Run; 5]]) -> Vec<Check> {
    let ways = [(3, "the exact pruning"), (4, "the sum")];
    let pairs = KAKE.iter().zip(rows).flat_map(|pair| ways.map(|way| (pair, way)));
    let both = pairs.filter_map(|((problem, row), (i, way))| {
        let (stated, found) = (row[0].score?, row[i].score?);
        let fact = format!("{}: {way} keeps the score", problem.name);
        Some(Check::new(fact, "NegaMax without pruning", stated, found))
    });
    both.collect()
}

/// Our own way: the sum of the regions' values. Its nodes are positions of regions.
fn by_sum(options: &RunOptions, problem: &Problem) -> Result<Run, LabError> {
    let board = problem.board::<u128>()?;
    let start = Instant::now();
    let found = solve_territory(&board, LocalLimits::default());
    let seconds = start.elapsed().as_secs_f64();
    options.check_stop()?;
    Ok(match found {
        Ok((solution, solver)) => {
            Run { score: Some(solution.scores[0]), nodes: solver.positions() as u64, seconds }
        }
        Err(_) => Run { score: None, nodes: 0, seconds },
    })
}

fn plot(rows: &[[Run; 5]]) -> Result<Plot, LabError> {
    let groups: Vec<String> = KAKE.iter().map(|problem| problem.name.to_owned()).collect();
    let names = PRUNINGS.iter().map(|(name, _)| *name).chain(["sum"]);
    let series: Vec<BarSeries> = names
        .enumerate()
        .map(|(i, name)| BarSeries {
            name: name.to_owned(),
            bars: rows.iter().map(|row| BarValue::exact(row[i].nodes as f64)).collect(),
        })
        .collect();
    let mut chart = Chart::new("Nodes by pruning (a full bar: not solved)", "problem", "nodes");
    chart = chart.with_log_y().with_legend(Legend::UpperRight);
    chart.size = (960, 500);
    Ok(Plot { name: "effect nodes".to_owned(), svg: bar_chart(&chart, &groups, &series)? })
}
