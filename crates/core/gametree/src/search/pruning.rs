//! Forward pruning of your own: a rule that may give a node its value before any move.

use std::fmt::Debug;

use super::Searcher;
use super::alpha_beta::{self, Fail};
use crate::game::{Evaluator, Game};
use crate::observer::{Cause, SearchObserver, Visit};
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// A rule of forward pruning, the same for every game.
///
/// It is asked at every node below the root that is neither a leaf, nor an end of the game, nor
/// answered by the table. It is not asked inside its own searches, so that its answer depends
/// on the node alone.
pub trait Pruning<G: Game>: Debug {
    /// The value that ends the node without a move: at most alpha, or at least beta. `None`
    /// searches the node as usual.
    ///
    /// # Errors
    /// The reason to stop, if one of its searches was stopped.
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason>;
}

/// A node as a [`Pruning`] sees it. All values and windows are those of its side to move.
pub trait PruningNode<G: Game> {
    /// Its ply, depth and window.
    fn visit(&self) -> &Visit<G::Move>;

    /// Its position.
    fn game(&self) -> &G;

    /// Its static evaluation.
    fn evaluate(&mut self) -> Score;

    /// Searches it to another depth or in another window, by fail-soft alpha-beta. The nodes
    /// count as nodes of the search.
    ///
    /// # Errors
    /// The reason to stop.
    fn search(&mut self, depth: u32, window: Window) -> Result<Score, StopReason>;

    /// Searches the position after a pass; `None` where [`Game::pass`] does not allow one.
    ///
    /// # Errors
    /// The reason to stop.
    fn search_after_pass(
        &mut self,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, StopReason>;
}

/// The node that a searcher has just entered.
struct Entered<'s, 'a, G: Game, E, O> {
    searcher: &'s mut Searcher<'a, G, E, O>,
    visit: Visit<G::Move>,
}

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> PruningNode<G>
    for Entered<'_, '_, G, E, O>
{
    fn visit(&self) -> &Visit<G::Move> {
        &self.visit
    }

    fn game(&self) -> &G {
        self.searcher.game
    }

    fn evaluate(&mut self) -> Score {
        self.searcher.evaluator.evaluate(self.searcher.game)
    }

    fn search(&mut self, depth: u32, window: Window) -> Result<Score, StopReason> {
        alpha_beta::node(self.searcher, depth, window, Fail::Soft)
    }

    fn search_after_pass(
        &mut self,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, StopReason> {
        let Some(undo) = self.searcher.game.pass() else { return Ok(None) };
        self.searcher.path.push(None);
        let value = alpha_beta::node(self.searcher, depth, window.negate(), Fail::Soft);
        self.searcher.path.pop();
        self.searcher.game.undo_pass(undo);
        value.map(|value| Some(-value))
    }
}

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'_, G, E, O> {
    /// The value that the pruning gives a node just entered.
    ///
    /// # Errors
    /// The reason to stop; the node is then left again.
    pub(super) fn ask_pruning(
        &mut self,
        visit: &Visit<G::Move>,
    ) -> Result<Option<Score>, StopReason> {
        if visit.ply == 0 {
            return Ok(None);
        }
        // Taken out while it is asked: its own searches are not pruned.
        let Some(pruning) = self.pruning.take() else { return Ok(None) };
        let cut = pruning.cut(&mut Entered { searcher: self, visit: *visit });
        self.pruning = Some(pruning);
        // Its searches have left their lines here.
        self.line.reset(self.path.len());
        if cut.is_err() {
            self.observer.leave(visit, Score::ZERO, Cause::Stopped);
        }
        cut
    }
}
