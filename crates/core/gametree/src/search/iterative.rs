//! Iterative deepening: depth 1, 2, 3 ... by one method, each guided by the
//! previous one through the first guess and the table's moves.

use super::{Method, Outcome, Searcher};
use crate::game::{Evaluator, Game};
use crate::observer::SearchObserver;
use zenpuku_core::StopReason;

/// The result of an iterative search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iterated<M> {
    /// The deepest complete iteration; `None` if not even depth 1 was completed.
    pub deepest: Option<Outcome<M>>,
    /// Why it ended before the last depth; `None` if it did not.
    pub stopped: Option<StopReason>,
}

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'_, G, E, O> {
    /// Searches depth 1 to `max_depth` plies, or to the depth limit if that is
    /// less. The observer is notified of each complete iteration.
    pub fn iterate(&mut self, method: Method, max_depth: u32) -> Iterated<G::Move> {
        let last = max_depth.min(self.depth_limit.unwrap_or(u32::MAX));
        let mut deepest: Option<Outcome<G::Move>> = None;
        for depth in 1..=last {
            let guided = deepest.as_ref().map_or(method, |found| method.with_guess(found.value));
            match self.run(guided, depth) {
                Ok(outcome) => {
                    self.observer.completed(&outcome);
                    deepest = Some(outcome);
                }
                Err(reason) => return Iterated { deepest, stopped: Some(reason) },
            }
        }
        Iterated { deepest, stopped: None }
    }
}
