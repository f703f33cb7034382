//! Watching a search: every node entered and left, with the cause.

use crate::control::SearchControl;
use crate::depth::Depth;
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutCause {
    /// Every move was searched or skipped: no cut.
    Searched,
    /// A move was at least beta.
    Beta,
    /// The side to move has no legal move.
    Mated,
    /// Repetition or the limit of moves.
    Rule,
    /// The side to move declares a win.
    Declaration,
    /// The side to move mates with one move.
    MateInOne,
    /// A shorter mate is known already.
    MateDistance,
    /// The transposition table knew enough.
    Table,
    /// The evaluation is far above beta.
    ReverseFutility,
    /// The evaluation is far below alpha, and the quiescence search confirms it.
    Razoring,
    /// Several moves are good enough.
    MultiCut,
    /// Futility pruning of a node, or by material alone.
    Futility,
    /// Passing is good enough.
    NullMove,
    /// A shallow search foretells that the value is outside the window.
    ProbCut,
    /// A capture is far above beta in a shallow search.
    CaptureProbCut,
    /// Evaluation at the horizon, or where a line is cut for its length.
    Leaf,
    /// The evaluation at the horizon is at least beta.
    StandPat,
    /// The search was stopped; the value means nothing.
    Stopped,
}

/// A node as an observer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Plies below the root.
    pub ply: usize,
    /// Remaining depth; zero or less in the quiescence search.
    pub depth: Depth,
    /// The window's lower end.
    pub alpha: Score,
    /// The window's upper end.
    pub beta: Score,
    /// The move that led here: [`Move::NONE`] at the root, [`Move::NULL`] after a pass.
    pub via: Move,
}

/// The watcher of one search thread. Each `enter` has exactly one `leave`.
///
/// Every method has an empty default; [`NoObserver`] compiles away.
pub trait SearchObserver {
    /// A node is entered.
    #[inline]
    fn enter(&mut self, _visit: &Visit) {}
    /// A node is left with this value for its side to move, after `best` if it has one.
    #[inline]
    fn leave(&mut self, _visit: &Visit, _value: Score, _best: Move, _cause: CutCause) {}
}

/// Watches nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {}

/// Nodes between two looks at whether to stop.
const LOOK_EVERY: u32 = 4096;

/// Ends a search from outside: soon after `is_wanted` says so.
#[derive(Clone, Debug)]
pub struct StopWatcher<F> {
    control: SearchControl,
    is_wanted: F,
    nodes: u32,
}

impl<F: Fn() -> bool> StopWatcher<F> {
    /// Watches the search under `control`.
    pub fn new(control: &SearchControl, is_wanted: F) -> Self {
        Self { control: control.clone(), is_wanted, nodes: 0 }
    }
}

impl<F: Fn() -> bool> SearchObserver for StopWatcher<F> {
    #[inline]
    fn enter(&mut self, _visit: &Visit) {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(LOOK_EVERY) && (self.is_wanted)() {
            self.control.stop();
        }
    }
}

impl<O: SearchObserver> SearchObserver for &mut O {
    #[inline]
    fn enter(&mut self, visit: &Visit) {
        (**self).enter(visit);
    }

    #[inline]
    fn leave(&mut self, visit: &Visit, value: Score, best: Move, cause: CutCause) {
        (**self).leave(visit, value, best, cause);
    }
}
