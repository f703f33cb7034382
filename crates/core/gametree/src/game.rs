//! The interface of a game for a search.

use std::fmt::Debug;

use zenpuku_core::Score;

/// A position of a two-player zero-sum game in which the players move in turn.
///
/// Values must be a function of the position alone: a rule that depends on the
/// game's history (repetition, superko) belongs in [`Game::key`] or must be off
/// when a transposition table is used.
///
/// `Undo` is the data needed by [`Game::undo`]. `Undo = Self` is copy-make:
/// `play` returns the old position and `undo` puts it back.
pub trait Game {
    /// A move; small and cheap to copy.
    type Move: Copy + Eq + Debug;
    /// The data that a move destroys.
    type Undo;

    /// Appends the legal moves of the side to move to `moves`, in the order in which a
    /// search shall try them. What `moves` already holds must stay.
    fn generate(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move that [`Game::generate`] gave for this position.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played, restoring the position exactly.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The value for the side to move if the game is over here. Asked at every node, so
    /// it must be cheap; an end that only move generation finds out belongs into
    /// [`Game::value_without_moves`].
    fn terminal(&self) -> Option<Score> {
        None
    }

    /// The value for the side to move of a position that is not terminal but in which
    /// [`Game::generate`] gave no move: mated in shogi, the counted score elsewhere.
    fn value_without_moves(&self) -> Score;

    /// Gives the move to the other side without a move, as null move pruning does; `None` where
    /// that is not possible or the game has no meaning for it. Undone by [`Game::undo_pass`].
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back the pass that [`Game::pass`] made last, restoring the position exactly.
    fn undo_pass(&mut self, _undo: Self::Undo) {}

    /// A hash key: positions of equal value at every depth may share a key, all others
    /// must not (64 bits: with overwhelming probability). The side to move is part of it.
    fn key(&self) -> u64;
}

/// The static evaluation of a game's positions.
pub trait Evaluator<G: Game> {
    /// The value from the side to move's view; may not depend on earlier calls.
    fn evaluate(&mut self, game: &G) -> Score;
}

impl<G: Game, F: FnMut(&G) -> Score> Evaluator<G> for F {
    fn evaluate(&mut self, game: &G) -> Score {
        self(game)
    }
}
