//! Trees whose values add up along the branches [newborn1977], so that an evaluation predicts
//! them, and a pass has a meaning. They are not stored: moves are drawn from a node's number.

use crate::game::Game;
use zenpuku_core::Score;
use zenpuku_core::random::{SplitMix64, mix};

/// The shape of a tree of added gains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncrementalShape {
    /// Moves of a node.
    pub width: u32,
    /// Plies to the end of the game.
    pub plies: u32,
    /// A move gains its mover something in `-gain..=gain`.
    pub gain: u16,
    /// The evaluation errs by something in `-error..=error`: the greater, the less it
    /// is related to the value of the position. At 0 it is the sum of the gains.
    pub error: u16,
}

/// A position in a tree of added gains. At the end of the game its value is the sum of the gains.
///
/// A pass gains nothing and leaves the game as long as a move does: the other side moves, with
/// moves of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncrementalPosition {
    shape: IncrementalShape,
    /// The node's number, from which its moves are drawn.
    node: u64,
    /// The sum of the gains, for the side to move.
    sum: i32,
    /// Plies to the end.
    left: u32,
}

/// The number that stands for a pass among the moves.
const PASS: u32 = u32::MAX;

impl IncrementalPosition {
    /// The root of the tree with this seed.
    #[must_use]
    pub fn root(shape: IncrementalShape, seed: u64) -> Self {
        IncrementalPosition { shape, node: mix(!seed), sum: 0, left: shape.plies }
    }

    /// The sum of the gains with this node's error, for the side to move.
    #[must_use]
    pub fn evaluation(&self) -> Score {
        let error = SplitMix64::new(self.node).within(self.shape.error);
        Score::eval(self.sum + error)
    }

    /// Plies to the end of the game.
    #[must_use]
    pub fn plies_left(&self) -> u32 {
        self.left
    }

    fn child(&self, mv: u32, gain: i32) -> Self {
        let node = self.number(mv);
        IncrementalPosition { node, sum: -(self.sum + gain), left: self.left - 1, ..*self }
    }

    fn number(&self, mv: u32) -> u64 {
        mix(self
            .node
            .wrapping_add(u64::from(mv).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// What a move gains: independent of the error of the position after it.
    fn gain(&self, mv: u32) -> i32 {
        SplitMix64::new(!self.number(mv)).within(self.shape.gain)
    }
}

impl Game for IncrementalPosition {
    type Move = u32;
    type Undo = Self;

    fn generate(&self, moves: &mut Vec<u32>) {
        if self.left > 0 {
            moves.extend(0..self.shape.width);
        }
    }

    fn play(&mut self, mv: u32) -> Self {
        let after = self.child(mv, self.gain(mv));
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _mv: u32, undo: Self) {
        *self = undo;
    }

    fn terminal(&self) -> Option<Score> {
        (self.left == 0).then(|| self.value_without_moves())
    }

    fn value_without_moves(&self) -> Score {
        Score::eval(self.sum)
    }

    fn pass(&mut self) -> Option<Self> {
        let after = (self.left > 0).then(|| self.child(PASS, 0))?;
        Some(std::mem::replace(self, after))
    }

    fn undo_pass(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Fail, Method, Searcher};

    fn shape(error: u16) -> IncrementalShape {
        IncrementalShape { width: 4, plies: 6, gain: 50, error }
    }

    /// The value by the definition of minimax.
    fn minimax(position: IncrementalPosition) -> i32 {
        let moves = 0..position.shape.width;
        let value = |mv| -minimax(position.child(mv, position.gain(mv)));
        if position.left == 0 { position.sum } else { moves.map(value).max().unwrap() }
    }

    #[test]
    fn searches_find_the_minimax_value_and_undo_everything() {
        for seed in 0..9 {
            let root = IncrementalPosition::root(shape(20), seed);
            let (mut game, mut eval) = (root, |game: &IncrementalPosition| game.evaluation());
            let found =
                Searcher::new(&mut game, &mut eval).run(Method::AlphaBeta(Fail::Soft), 6).unwrap();
            assert_eq!(found.value.value(), minimax(root));
            assert_eq!(game, root);
        }
    }

    #[test]
    fn the_evaluation_errs_within_its_bound_and_a_pass_gains_nothing() {
        let mut position = IncrementalPosition::root(shape(0), 1);
        let first = position.gain(2);
        position.play(2);
        assert_eq!(position.evaluation(), Score::new(-first));
        let undo = position.pass().unwrap();
        assert_eq!((position.sum, position.left), (first, 4));
        position.undo_pass(undo);
        assert_eq!((position.sum, position.left), (-first, 5));
        let erring = IncrementalPosition { shape: shape(30), ..position };
        assert!((erring.evaluation() - position.evaluation()).abs() <= Score::new(30));
    }
}
