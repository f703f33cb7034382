//! Table 2: the effect with the other search methods.

use zenpuku_gametree::Method;
use zenpuku_go_endgame::paper_methods;
use zenpuku_report::{Cell, Table};

use super::problems::KAKE;
use super::{PRUNINGS, Run, node_limit, paper_cell, run};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Check, Findings};
use crate::options::RunOptions;

/// The paper's problems of table 2.
const PROBLEMS: usize = 7;
/// Points of the boards: all are 9x9.
const AREA: usize = 81;

/// Seconds of table 2 (and, for NegaMax, table 1): without and with K.
const PAPER: [(&str, [u32; 8]); PROBLEMS] = [
    ("kake01", [6, 5, 5, 4, 4, 4, 5, 5]),
    ("kake02", [37, 5, 27, 4, 26, 3, 33, 4]),
    ("kake03", [109, 25, 70, 20, 55, 17, 81, 21]),
    ("kake04", [121, 62, 113, 62, 86, 50, 100, 54]),
    ("kake05", [55, 51, 53, 51, 33, 33, 39, 41]),
    ("kake06", [66, 2, 58, 2, 56, 2, 60, 2]),
    ("kake07", [272, 74, 243, 57, 157, 41, 161, 43]),
];

/// The experiment `kakeme-methods`.
#[derive(Clone, Copy, Debug)]
pub struct MethodsExperiment;

impl Experiment for MethodsExperiment {
    fn name(&self) -> &'static str {
        "kakeme-methods"
    }

    fn summary(&self) -> &'static str {
        "Go endgames by NegaMax, NegaScout, MTD(f) and MTD(bi), without and with false-eye judgement"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let methods = paper_methods(AREA);
        session.expect((PROBLEMS * methods.len() * PRUNINGS.len()) as u64);
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        let title = format!("Methods, nodes (at most {})", node_limit(options));
        let columns = ["problem", "method", "none", "K", "KD", "exact", "score"];
        let mut nodes = Table::new(title, columns);
        let mut seconds = Table::new("Methods, seconds", columns.into_iter().take(6));
        for problem in &KAKE[..PROBLEMS] {
            let mut reference: Option<Vec<Run>> = None;
            for method in methods {
                let mut runs = Vec::new();
                for (name, exclusion) in PRUNINGS {
                    let key = format!("{} {} {name}", problem.name, method.name());
                    runs.push(session.unit(&key, || run(options, problem, exclusion, method))?);
                }
                push(&mut nodes, &mut seconds, problem.name, method, &runs)?;
                let reference = reference.get_or_insert_with(|| runs.clone());
                findings.checks.extend(checks(problem.name, method, reference, &runs));
            }
        }
        findings.ours.extend([nodes, seconds]);
        Ok(findings)
    }
}

fn paper_table() -> Result<Table, LabError> {
    let columns = [
        "problem",
        "NegaMax",
        "with K",
        "NegaScout",
        "with K",
        "MTD(0)",
        "with K",
        "MTD(bi)",
        "with K",
    ];
    let mut table = Table::new("Methods, seconds", columns);
    for (name, seconds) in PAPER {
        let cells = seconds.map(|seconds| paper_cell(Some(seconds)));
        table.push([vec![name.into()], cells.to_vec()].concat())?;
    }
    Ok(table)
}

fn push(
    nodes: &mut Table,
    seconds: &mut Table,
    problem: &str,
    method: Method,
    runs: &[Run],
) -> Result<(), LabError> {
    let head: [Cell; 2] = [problem.into(), method.name().into()];
    let mut cells = head.to_vec();
    cells.extend(runs.iter().map(Run::nodes_cell));
    cells.push(runs.last().map_or(Cell::Absent, Run::score_cell));
    nodes.push(cells)?;
    let mut cells = head.to_vec();
    cells.extend(runs.iter().map(Run::seconds_cell));
    Ok(seconds.push(cells)?)
}

/// With equal pruning every method finds NegaMax's score, wherever both end.
fn checks(problem: &str, method: Method, reference: &[Run], runs: &[Run]) -> Vec<Check> {
    let pairs = PRUNINGS.iter().zip(reference.iter().zip(runs));
    let both = pairs
        .filter_map(|((name, _), (reference, run))| Some((name, reference.score?, run.score?)));
    both.map(|(name, stated, found)| {
        let fact = format!("{problem}, {name}: {} finds NegaMax's score", method.name());
        Check::new(fact, "NegaMax", stated, found)
    })
    .collect()
}
