//! Table 3 as the paper made it: its own program (K and D, wide areas left out) on sums of endgames.
//!
//! The book's problems are not available; these are ours, and the exact
//! solution is shown next to the program's answer, because its rules are not
//! exact.

use serde::{Deserialize, Serialize};
use zenpuku_core::Score;
use zenpuku_gametree::Method;
use zenpuku_go_endgame::{DefenderRegions, Exclusion, EyeReading, SolveOptions};
use zenpuku_report::{Cell, Table};

use super::mathgo::{paper_table, solve_one};
use super::problems::{Problem, SUMS, WIDE};
use super::{ONE_COLOR, Run, defender, node_limit, run};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Check, Findings};
use crate::options::RunOptions;

/// Points from which on an area counts as wide; the paper does not say. No room
/// or corridor of the sums is as large.
const WIDE_FROM: u32 = 12;

/// Sums of the quick run: those on 9x9, the first.
const QUICK_SUMS: usize = 10;

/// The methods compared, the paper's first and its fastest.
const METHODS: [(&str, Method); 2] =
    [("NegaMax", Method::NegaMax), ("MTD(f)", Method::Mtdf { guess: Score::ZERO })];

/// The prunings compared, by each method.
const PROGRAMS: [(&str, Exclusion); 2] = [
    ("KD", defender(DefenderRegions::Both)),
    (
        "KD, wide",
        Exclusion::FalseEyesDefenderWide(EyeReading::Corner, DefenderRegions::Both, WIDE_FROM),
    ),
];

/// One problem: the exact solution, and the program's results by each method and pruning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    size: String,
    /// Black's proved score with Black first.
    proved: Option<i32>,
    /// By method, then by pruning.
    runs: [[Run; 2]; 2],
    /// KD where only regions of one colour have a defender, by method. On the
    /// sums, where no area is wide, the wide rule has no effect in either
    /// reading.
    one_color: [Run; 2],
}

/// The experiment `kakeme-book`.
#[derive(Clone, Copy, Debug)]
pub struct BookExperiment;

impl Experiment for BookExperiment {
    fn name(&self) -> &'static str {
        "kakeme-book"
    }

    fn summary(&self) -> &'static str {
        "the paper's own Go program (false eyes, defender extension, wide areas left out) on sums, beside the exact solution"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let sums = if options.quick { &SUMS[..QUICK_SUMS] } else { &SUMS[..] };
        session.expect((sums.len() + WIDE.len()) as u64);
        let mut rows = Vec::new();
        for problem in sums.iter().chain(&WIDE) {
            options.check_stop()?;
            rows.push((problem, session.unit(problem.name, || row(options, problem))?));
        }
        findings(options, &rows)
    }
}

fn row(options: &RunOptions, problem: &Problem) -> Result<Row, LabError> {
    // Proofs take a few thousand positions; wide areas are not proved with any limits.
    let bounds = SolveOptions { nodes: 100_000, loop_positions: 30_000, ..SolveOptions::default() };
    let exact = solve_one(options, problem, bounds)?;
    let one = |method, exclusion| run(options, problem, exclusion, method);
    let both = |method| -> Result<[Run; 2], LabError> {
        let [(_, narrow), (_, wide)] = PROGRAMS;
        Ok([one(method, narrow)?, one(method, wide)?])
    };
    let [(_, first), (_, second)] = METHODS;
    let other = |method| one(method, defender(DefenderRegions::OneColor));
    Ok(Row {
        size: exact.size,
        proved: exact.scores[0],
        runs: [both(first)?, both(second)?],
        one_color: [other(first)?, other(second)?],
    })
}

fn findings(options: &RunOptions, rows: &[(&Problem, Row)]) -> Result<Findings, LabError> {
    let columns = ["problem", "board", "proved", "KD", "KD, wide"].map(str::to_owned).into_iter();
    let by_method = |what: &str| {
        let names = METHODS.iter().flat_map(|(method, _)| {
            PROGRAMS.iter().map(move |(program, _)| format!("{method}, {program}"))
        });
        Table::new(what.to_owned(), ["problem".to_owned()].into_iter().chain(names))
    };
    let mut scores = Table::new("Scores of the program, Black first", columns);
    let mut nodes = by_method(&format!("The program, nodes (at most {})", node_limit(options)));
    let mut seconds = by_method("The program, seconds");
    for (problem, row) in rows {
        let found = row.found();
        let mut cells = vec![problem.name.into(), row.size.as_str().into()];
        cells
            .extend([row.proved, found[0], found[1]].map(|it| it.map_or(Cell::Absent, Cell::from)));
        scores.push(cells)?;
        let all = || row.runs.iter().flatten();
        let head = || vec![Cell::from(problem.name)];
        nodes.push([head(), all().map(Run::nodes_cell).collect()].concat())?;
        seconds.push([head(), all().map(Run::seconds_cell).collect()].concat())?;
    }
    let ours = vec![scores, count(rows)?, nodes, seconds, one_color(rows)?];
    let paper = vec![paper_table()?];
    Ok(Findings { paper, ours, checks: checks(rows), ..Findings::default() })
}

/// The other reading of the defenders.
fn one_color(rows: &[(&Problem, Row)]) -> Result<Table, LabError> {
    let nodes = METHODS.map(|(method, _)| format!("{method}, nodes"));
    let columns = ["problem", "proved", ONE_COLOR].map(str::to_owned).into_iter().chain(nodes);
    let mut table = Table::new("The program with defenders in regions of one colour", columns);
    for (problem, row) in rows {
        let score = row.one_color.iter().find_map(|run| run.score);
        let mut cells: Vec<Cell> = vec![problem.name.into()];
        cells.extend([row.proved, score].map(|it| it.map_or(Cell::Absent, Cell::from)));
        cells.extend(row.one_color.iter().map(Run::nodes_cell));
        table.push(cells)?;
    }
    Ok(table)
}

impl Row {
    /// The score by each pruning, from whichever method ended.
    fn found(&self) -> [Option<i32>; 2] {
        [0, 1].map(|program| self.runs.iter().find_map(|runs| runs[program].score))
    }
}

/// The number of solved problems, and how many of the proved ones are right.
fn count(rows: &[(&Problem, Row)]) -> Result<Table, LabError> {
    let columns = ["method", "program", "ended", "right", "wrong", "not proved"];
    let mut table = Table::new("What the program solves", columns);
    for (i, (method, _)) in METHODS.iter().enumerate() {
        for (j, (program, _)) in PROGRAMS.iter().enumerate() {
            let ended =
                rows.iter().filter_map(|(_, row)| Some((row.runs[i][j].score?, row.proved)));
            let (mut right, mut wrong, mut open) = (0_usize, 0_usize, 0_usize);
            for (score, proved) in ended {
                match proved {
                    Some(proved) if proved == score => right += 1,
                    Some(_) => wrong += 1,
                    None => open += 1,
                }
            }
            let total = right + wrong + open;
            let counts = [total, right, wrong, open].map(Cell::from);
            table.push([vec![(*method).into(), (*program).into()], counts.to_vec()].concat())?;
        }
    }
    Ok(table)
}

/// Both methods find the same score, wherever both end.
fn checks(rows: &[(&Problem, Row)]) -> Vec<Check> {
    let pairs = rows.iter().flat_map(|(problem, row)| {
        PROGRAMS.iter().enumerate().map(move |(j, (program, _))| (problem.name, row, j, *program))
    });
    let both = pairs.filter_map(|(problem, row, j, program)| {
        let (stated, found) = (row.runs[0][j].score?, row.runs[1][j].score?);
        let fact = format!("{problem}, {program}: MTD(f) finds NegaMax's score");
        Some(Check::new(fact, "NegaMax", stated, found))
    });
    both.collect()
}
