//! Long mates, which a full-width search finds by its check extension alone: up to about 21 plies, says the paper.

use serde::Deserialize;
use zenpuku_core::Limits;
use zenpuku_report::{Cell, Table};
use zenpuku_shogi::{Color, Piece, PieceType, Position, Setup, SetupRules, Square};
use zenpuku_shogi_mate::MateSolver;

use super::wins::{Win, first_win, settings};
use super::{MATE_TABLE, Work};
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::{Check, Findings};
use crate::measure::Measurer;
use crate::options::RunOptions;

const ZUKO: &str = include_str!("../../data/shogi-zuko.jsonl");
const GENERATED: &str = include_str!("../../data/generated-1-to-11.jsonl");

/// Lengths of the generated problems that are taken, in plies.
const LENGTHS: [u16; 4] = [5, 7, 9, 11];
/// Nodes at most for the mate solver.
const MATE_NODES: u64 = 5_000_000;

#[derive(Deserialize)]
struct Line {
    id: String,
    sfen: String,
    #[serde(alias = "mate")]
    plies: u16,
}

/// A mate problem to which an attacker's king was added.
struct MateProblem {
    name: String,
    plies: u16,
    position: Position,
}

/// `each` problems of every length from 5 to 11 plies, then those of Shogi Zuko, 13 to 17 plies.
fn mate_problems(each: usize, zuko: usize) -> Result<Vec<MateProblem>, LabError> {
    let generated = read("mate/generated-1-to-11.jsonl", GENERATED)?;
    let mut list = Vec::new();
    for length in LENGTHS {
        list.extend(generated.iter().filter(|line| line.plies == length).take(each));
    }
    let old = read("mate/shogi-zuko.jsonl", ZUKO)?;
    let mut old: Vec<&Line> = old.iter().collect();
    old.sort_by_key(|line| line.plies);
    list.extend(old.into_iter().take(zuko));
    list.into_iter().map(with_king).collect()
}

fn read(file: &'static str, text: &str) -> Result<Vec<Line>, LabError> {
    let line = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| LabError::Data {
            file,
            line: index + 1,
            reason: error.to_string(),
        })
    };
    text.lines().enumerate().map(line).collect()
}

/// The problem with Black's king on 9i, which the engine needs to play.
fn with_king(line: &Line) -> Result<MateProblem, LabError> {
    let mut setup = Setup::from_sfen(&line.sfen)?;
    let corner = Square::from_usi("9i").filter(|&corner| setup.piece_on(corner) == Piece::NONE);
    if let Some(corner) = corner {
        setup.put(corner, Piece::from_parts(Color::BLACK, PieceType::KING));
    }
    let position = setup.position(SetupRules::Play)?;
    Ok(MateProblem { name: line.id.clone(), plies: line.plies, position })
}

pub(super) fn units(work: &Work) -> u64 {
    let count = 4 * work.plan.mates_each + work.plan.zuko;
    (count * (1 + settings(work).map_or(0, |list| list.len()))) as u64
}

pub(super) fn run(
    work: &Work,
    options: &RunOptions,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let title = format!("Mates by full width alone (at most {} nodes)", work.plan.win_nodes);
    let columns = ["problem", "plies", "setting"].into_iter().chain(Win::COLUMNS);
    let mut table = Table::new(title, columns);
    let settings = settings(work)?;
    for problem in mate_problems(work.plan.mates_each, work.plan.zuko)? {
        let plies = session.unit(&format!("{}: mate solver", problem.name), || {
            let limits = Limits::with_nodes(MATE_NODES).stopped_by(options.stop.clone());
            let report = MateSolver::new(MATE_TABLE).solve(&problem.position, &limits)?;
            options.check_stop()?;
            Ok(report.plies)
        })?;
        let fact = format!("{}: plies to mate with Black's king on 9i", problem.name);
        let found = plies.map_or("none".to_owned(), |plies| plies.to_string());
        findings.checks.push(Check::new(fact, "the problem", problem.plies, found));
        for (name, params) in &settings {
            let unit = format!("{}: {name}", problem.name);
            let nodes = work.plan.win_nodes;
            let win =
                session.unit(&unit, || first_win(measurer, params, &problem.position, nodes))?;
            let mut cells: Vec<Cell> =
                vec![problem.name.as_str().into(), u32::from(problem.plies).into(), (*name).into()];
            cells.extend(Win::cells(win.as_ref()));
            table.push(cells)?;
        }
    }
    findings.ours.push(table);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_grow_longer() {
        let problems = mate_problems(2, 4).unwrap();
        let plies: Vec<u16> = problems.iter().map(|problem| problem.plies).collect();
        assert_eq!(plies, [5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 17]);
    }
}
