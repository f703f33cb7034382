//! The mean of a network and of the classic features.
//!
//! The two see different things: the network the places of pieces and combinations of them; the
//! classic features attacks, mobility and pins. Their errors differ, so their mean is better
//! than either (averaging of predictors: [breiman1996]); it is better still if each was trained
//! together with the other on the loss of the mean (boosting: [friedman2001]; figures in
//! `experiments/evaluation/ensemble.md`).

use crate::classic::Classic;
use crate::evaluator::{EvalPart, Evaluator};
use crate::nnue::Nnue;
use zenpuku_shogi::{Move, MoveDelta, Position};

/// Both evaluators, updated with every move.
#[derive(Clone, Debug)]
pub struct Ensemble {
    network: Nnue,
    classic: Classic,
}

impl Ensemble {
    /// The mean of `network` and `classic`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub const fn new(network: Nnue, classic: Classic) -> Self {
        Self { network, classic }
    }
}

impl Evaluator for Ensemble {
    fn refresh(&mut self, position: &Position) {
        self.network.refresh(position);
        self.classic.refresh(position);
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.network.apply(delta, after);
        self.classic.apply(delta, after);
    }

    #[inline]
    fn undo(&mut self) {
        self.network.undo();
        self.classic.undo();
    }

    /// Rounded towards zero, so that both colours round alike.
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        i32::midpoint(self.network.evaluate(position), self.classic.evaluate(position))
    }

    /// As the network's: the gain of the move by capture and promotion.
    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.network.move_gain(position, mv)
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        self.classic.material(position)
    }

    /// The halves of both; what rounding to whole centipawns leaves is with the second.
    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let network = self.network.evaluate(position) / 2;
        let rest = self.evaluate(position) - network;
        vec![
            EvalPart { name: "half of the network", cp: network },
            EvalPart { name: "half of classic", cp: rest },
        ]
    }
}
