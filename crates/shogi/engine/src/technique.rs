//! Techniques from outside the engine: a pruning, a reduction, an extension or an order of moves
//! that an experiment brings along.

use crate::depth::Depth;
use crate::observer::{MoveTry, Visit};
use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};

/// The search was stopped while a technique waited for a value. Pass it on with `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A technique of the main search that is not part of the engine.
///
/// All search threads share it, so what it counts belongs into atomics. Every method has a default
/// that changes nothing. The quiescence search does not ask it.
///
/// A null move with an own condition:
///
/// ```
/// use zenpuku_core::Score;
/// use zenpuku_shogi_engine::{Depth, NodeSearch, Stopped, Technique};
///
/// struct Pass;
///
/// impl Technique for Pass {
///     fn cut(&self, node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
///         let visit = *node.visit();
///         if node.is_pv() || node.eval().is_none_or(|eval| eval < visit.beta) {
///             return Ok(None);
///         }
///         let below_beta = visit.beta - Score::new(1);
///         let value = node.search_after_pass(visit.depth - Depth::plies(3), below_beta, visit.beta)?;
///         Ok(value.filter(|&value| value >= visit.beta && !value.is_mate()))
///     }
/// }
/// ```
pub trait Technique: Send + Sync {
    /// Returns the value of a node for its side to move to cut it before its moves are searched, or
    /// `None`. The root is never cut, nor a node in which a move is being tested for being singular.
    ///
    /// # Errors
    /// [`Stopped`] from a search through `node`.
    fn cut(&self, _node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Returns whether a move is left out. A node whose moves are all left out is worth at most
    /// alpha. The moves of the root are all searched.
    fn skips(&self, _position: &Position, _trial: &MoveTry) -> bool {
        false
    }

    /// Returns by how much a move is searched deeper; `trial.extension` is the engine's choice.
    fn extension(&self, _position: &Position, trial: &MoveTry) -> Depth {
        trial.extension
    }

    /// Returns by how much the first search of a move is shallower, in 1024ths of a ply; `by` is the
    /// engine's choice. A move that comes out above alpha is searched again at full depth. Applies
    /// from the second move of a node on, at depths of at least `LmrMinDepth`.
    fn reduction(&self, _position: &Position, _trial: &MoveTry, by: i32) -> i32 {
        by
    }

    /// Returns what is mixed into the keys of the transposition table; it must differ where the answers
    /// of the technique differ between searches of one engine.
    fn table_key(&self) -> u64 {
        0
    }

    /// Returns what is added to the order of a move that captures nothing. Scores of the histories
    /// lie between about -30,000 and 30,000; larger comes first.
    fn order(&self, _position: &Position, _mv: Move) -> i32 {
        0
    }
}

/// The searches that a node needs for a [`NodeSearch`]; implemented by the search of a thread.
pub(crate) trait SearchBelow {
    fn position(&self) -> &Position;
    fn search_here(&mut self, depth: Depth, window: Window) -> Result<Score, Stopped>;
    fn search_move(&mut self, mv: Move, depth: Depth, window: Window) -> Result<Score, Stopped>;
    fn search_pass(&mut self, depth: Depth, window: Window) -> Result<Score, Stopped>;
    fn first_moves(&mut self, at_most: usize) -> Vec<Move>;
    fn without_technique(&mut self, without: bool) -> bool;
}

/// Alpha and beta.
pub(crate) type Window = (Score, Score);

/// A node that a technique may cut, and the searches that it may ask for to decide. All values are
/// for the side to move of the node. Searches are shallower than the node by a ply at least;
/// deeper ones are made so. Their nodes count, and the technique is asked in them too, unless
/// [`NodeSearch::without_technique`] is used.
pub struct NodeSearch<'s> {
    search: &'s mut dyn SearchBelow,
    visit: Visit,
    eval: Option<Score>,
}

impl<'s> NodeSearch<'s> {
    pub(crate) fn new(search: &'s mut dyn SearchBelow, visit: Visit, eval: Option<Score>) -> Self {
        Self { search, visit, eval }
    }

    /// Returns the position of the node.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.search.position()
    }

    /// Returns its depth, window and ply.
    #[must_use]
    pub fn visit(&self) -> &Visit {
        &self.visit
    }

    /// Returns its static evaluation; `None` in check.
    #[must_use]
    pub fn eval(&self) -> Option<Score> {
        self.eval
    }

    /// Returns whether the window is open: a node of the principal variation.
    #[must_use]
    pub fn is_pv(&self) -> bool {
        self.visit.beta - self.visit.alpha > Score::new(1)
    }

    /// Returns the first legal moves in the order in which the engine would search them.
    pub fn moves(&mut self, at_most: usize) -> Vec<Move> {
        self.search.first_moves(at_most)
    }

    /// Searches the node itself; below a ply of depth with the quiescence search.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn search(&mut self, depth: Depth, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        self.search.search_here(self.shallower(depth), window(alpha, beta))
    }

    /// Searches the position after a move; `None` if it is not legal. `depth` counts from there.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn search_after(
        &mut self,
        mv: Move,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if !mv.is_normal() || !self.position().is_legal(mv) {
            return Ok(None);
        }
        let depth = self.shallower(depth);
        self.search.search_move(mv, depth, window(alpha, beta)).map(Some)
    }

    /// Searches the position after a pass; `None` in check and after another pass. `depth` counts
    /// from there.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn search_after_pass(
        &mut self,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if self.position().in_check() || self.visit.previous_move == Move::NULL {
            return Ok(None);
        }
        let depth = self.shallower(depth);
        self.search.search_pass(depth, window(alpha, beta)).map(Some)
    }

    /// Runs `work`, in whose searches the technique is not asked.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn without_technique<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let before = self.search.without_technique(true);
        let result = work(self);
        self.search.without_technique(before);
        result
    }

    /// The depth, at most a ply less than the node's, so that a technique's searches end.
    fn shallower(&self, depth: Depth) -> Depth {
        depth.min(self.visit.depth - Depth::ONE)
    }
}

/// A window that is not empty, whatever is asked for.
fn window(alpha: Score, beta: Score) -> Window {
    let alpha = alpha.min(Score::INFINITE - Score::new(1));
    (alpha, beta.max(alpha + Score::new(1)))
}

impl core::fmt::Debug for NodeSearch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { visit, eval, .. } = self;
        f.debug_struct("NodeSearch")
            .field("visit", visit)
            .field("eval", eval)
            .finish_non_exhaustive()
    }
}
