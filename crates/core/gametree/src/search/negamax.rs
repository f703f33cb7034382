//! NegaMax without any cut: the reference every other method is checked against.
//!
//! The primer's `value = -search(depth - 1)` [primer2012] without pruning.

use super::Searcher;
use super::node::Opened;
use crate::game::{Evaluator, Game};
use crate::observer::{Purpose, SearchObserver};
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
) -> Result<Score, StopReason> {
    searcher.pass(Purpose::Value, depth, Window::FULL, |s| node(s, depth))
}

fn node<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
) -> Result<Score, StopReason> {
    let mut frame = match s.open(depth, Window::FULL)? {
        Opened::Closed(value) => return Ok(value),
        Opened::Expanded(frame) => frame,
    };
    while let Some(mv) = s.next_move(&mut frame) {
        let value = s.child(&frame, mv, |s| node(s, depth - 1))?;
        // The full window cannot be cut.
        let _ = s.offer(&mut frame, mv, value);
    }
    Ok(s.close(&frame, |best| best))
}
