//! NegaScout (principal variation search): null windows for all moves but the first.
//!
//! Fail-soft. A null window that fails high inside the window is searched again
//! with the proved bound as the new floor [reinefeld1983].

use super::Searcher;
use super::node::Opened;
use crate::game::{Evaluator, Game};
use crate::observer::{Purpose, SearchObserver};
use crate::window::{Side, Window};
use zenpuku_core::Score;
use zenpuku_core::StopReason;

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'_, G, E, O> {
    /// One NegaScout search to `depth` plies in any window; the answer reads as that of
    /// fail-soft alpha-beta.
    ///
    /// # Errors
    /// The reason to stop, if the budget ended first.
    pub fn negascout(&mut self, depth: u32, window: Window) -> Result<Score, StopReason> {
        search(self, depth, window)
    }
}

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    window: Window,
) -> Result<Score, StopReason> {
    searcher.pass(Purpose::Value, depth, window, |s| node(s, depth, window))
}

fn node<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    window: Window,
) -> Result<Score, StopReason> {
    let mut frame = match s.open(depth, window)? {
        Opened::Closed(value) => return Ok(value),
        Opened::Expanded(frame) => frame,
    };
    while let Some(mv) = s.next_move(&mut frame) {
        let (left, first) = (frame.window(), frame.at_first_move());
        let value = s.child(&frame, mv, |s| reply(s, depth - 1, left, first))?;
        if s.offer(&mut frame, mv, value).is_break() {
            break;
        }
    }
    Ok(s.close(&frame, |best| best))
}

/// The value, from the opponent's view, of the position after a move made with `left`
/// of the window still open.
fn reply<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    left: Window,
    first: bool,
) -> Result<Score, StopReason> {
    if first {
        return node(s, depth, left.negate());
    }
    let scout = node(s, depth, Window::above(left.alpha()).negate())?;
    // An evaluation is exact in any window.
    if depth == 0 || left.side(-scout) != Side::Inside {
        return Ok(scout);
    }
    let floor = -scout - Score::new(1);
    let window = left.raise_alpha(floor).unwrap_or(left);
    node(s, depth, window.negate())
}
