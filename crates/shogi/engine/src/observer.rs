//! Watching a search: every node entered and left, with the cause.

use crate::depth::Depth;
use zenpuku_core::Score;
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
    /// A shorter mate is already known.
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
    /// A shallow search predicts that the value is outside the window.
    ProbCut,
    /// A capture is far above beta in a shallow search.
    CaptureProbCut,
    /// Evaluation at the horizon, or where a line is cut for its length.
    Leaf,
    /// The evaluation at the horizon is at least beta.
    StandPat,
    /// A technique from outside cut it: [`Technique::cut`](crate::Technique::cut).
    Technique,
    /// The search was stopped; the value is meaningless.
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
    pub previous_move: Move,
}

/// The reasons for searching a move deeper than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExtensionKind {
    /// It gives check.
    Check,
    /// It takes back where the last move captured.
    Recapture,
    /// It is the only answer to a check.
    OneReply,
    /// Every other move is worse by a margin.
    Singular,
}

/// A move about to be searched, at a node of the main search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTry {
    /// Plies of the node below the root.
    pub ply: usize,
    /// Remaining depth of the node.
    pub depth: Depth,
    /// The window's lower end, raised by the moves before.
    pub alpha: Score,
    /// The window's upper end.
    pub beta: Score,
    /// Static evaluation of the node; `None` in check.
    pub eval: Option<Score>,
    /// The move.
    pub mv: Move,
    /// Its place in the order, from 1; moves skipped before it count.
    pub number: u32,
    /// Does it give check?
    pub gives_check: bool,
    /// By how much it is searched deeper.
    pub extension: Depth,
    /// What extends it.
    pub extended_by: Option<ExtensionKind>,
}

/// Why a move that was just searched is searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Research {
    /// Its reduced search came out above alpha: at full depth.
    Reduced,
    /// Its null-window search came out inside the window: with the whole window.
    Window,
}

/// A node whose moves are about to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Remaining depth after the reductions of the node.
    pub depth: Depth,
    /// Is the window open?
    pub pv: bool,
    /// Does the parent expect a cut here?
    pub cut_node: bool,
    /// Is the side to move in check?
    pub in_check: bool,
    /// Is there a move of the table to begin with?
    pub tt_move: bool,
}

/// The watcher of one search thread. Each `enter` has exactly one `leave`;
/// calls in between belong to the innermost open node.
///
/// It changes nothing of the search; a [`Technique`](crate::Technique) does.
///
/// Every method has an empty default; [`NoObserver`] compiles away.
pub trait SearchObserver: Send {
    /// A node is entered.
    #[inline]
    fn enter(&mut self, _visit: &Visit) {}
    /// A node is left with this value for its side to move, after `best` if it has one.
    #[inline]
    fn leave(&mut self, _visit: &Visit, _value: Score, _best: Move, _cause: CutCause) {}
    /// The transposition table was asked about the node.
    #[inline]
    fn probe(&mut self, _found: bool) {}
    /// The static evaluation was computed, not taken from the table.
    #[inline]
    fn evaluate(&mut self) {}
    /// The number of moves that were generated.
    #[inline]
    fn generate(&mut self, _moves: usize) {}
    /// A node of the main search goes over to its moves.
    #[inline]
    fn expand(&mut self, _expansion: &Expansion) {}
    /// A move of the main search is searched for the first time.
    #[inline]
    fn try_move(&mut self, _trial: &MoveTry) {}
    /// The first search of the move tried last is shallower by this than it would be (deeper, if
    /// negative).
    #[inline]
    fn reduce(&mut self, _by: Depth) {}
    /// The move tried last is searched again.
    #[inline]
    fn research(&mut self, _why: Research) {}
    /// The mate search at the root took more nodes, and has possibly proved a
    /// mate in a number of plies. It is called between nodes, on the first
    /// thread only; nodes that search a shorter mate after the main search are
    /// not reported.
    #[inline]
    fn mate_beside(&mut self, _nodes: u64, _mate: Option<u16>) {}
}

/// Observes nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {}

impl<O: SearchObserver + ?Sized> SearchObserver for &mut O {
    #[inline]
    fn enter(&mut self, visit: &Visit) {
        (**self).enter(visit);
    }

    #[inline]
    fn leave(&mut self, visit: &Visit, value: Score, best: Move, cause: CutCause) {
        (**self).leave(visit, value, best, cause);
    }

    #[inline]
    fn probe(&mut self, found: bool) {
        (**self).probe(found);
    }

    #[inline]
    fn evaluate(&mut self) {
        (**self).evaluate();
    }

    #[inline]
    fn generate(&mut self, moves: usize) {
        (**self).generate(moves);
    }

    #[inline]
    fn expand(&mut self, expansion: &Expansion) {
        (**self).expand(expansion);
    }

    #[inline]
    fn try_move(&mut self, tried: &MoveTry) {
        (**self).try_move(tried);
    }

    #[inline]
    fn reduce(&mut self, by: Depth) {
        (**self).reduce(by);
    }

    #[inline]
    fn research(&mut self, why: Research) {
        (**self).research(why);
    }

    #[inline]
    fn mate_beside(&mut self, nodes: u64, mate: Option<u16>) {
        (**self).mate_beside(nodes, mate);
    }
}
