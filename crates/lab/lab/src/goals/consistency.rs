//! How often moves serve a goal that was held before, with goals and without: the consistency
//! that [goals2001] is about.

use zenpuku_report::{Cell, Table};

use super::play::{Program, Side, play_match};
use super::{DEPTH, WITH, WITHOUT, positions, program};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// The experiment `goals-consistency`.
#[derive(Clone, Copy, Debug)]
pub struct ConsistencyExperiment;

impl Experiment for ConsistencyExperiment {
    fn name(&self) -> &'static str {
        "goals-consistency"
    }

    fn summary(&self) -> &'static str {
        "How often moves serve a goal held before, with goals and without"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let (count, depth) = if options.quick { (2, 1) } else { (30, DEPTH) };
        let starts = positions::starts(options, count)?;
        session.expect(starts.len() as u64);
        let with = Program::new(program(WITH, &[])?, depth);
        let without = Program::new(program(WITHOUT, &[])?, depth);
        let games = play_match("consistency", [&with, &without], &starts, options, session)?;
        let columns = ["program", "moves", "with a goal held", "serving one", "share", "error"];
        let mut table = Table::new(format!("Consistency at depth {depth}"), columns);
        for (name, side) in [WITH, WITHOUT].into_iter().zip(&games.total.sides) {
            table.push(row(name, side))?;
        }
        Ok(Findings { ours: vec![table], ..Findings::default() })
    }
}

fn row(name: &str, side: &Side) -> Vec<Cell> {
    let n = side.held.max(1) as f64;
    let share = side.serving as f64 / n;
    let error = 1.96 * (share * (1.0 - share) / n).sqrt();
    let counts = [side.moves, side.held, side.serving].map(Cell::from);
    [vec![name.into()], counts.to_vec(), vec![Cell::fixed(share, 3), Cell::fixed(error, 3)]]
        .concat()
}
