//! A world: positions of a game with an evaluation, and the truth if it is known.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::rc::Rc;

use zenpuku_core::{Limits, Score};
use zenpuku_gametree::Game;

use crate::error::LabError;

/// A position to search.
#[derive(Clone, Debug)]
pub(super) struct Root<G> {
    /// Its name, unique in its world.
    pub(super) name: String,
    /// The position.
    pub(super) game: G,
}

/// Finds exact values of the positions below one root.
pub(super) trait Oracle<G> {
    /// The value with best play to the end of the game, for the side to move; `None` if it is not proved.
    ///
    /// # Errors
    /// [`LabError::Stopped`], or a table could not be made.
    fn value(&mut self, game: &G, limits: &Limits) -> Result<Option<Score>, LabError>;
}

/// Makes an oracle without any knowledge yet.
pub(super) type MakeOracle<G> = fn() -> Result<Box<dyn Oracle<G>>, LabError>;

/// A static evaluation, for the side to move.
pub(super) type Evaluation<G> = Box<dyn FnMut(&G) -> Score>;

/// A world in which prunings are measured.
pub(super) struct World<G> {
    /// Its name in the tables.
    pub(super) name: String,
    /// Positions that margins and lines are fitted to.
    pub(super) training: Vec<Root<G>>,
    /// Positions that the prunings are measured on, none of them below one of the others.
    pub(super) test: Vec<Root<G>>,
    /// The depths searched, in plies.
    pub(super) depths: RangeInclusive<u32>,
    /// Nodes of each depth that are sampled below a training position, and cuts that are judged of
    /// each position, depth and pruning, at most.
    pub(super) nodes: usize,
    /// The static evaluation.
    pub(super) evaluation: Evaluation<G>,
    /// Makes what knows the truth below a root; `None` if nothing does.
    pub(super) oracle: Option<MakeOracle<G>>,
}

/// What a move adds to the static value of its mover, as the key of the order of moves.
pub(super) type Gain<G> = Rc<dyn Fn(&G, <G as Game>::Move) -> i32>;

/// A game whose moves are tried in the order of their gain, the greatest first.
#[derive(Clone)]
pub(super) struct Ordered<G: Game> {
    /// The game itself.
    pub(super) game: G,
    gain: Gain<G>,
}

impl<G: Game> Ordered<G> {
    /// The game with this order of moves.
    pub(super) fn new(game: G, gain: &Gain<G>) -> Self {
        Ordered { game, gain: Rc::clone(gain) }
    }
}

impl<G: Game + Debug> Debug for Ordered<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game> Game for Ordered<G> {
    type Move = G::Move;
    type Undo = G::Undo;

    fn generate(&self, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        self.game.generate(moves);
        moves[first..].sort_by_cached_key(|&mv| -(self.gain)(&self.game, mv));
    }

    fn play(&mut self, mv: G::Move) -> G::Undo {
        self.game.play(mv)
    }

    fn undo(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.undo(mv, undo);
    }

    fn terminal(&self) -> Option<Score> {
        self.game.terminal()
    }

    fn value_without_moves(&self) -> Score {
        self.game.value_without_moves()
    }

    fn pass(&mut self) -> Option<G::Undo> {
        self.game.pass()
    }

    fn undo_pass(&mut self, undo: G::Undo) {
        self.game.undo_pass(undo);
    }

    fn key(&self) -> u64 {
        self.game.key()
    }
}
