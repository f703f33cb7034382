//! Completing the principal variation.
//!
//! Null windows leave no line, and a table hit ends one early. The value being known,
//! the missing moves are found by asking of each whether it reaches that value.

use super::Searcher;
use super::alpha_beta::{self, Fail};
use crate::game::{Evaluator, Game};
use crate::observer::{Purpose, SearchObserver};
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// The line of the last search, completed to `depth` or the end of the game if the budget allows.
pub(super) fn complete<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    value: Score,
) -> Vec<G::Move> {
    let mut line = searcher.line.root().to_vec();
    // Results before a stop stay valid, so a stop only shortens the line.
    let _ = extend(searcher, depth, value, 0, &mut line);
    line
}

/// Goes down the line from its `ply`-th move and adds moves where it ends. `value` is
/// the value of the current position at `depth`.
fn extend<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    value: Score,
    ply: usize,
    line: &mut Vec<G::Move>,
) -> Result<(), StopReason> {
    if depth == 0 {
        return Ok(());
    }
    if ply == line.len() {
        match reaching(s, depth, value)? {
            Some(mv) => line.push(mv),
            None => return Ok(()),
        }
    }
    let mv = line[ply];
    s.step(mv, |s| extend(s, depth - 1, -value, ply + 1, line))
}

/// The first move that reaches `value`; `None` at the end of the game.
fn reaching<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    value: Score,
) -> Result<Option<G::Move>, StopReason> {
    if s.game.terminal().is_some() {
        return Ok(None);
    }
    let known = s.table.as_ref().and_then(|table| table.probe(s.game.key()));
    let hint = known.and_then(|entry| entry.best);
    let first = s.push_moves(hint);
    let mut found = Ok(None);
    for index in first..s.moves.len() {
        let mv = s.moves[index];
        match s.step(mv, |s| is_at_most(s, depth - 1, -value)) {
            Ok(false) => {}
            Ok(true) => {
                found = Ok(Some(mv));
                break;
            }
            Err(reason) => {
                found = Err(reason);
                break;
            }
        }
    }
    s.moves.truncate(first);
    found
}

fn is_at_most<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    value: Score,
) -> Result<bool, StopReason> {
    let window = Window::above(value);
    let node = |s: &mut Searcher<'_, G, E, O>| alpha_beta::node(s, depth, window, Fail::Soft);
    Ok(s.pass(Purpose::Line, depth, window, node)? <= value)
}
