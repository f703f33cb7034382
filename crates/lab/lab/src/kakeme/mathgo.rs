//! Table 3: sums in the spirit of the problems of Mathematical Go [mathgo1994]. The book's diagrams are not at hand;
//! these are ours.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use zenpuku_go::{Board, BoardVisitor, Color, PointSet, Rules};
use zenpuku_go_endgame::{SolveMethod, SolveOptions, Status, solve};
use zenpuku_report::{Cell, Table};

use super::paper_cell;
use super::problems::{Problem, SUMS};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Check, Findings};
use crate::options::RunOptions;

/// Seconds of table 3; the other 15 of 22 problems were not solved.
const PAPER: [(&str, u32); 7] = [
    ("MathGo_01", 7),
    ("MathGo_02", 137),
    ("MathGo_06", 448),
    ("MathGo_08", 250),
    ("MathGo_10", 3925),
    ("MathGo_14", 190),
    ("MathGo_20", 15639),
];

/// A problem solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Solved {
    pub(super) size: String,
    open_points: u32,
    regions: usize,
    /// Black's proved score, Black first and White first; `None` where it is not proved.
    pub(super) scores: [Option<i32>; 2],
    how: String,
    positions: u64,
    seconds: f64,
}

/// The experiment `kakeme-mathgo`.
#[derive(Clone, Copy, Debug)]
pub struct MathGoExperiment;

impl Experiment for MathGoExperiment {
    fn name(&self) -> &'static str {
        "kakeme-mathgo"
    }

    fn summary(&self) -> &'static str {
        "sums of Go endgames on 9x9 to 19x19, solved exactly by combinatorial game theory"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        session.expect(SUMS.len() as u64);
        let columns = [
            "problem",
            "board",
            "regions",
            "open points",
            "Black first",
            "White first",
            "proved",
            "positions",
        ];
        let mut sums = Table::new("Sums", columns);
        let mut seconds = Table::new("Sums, seconds", ["problem", "seconds"]);
        let mut solved = 0;
        for problem in &SUMS {
            options.check_stop()?;
            let found = session
                .unit(problem.name, || solve_one(options, problem, SolveOptions::default()))?;
            solved += usize::from(found.scores.iter().all(Option::is_some));
            let [black, white] = found.scores.map(|score| score.map_or(Cell::Absent, Cell::from));
            sums.push(vec![
                problem.name.into(),
                found.size.as_str().into(),
                found.regions.into(),
                found.open_points.into(),
                black,
                white,
                found.how.as_str().into(),
                found.positions.into(),
            ])?;
            seconds.push(vec![problem.name.into(), Cell::fixed(found.seconds, 4)])?;
        }
        let mut kinds = Table::new("What the sums hold", ["problem", "regions"]);
        for problem in &SUMS {
            kinds.push(vec![problem.name.into(), problem.regions().as_str().into()])?;
        }
        let checks = vec![Check::new("sums solved and proved", "target", SUMS.len(), solved)];
        let ours = vec![sums, seconds, kinds];
        Ok(Findings { paper: vec![paper_table()?], ours, checks, ..Findings::default() })
    }
}

/// Table 3 of [kakeme].
pub(super) fn paper_table() -> Result<Table, LabError> {
    let mut table = Table::new("Mathematical Go, seconds", ["problem", "seconds"]);
    for (name, seconds) in PAPER {
        table.push(vec![name.into(), paper_cell(Some(seconds))])?;
    }
    Ok(table)
}

/// The exact solution, if found within `bounds`.
pub(super) fn solve_one(
    options: &RunOptions,
    problem: &Problem,
    bounds: SolveOptions,
) -> Result<Solved, LabError> {
    struct Work(SolveOptions);
    impl BoardVisitor for Work {
        type Output = Solved;
        fn visit<S: PointSet>(self, board: Board<S>) -> Solved {
            let start = Instant::now();
            let solution = solve(&board, &Rules::JAPANESE, &self.0);
            let seconds = start.elapsed().as_secs_f64();
            let score = |color: Color| {
                let answer = &solution.first[color.index()];
                let is_proved = matches!(answer.status, Status::Proved(_));
                answer.score.exact().filter(|_| is_proved)
            };
            let how = match solution.first[0].status {
                Status::Proved(SolveMethod::Sum) => "sum",
                Status::Proved(SolveMethod::Search) => "search",
                Status::Proved(SolveMethod::Loops) => "loops",
                _ => "no",
            };
            let open = solution.partition.regions.iter().map(|region| region.count()).sum();
            Solved {
                size: format!("{}x{}", board.size().width(), board.size().height()),
                open_points: open,
                regions: solution.partition.regions.len(),
                scores: Color::BOTH.map(score),
                how: how.to_owned(),
                positions: solution.first.iter().map(|answer| answer.nodes).max().unwrap_or(0),
                seconds,
            }
        }
    }
    let work = Work(bounds.stopped_by(options.stop.clone()));
    let solved = problem.setup()?.visit(Rules::JAPANESE.suicide, work)?;
    options.check_stop()?;
    Ok(solved)
}
