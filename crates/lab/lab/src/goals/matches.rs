//! Table 2 of [goals2001]: P_A against P_B at the same depth, and one and two plies deeper.

use zenpuku_report::{Cell, Table};

use super::play::{Games, Program, play_match};
use super::{DEPTH, WITH, WITHOUT, positions, program};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// Plies by which P_B is deeper, with the paper's wins, losses, draws and seconds of both.
const PAPER: [(u32, [u64; 5]); 3] = [
    (0, [69, 28, 3, 48_703, 59_157]),
    (1, [55, 43, 2, 51_109, 160_492]),
    (2, [46, 47, 7, 49_218, 416_337]),
];

/// The experiment `goals-match`.
#[derive(Clone, Copy, Debug)]
pub struct MatchExperiment;

impl Experiment for MatchExperiment {
    fn name(&self) -> &'static str {
        "goals-match"
    }

    fn summary(&self) -> &'static str {
        "With goals against without, at the same depth and one and two plies deeper"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data, Input::Evaluation, Input::Set]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let (count, base) = if options.quick { (1, 1) } else { (50, DEPTH) };
        let starts = positions::starts(options, count)?;
        session.expect((starts.len() * PAPER.len()) as u64);
        // What the options change, they change in both programs.
        let side = |profile| options.engine_over(program(profile, &[])?);
        let with = Program { options: side(WITH)?, depth: base };
        let columns = [
            "depth of P_B",
            "P_A wins",
            "P_B wins",
            "draws",
            "P_A's share",
            "error",
            "P_A's seconds",
            "P_B's seconds",
            "P_A's nodes",
            "P_B's nodes",
            "P_A sweeps",
            "P_B sweeps",
        ];
        let mut ours = Table::new("Matches", columns);
        for (more, _) in PAPER {
            let without = Program { options: side(WITHOUT)?, depth: base + more };
            let name = format!("P_B at depth {}", without.depth);
            let games = play_match(&name, [&with, &without], &starts, options, session)?;
            ours.push(row(without.depth, &games))?;
        }
        let (paper, ours) = (vec![paper()?], vec![ours]);
        Ok(Findings { paper, ours, ..Findings::default() })
    }
}

fn paper() -> Result<Table, LabError> {
    let columns =
        ["depth of P_B", "P_A wins", "P_B wins", "draws", "P_A's seconds", "P_B's seconds"];
    let mut table = Table::new("Table 2", columns);
    for (more, figures) in PAPER {
        let cells = figures.map(Cell::from);
        table.push([vec![(DEPTH + more).into()], cells.to_vec()].concat())?;
    }
    Ok(table)
}

fn row(depth: u32, games: &Games) -> Vec<Cell> {
    [vec![depth.into()], games.cells(), games.swept.map(Cell::from).to_vec()].concat()
}
