//! Table 1: what false-eye judgment and the defender extension save, by NegaMax.

use zenpuku_gametree::Method;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};

use super::problems::KAKE;
use super::{PRUNINGS, Run, node_limit, paper_cell, run};
use crate::error::LabError;
use crate::experiment::{Experiment, RunOptions, Session};
use crate::findings::{Check, Findings, Plot};

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
        "Go endgames by NegaMax: nodes without pruning, with false-eye judgment, with defender extension, exact"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        session.expect((KAKE.len() * PRUNINGS.len()) as u64);
        let mut rows: Vec<[Run; 4]> = Vec::new();
        for problem in &KAKE {
            let mut runs = Vec::new();
            for (name, exclusion) in PRUNINGS {
                let key = format!("{} {name}", problem.name);
                runs.push(
                    session.unit(&key, || run(options, problem, exclusion, Method::NegaMax))?,
                );
            }
            // One run for each pruning.
            if let Ok(row) = runs.try_into() {
                rows.push(row);
            }
        }
        findings(options, &rows)
    }
}

fn findings(options: &RunOptions, rows: &[[Run; 4]]) -> Result<Findings, LabError> {
    let mut paper = Table::new("Effect, seconds", ["problem", "none", "K", "KD"]);
    for (name, seconds) in PAPER {
        let cells = seconds.map(paper_cell);
        paper.push([vec![name.into()], cells.to_vec()].concat())?;
    }
    let title = format!("Effect, nodes by NegaMax (at most {})", node_limit(options));
    let mut nodes = Table::new(
        title,
        ["problem", "none", "K", "KD", "exact", "none/K", "none/KD", "none/exact", "score"],
    );
    let mut seconds = Table::new("Effect, seconds", ["problem", "none", "K", "KD", "exact"]);
    for (problem, row) in KAKE.iter().zip(rows) {
        let ratio = |i: usize| {
            let known = row[0].solved() && row[i].solved();
            let ratio = row[0].nodes as f64 / row[i].nodes.max(1) as f64;
            if known { Cell::fixed(ratio, 1) } else { Cell::Absent }
        };
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend(row.iter().map(Run::nodes_cell));
        cells.extend([ratio(1), ratio(2), ratio(3), row[3].score_cell()]);
        nodes.push(cells)?;
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend(row.iter().map(Run::seconds_cell));
        seconds.push(cells)?;
    }
    let plots = vec![plot(rows)?];
    Ok(Findings { paper: vec![paper], ours: vec![nodes, seconds], plots, checks: checks(rows) })
}

/// The exact pruning keeps the score of the search that leaves out only simple dame, wherever both end.
fn checks(rows: &[[Run; 4]]) -> Vec<Check> {
    let both = KAKE.iter().zip(rows).filter(|(_, row)| row[0].solved() && row[3].solved());
    let text = |score: Option<i32>| score.map_or_else(String::new, |score| score.to_string());
    both.map(|(problem, [none, .., exact])| {
        let fact = format!("{}: the exact pruning keeps the score", problem.name);
        Check::new(fact, "NegaMax without pruning", text(none.score), text(exact.score))
    })
    .collect()
}

fn plot(rows: &[[Run; 4]]) -> Result<Plot, LabError> {
    let groups: Vec<String> = KAKE.iter().map(|problem| problem.name.to_owned()).collect();
    let series: Vec<BarSeries> = PRUNINGS
        .iter()
        .enumerate()
        .map(|(i, (name, _))| BarSeries {
            name: (*name).to_owned(),
            bars: rows.iter().map(|row| BarValue::exact(row[i].nodes as f64)).collect(),
        })
        .collect();
    let mut chart = Chart::new("Nodes by pruning (a full bar: not solved)", "problem", "nodes");
    chart = chart.with_log_y().with_legend(Legend::UpperRight);
    chart.size = (960, 500);
    Ok(Plot { name: "effect nodes".to_owned(), svg: bar_chart(&chart, &groups, &series)? })
}
