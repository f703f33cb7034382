//! Alpha-beta [primer2012] [bonanza2006] (Fig. 3a), fail-hard and fail-soft.
//!
//! Both papers print the fail-hard form; their slips (the value called `ban`, a move
//! hidden by a local of the same name, `INT_MIN` negated, no case without moves) are
//! put right here.

use super::Searcher;
use super::node::Opened;
use crate::game::{Evaluator, Game};
use crate::observer::{Purpose, SearchObserver};
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// The result if the value is outside the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fail {
    /// The end of the window that was passed, as in the papers.
    Hard,
    /// The tightest bound found, which may lie outside the window.
    Soft,
}

impl Fail {
    fn answer(self, value: Score, window: Window) -> Score {
        match self {
            Fail::Hard => window.clamp(value),
            Fail::Soft => value,
        }
    }
}

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'_, G, E, O> {
    /// One alpha-beta search to `depth` plies in any window. The answer is the
    /// value if it is inside, an upper bound if it is at most alpha, a lower
    /// bound if at least beta.
    ///
    /// # Errors
    /// The reason to stop, if the budget ended first.
    pub fn alpha_beta(
        &mut self,
        depth: u32,
        window: Window,
        fail: Fail,
    ) -> Result<Score, StopReason> {
        search(self, depth, window, fail)
    }
}

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    window: Window,
    fail: Fail,
) -> Result<Score, StopReason> {
    searcher.pass(Purpose::Value, depth, window, |s| node(s, depth, window, fail))
}

pub(super) fn node<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    s: &mut Searcher<'_, G, E, O>,
    depth: u32,
    window: Window,
    fail: Fail,
) -> Result<Score, StopReason> {
    let mut frame = match s.open(depth, window)? {
        Opened::Closed(value) => return Ok(fail.answer(value, window)),
        Opened::Expanded(frame) => frame,
    };
    while let Some(mv) = s.next_move(&mut frame) {
        let reply = frame.window().negate();
        let value = s.child(&frame, mv, |s| node(s, depth - 1, reply, fail))?;
        if s.offer(&mut frame, mv, value).is_break() {
            break;
        }
    }
    Ok(s.close(&frame, |best| fail.answer(best, window)))
}
