//! Aspiration: alpha-beta in a narrow window around a guess [primer2012], as Bonanza
//! does at its root [bonanza2006].

use super::Searcher;
use super::alpha_beta::{self, Fail};
use crate::game::{Evaluator, Game};
use crate::observer::SearchObserver;
use crate::window::{Side, Window};
use zenpuku_core::Score;
use zenpuku_core::StopReason;

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    guess: Score,
    margin: Score,
) -> Result<Score, StopReason> {
    let window = Window::around(guess, margin);
    let value = alpha_beta::search(searcher, depth, window, Fail::Soft)?;
    // The bound found is itself a possible value, so the next window holds it.
    let next = match window.side(value) {
        Side::Inside => return Ok(value),
        Side::Low => Window::above(value).open_below(),
        Side::High => Window::at_least(value).open_above(),
    };
    alpha_beta::search(searcher, depth, next, Fail::Soft)
}
