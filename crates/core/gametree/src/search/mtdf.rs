//! MTD(f): null windows that start at a first guess and follow the bounds found
//! [plaat1996]; the first guess is 0 in [kakeme].

use super::Searcher;
use super::alpha_beta::{self, Fail};
use super::node::greatest_value;
use crate::game::{Evaluator, Game};
use crate::observer::SearchObserver;
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// The interval in which the value is proved to lie.
pub(super) struct Proved {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Proved {
    pub(super) fn nothing() -> Proved {
        Proved { lower: -greatest_value(), upper: greatest_value() }
    }

    pub(super) fn is_open(&self) -> bool {
        self.lower < self.upper
    }

    /// Tests whether the value is at least `beta` and stores the proved bound.
    pub(super) fn test<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
        &mut self,
        searcher: &mut Searcher<'_, G, E, O>,
        depth: u32,
        beta: Score,
    ) -> Result<Score, StopReason> {
        let answer = alpha_beta::search(searcher, depth, Window::at_least(beta), Fail::Soft)?;
        if answer < beta {
            self.upper = answer;
        } else {
            self.lower = answer;
        }
        Ok(answer)
    }
}

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    guess: Score,
) -> Result<Score, StopReason> {
    let mut proved = Proved::nothing();
    let mut value = guess.clamp(proved.lower, proved.upper);
    while proved.is_open() {
        let beta = if value == proved.lower { value + Score::new(1) } else { value };
        value = proved.test(searcher, depth, beta)?;
    }
    Ok(value)
}
