//! Another evaluation as the teacher: its static values need no search and have no noise, so
//! there are as many examples as wanted. A network first learns its values, see `--start`,
//! and then learns from searches.

use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator as _};

/// Most plies of a walk.
const LONGEST: u64 = 3;

/// Values positions, and walks at random from each to more of them.
pub struct Teacher {
    eval: AnyEvaluator,
    walks: u32,
    random: SplitMix64,
    list: MoveList,
}

impl Teacher {
    /// A teacher with the built-in data of `kind` that takes `walks` random walks of one to three
    /// plies from every position.
    #[must_use]
    pub fn new(kind: EvalKind, walks: u32, seed: u64) -> Self {
        Self {
            eval: AnyEvaluator::new(kind, &Params::default()),
            walks,
            random: SplitMix64::new(seed),
            list: MoveList::new(),
        }
    }

    /// Shows `position` and the ends of the walks from it, each with its value in centipawns for
    /// its side to move.
    pub(super) fn near(&mut self, position: &Position, mut show: impl FnMut(&Position, i32)) {
        show(position, self.eval.evaluate_afresh(position));
        for _ in 0..self.walks {
            let plies = 1 + self.random.below(LONGEST);
            let end = self.walk(position, plies);
            show(&end, self.eval.evaluate_afresh(&end));
        }
    }

    fn walk(&mut self, from: &Position, plies: u64) -> Position {
        let mut position = from.clone();
        for _ in 0..plies {
            position.legal_moves(&mut self.list);
            let Some(last) = (self.list.len() as u64).checked_sub(1) else { break };
            position.do_move(self.list[self.random.below(last + 1) as usize]);
        }
        position
    }
}
