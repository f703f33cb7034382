//! The searcher that every method runs on: one way to open, leave and count a node.
//!
//! A method file has only the code specific to the method; leaves, ends of the
//! game, table, observer, budget and principal variation are handled here, the
//! same for all.

pub mod alpha_beta;
pub mod aspiration;
pub mod iterative;
mod line;
mod method;
pub mod mtdbi;
pub mod mtdf;
pub mod negamax;
pub mod negascout;
mod node;
mod outcome;
mod pruning;

pub use alpha_beta::Fail;
pub use iterative::Iterated;
pub use method::Method;
pub use outcome::Outcome;
pub use pruning::{Pruning, PruningNode};

use crate::counters::Counters;
use crate::game::{Evaluator, Game};
use crate::observer::{Pass, Purpose, SearchObserver, Silent};
use crate::pv::PvTable;
use crate::table::TranspositionTable;
use crate::window::Window;
use zenpuku_core::Score;
use zenpuku_core::{Budget, Limits, StopReason};

/// A search over one position: the game, the evaluation, and all that is optional.
///
/// Recursion is as deep as the search; the game is left as it was found.
#[derive(Debug)]
pub struct Searcher<'a, G: Game, E, O = Silent> {
    game: &'a mut G,
    evaluator: &'a mut E,
    table: Option<&'a mut TranspositionTable<G::Move>>,
    pruning: Option<&'a mut dyn Pruning<G>>,
    observer: O,
    budget: Budget,
    depth_limit: Option<u32>,
    counters: Counters,
    passes: u32,
    /// Moves of all open nodes, one after another.
    moves: Vec<G::Move>,
    /// Moves from the root to the current node; `None` is a pass.
    path: Vec<Option<G::Move>>,
    line: PvTable<G::Move>,
}

impl<'a, G: Game, E: Evaluator<G>> Searcher<'a, G, E> {
    /// A searcher without table, limits or observer.
    pub fn new(game: &'a mut G, evaluator: &'a mut E) -> Self {
        Searcher {
            game,
            evaluator,
            table: None,
            pruning: None,
            observer: Silent,
            budget: Budget::start(&Limits::none()),
            depth_limit: None,
            counters: Counters::default(),
            passes: 0,
            moves: Vec::new(),
            path: Vec::new(),
            line: PvTable::new(),
        }
    }
}

impl<'a, G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'a, G, E, O> {
    /// Uses (and fills) a transposition table. Its entries must come from the same game
    /// and evaluation; the method may differ.
    #[must_use]
    pub fn with_table(mut self, table: &'a mut TranspositionTable<G::Move>) -> Self {
        self.table = Some(table);
        self
    }

    /// Starts the clock on these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: &Limits) -> Self {
        self.budget = Budget::start(limits);
        self.depth_limit = limits.depth;
        self
    }

    /// Asks `pruning` at every node below the root. Values are then only as good as its cuts, and
    /// so are the entries of a table.
    #[must_use]
    pub fn pruned_by(mut self, pruning: &'a mut dyn Pruning<G>) -> Self {
        self.pruning = Some(pruning);
        self
    }

    /// Reports to `observer`.
    #[must_use]
    pub fn observed_by<P: SearchObserver<G::Move>>(self, observer: P) -> Searcher<'a, G, E, P> {
        Searcher {
            game: self.game,
            evaluator: self.evaluator,
            table: self.table,
            pruning: self.pruning,
            observer,
            budget: self.budget,
            depth_limit: self.depth_limit,
            counters: self.counters,
            passes: self.passes,
            moves: self.moves,
            path: self.path,
            line: self.line,
        }
    }

    /// All nodes visited so far, those of unfinished searches included.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The account of the limits.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Searches to `depth` plies by one method.
    ///
    /// # Errors
    /// The reason to stop, if the budget ended before the value was known.
    pub fn run(&mut self, method: Method, depth: u32) -> Result<Outcome<G::Move>, StopReason> {
        let before = self.counters;
        self.passes = 0;
        let value = match method {
            Method::NegaMax => negamax::search(self, depth),
            Method::AlphaBeta(fail) => alpha_beta::search(self, depth, Window::FULL, fail),
            Method::Aspiration { guess, margin } => aspiration::search(self, depth, guess, margin),
            Method::NegaScout => negascout::search(self, depth, Window::FULL),
            Method::Mtdf { guess } => mtdf::search(self, depth, guess),
            Method::Mtdbi { low, high, guess } => mtdbi::search(self, depth, (low, high), guess),
        }?;
        let counters = self.counters - before;
        let passes = self.passes;
        let before = self.counters;
        // A missing move of the line is looked for without pruning.
        let pruning = self.pruning.take();
        let line = line::complete(self, depth, value);
        self.pruning = pruning;
        let line_counters = self.counters - before;
        Ok(Outcome { value, depth, line, counters, line_counters, passes })
    }

    /// Notifies the observer of a descent and makes it.
    fn pass(
        &mut self,
        purpose: Purpose,
        depth: u32,
        window: Window,
        node: impl FnOnce(&mut Self) -> Result<Score, StopReason>,
    ) -> Result<Score, StopReason> {
        self.passes += 1;
        self.observer.begin_pass(&Pass { purpose, depth, window });
        node(self)
    }
}
