//! Requests about the goals of both sides of a game, move by move.

use super::Walks;
use super::walk::Line;
use crate::analysis::Analysis;
use crate::errors::{AppResult, not_found};
use crate::protocol::{GameReport, GoalsRequest, Reply};
use crate::state::{AppState, lock};
use std::collections::HashMap;

pub(crate) fn carry_out(
    state: &AppState,
    walks: &Walks,
    analysis: &Analysis,
    request: GoalsRequest,
) -> AppResult<Reply> {
    let (GoalsRequest::Get { document, node } | GoalsRequest::Line { document, node }) = request;
    let line = line(state, analysis, document, node)?;
    Ok(match request {
        GoalsRequest::Get { .. } => {
            let goals = walks.with(&line, |walk| walk.around(&line, node))?;
            Reply::Goals { goals: Box::new(goals) }
        }
        GoalsRequest::Line { .. } => {
            let line = walks.with(&line, |walk| walk.line(&line))?;
            Reply::GoalLine { line: Box::new(line) }
        }
    })
}

/// The line that runs through a node. The lines that the analysis expects are known where the game
/// is analysed.
fn line(state: &AppState, analysis: &Analysis, document: u32, node: u32) -> AppResult<Line> {
    let mut expected = analysis.report(document)?.map(expected).unwrap_or_default();
    let found = state.document(document)?;
    let found = lock(&found);
    let tree = found.tree()?;
    if !tree.is_attached(node) {
        return Err(not_found("node", node));
    }
    let start = tree.position(0).ok_or_else(|| not_found("position of node", 0))?;
    let moves = tree.moves_through(node);
    let expected =
        moves.iter().map(|(node, _)| expected.remove(node).unwrap_or_default()).collect();
    Ok(Line { document, revision: found.revision, start, moves, expected })
}

/// The expected line before each node's move.
fn expected(report: GameReport) -> HashMap<u32, Vec<String>> {
    report.moves.into_iter().map(|mv| (mv.node, mv.judged.pv)).collect()
}
