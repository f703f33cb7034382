//! Table 2 of [goals2001]: P_A against P_B at the same depth, and one and two plies deeper.

use zenpuku_report::{Cell, Table};

use super::play::{GAME_COLUMNS, Games, Program, play_match};
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

/// What orders the quiet moves of both programs besides the goals. The paper does not say how its
/// programs order them.
const ORDERS: [(bool, &str); 2] = [(false, "not ordered"), (true, "by static gain")];

/// Nodes of the search for mates that both programs have; the paper does not say how far its
/// routine goes.
const MATE_NODES: u64 = 10_000;

/// The experiment `goals-match`.
#[derive(Clone, Copy, Debug)]
pub struct MatchExperiment;

impl Experiment for MatchExperiment {
    fn name(&self) -> &'static str {
        "goals-match"
    }

    fn summary(&self) -> &'static str {
        "With goals against without, at the same depth and one and two plies deeper; with and without a static order of quiet moves"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data, Input::Evaluation, Input::Set]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let (count, base) = if options.quick { (1, 1) } else { (50, DEPTH) };
        let starts = positions::starts(options, count)?;
        session.expect((starts.len() * PAPER.len() * ORDERS.len()) as u64);
        // What the options change, they change in both programs.
        let side = |profile| options.engine_over(program(profile, &[])?);
        let columns = [
            "quiet moves",
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
        let mut kept = Table::new("Games", GAME_COLUMNS);
        for (ordered, order) in ORDERS {
            let of = |options, depth| Program {
                ordered,
                mate_nodes: MATE_NODES,
                ..Program::new(options, depth)
            };
            let with = of(side(WITH)?, base);
            for (more, _) in PAPER {
                let without = of(side(WITHOUT)?, base + more);
                let name = format!("{order}, P_B at depth {}", without.depth);
                let played = play_match(&name, [&with, &without], &starts, options, session)?;
                ours.push(row(order, without.depth, &played.total))?;
                played.rows(&name).into_iter().try_for_each(|row| kept.push(row))?;
            }
        }
        let (paper, ours, rows) = (vec![paper()?], vec![ours], vec![kept]);
        Ok(Findings { paper, ours, rows, ..Findings::default() })
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

fn row(order: &str, depth: u32, games: &Games) -> Vec<Cell> {
    let first = vec![order.into(), depth.into()];
    [first, games.cells(), games.swept.map(Cell::from).to_vec()].concat()
}
