//! Requests about the goals of both sides of a game, move by move.

use crate::analysis::Analysis;
use crate::errors::{AppResult, not_found};
use crate::protocol::{GameReport, GoalLine, GoalMove, GoalsRequest, Reply};
use crate::state::{AppState, lock};
use std::collections::HashMap;
use zenpuku_analysis::GoalReporter;
use zenpuku_shogi::{Color, Move, MoveList, Position};
use zenpuku_shogi_goals::explain::{GoalReport, building, standing};

pub(crate) fn carry_out(
    state: &AppState,
    analysis: &Analysis,
    request: GoalsRequest,
) -> AppResult<Reply> {
    match request {
        GoalsRequest::Get { document, node } => line(state, analysis, document, node),
    }
}

/// The goals along the line that runs through a node. The lines that the analysis expects are
/// known where the game is analysed.
fn line(state: &AppState, analysis: &Analysis, document: u32, node: u32) -> AppResult<Reply> {
    let expected = analysis.report(document)?.map(expected).unwrap_or_default();
    let found = state.document(document)?;
    let (revision, start, moves) = {
        let found = lock(&found);
        let tree = found.tree()?;
        if !tree.is_attached(node) {
            return Err(not_found("node", node));
        }
        let start = tree.position(0).ok_or_else(|| not_found("position of node", 0))?;
        (found.revision, start, tree.moves_through(node))
    };
    let mut reporter = GoalReporter::default();
    let mut at = start;
    let mut told = Vec::with_capacity(moves.len());
    for (node, mv) in moves {
        let side = at.side_to_move();
        let line = expected.get(&node).map_or_else(Vec::new, |pv| readable(&at, pv));
        let said = reporter.report(&at, &line, mv);
        at.try_do_move(mv)?;
        told.push(GoalMove {
            node,
            side: side.into(),
            report: said.report,
            served: said.served,
            building: [Color::Black, Color::White].map(|side| building(&at, side)),
            standing: [Color::Black, Color::White].map(|side| standing(&at, side)),
        });
    }
    let end = end(&mut reporter, &at);
    Ok(Reply::Goals { goals: Box::new(GoalLine { document, revision, moves: told, end }) })
}

/// What the side to move aims at where the line ends. A report is that of the position before the
/// move that is told, whichever it is.
fn end(reporter: &mut GoalReporter, at: &Position) -> Option<GoalReport> {
    let mut legal = MoveList::new();
    at.legal_moves(&mut legal);
    legal.first().map(|&any| reporter.report(at, &[], any).report)
}

/// The expected line before each node's move.
fn expected(report: GameReport) -> HashMap<u32, Vec<String>> {
    report.moves.into_iter().map(|mv| (mv.node, mv.judged.pv)).collect()
}

/// The moves of a line as far as they are legal.
fn readable(position: &Position, line: &[String]) -> Vec<Move> {
    let mut at = position.clone();
    let read = |usi: &String| {
        let mv = at.read_usi(usi).ok()?;
        at.try_do_move(mv).ok().map(|_| mv)
    };
    line.iter().map_while(read).collect()
}
