//! The reports of a search: every node entered and left, with the cause.

use crate::search::Outcome;
use crate::window::Window;
use zenpuku_core::Score;

/// The node a search is entering or leaving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit<M> {
    /// Plies below the root of the search.
    pub ply: u32,
    /// Plies still to search.
    pub depth: u32,
    /// The window, from this node's side to move.
    pub window: Window,
    /// The move that led here; `None` at the root.
    pub previous_move: Option<M>,
}

/// Why a search left a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause<M> {
    /// Depth 0: the evaluation was asked.
    Leaf,
    /// The game is over here.
    Terminal,
    /// The transposition table knew enough.
    TableHit,
    /// Every move was searched.
    Searched,
    /// A move was too good: the moves after it were left out.
    BetaCut {
        /// The move that refutes the position.
        by: M,
        /// Its place in the order tried, from 0.
        index: u32,
    },
    /// A [`crate::search::Pruning`] gave the value before any move.
    Pruned,
    /// The budget ended the search; the value is meaningless.
    Stopped,
}

/// The purpose of a pass over the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Finding the value.
    Value,
    /// Finding a principal variation for a value already known.
    Line,
}

/// One descent from the root: MTD(f), MTD(bi) and aspiration make several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Its purpose.
    pub purpose: Purpose,
    /// Its depth in plies.
    pub depth: u32,
    /// Its window at the node where it starts.
    pub window: Window,
}

/// The handler a search reports to. Every method has an empty default: [`Silent`] compiles away.
///
/// Calls are balanced: each `enter` has exactly one `leave`, also when the search is
/// stopped.
pub trait SearchObserver<M> {
    /// A pass begins.
    fn begin_pass(&mut self, _pass: &Pass) {}
    /// A node is entered.
    fn enter(&mut self, _visit: &Visit<M>) {}
    /// A node is left with this value (from its side to move) and cause.
    fn leave(&mut self, _visit: &Visit<M>, _value: Score, _cause: Cause<M>) {}
    /// An iteration of an iterative search is complete.
    fn completed(&mut self, _outcome: &Outcome<M>) {}
}

/// The observer without effects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> SearchObserver<M> for Silent {}

impl<M, O: SearchObserver<M>> SearchObserver<M> for &mut O {
    fn begin_pass(&mut self, pass: &Pass) {
        (**self).begin_pass(pass);
    }
    fn enter(&mut self, visit: &Visit<M>) {
        (**self).enter(visit);
    }
    fn leave(&mut self, visit: &Visit<M>, value: Score, cause: Cause<M>) {
        (**self).leave(visit, value, cause);
    }
    fn completed(&mut self, outcome: &Outcome<M>) {
        (**self).completed(outcome);
    }
}
