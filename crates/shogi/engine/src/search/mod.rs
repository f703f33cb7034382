//! The search of one thread.
//!
//! [`node`] and [`move_loop`] read as a numbered list of steps, each a method of [`Searcher`] in a file by its
//! subject: [`pruning`], [`reductions`], [`extensions`], [`evaluation`], [`tt_probe`], [`mate`],
//! [`rules`]. What only the papers' programs do is in [`papers`], where a technique from outside takes
//! part in [`own_technique`]. [`root`] deepens iteratively.

mod abdada;
mod aspiration;
mod correction;
mod evaluation;
mod extensions;
mod history;
#[allow(unsafe_code)]
mod lanes;
pub(crate) mod mate;
mod move_loop;
mod move_picker;
mod moves;
mod node;
mod node_state;
mod own_technique;
pub(crate) mod papers;
mod pruning;
mod pvs;
mod quiescence;
pub(crate) mod reductions;
pub(crate) mod root;
pub(crate) mod root_moves;
mod rules;
mod selection;
pub(crate) mod shared;
pub(crate) mod stack;
mod tally;
mod tt_probe;
mod update_histories;

use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver, Visit};
use crate::technique::Stopped;
use correction::CorrectionHistory;
use history::{CONTINUATION_PLIES, Continuations, History, HistoryContext};
use mate::MateBeside;
use move_picker::OrderingInput;
use moves::MoveStack;
use papers::bonanza2006::Margins;
use shared::Shared;
use stack::{NO_CONTINUATION, Stack};
use zenpuku_core::Score;
use zenpuku_shogi::{Move, MoveDelta, PieceType, Position};
use zenpuku_shogi_eval::{AnyEvaluator, Evaluator};

/// Time and stop do not break off the first iteration before this many nodes of the first thread,
/// which take some tens of milliseconds.
const FIRST_ITERATION: u64 = 50_000;

/// A node's value, its best move if it has one, and why the node was left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) score: Score,
    pub(crate) best: Move,
    pub(crate) cause: CutCause,
}

impl Outcome {
    #[inline]
    pub(crate) const fn cut(score: Score, cause: CutCause) -> Self {
        Self { score, best: Move::NONE, cause }
    }
}

/// State of a thread that persists between searches: its histories, and working memory.
pub(crate) struct ThreadData {
    /// The tables are not filled yet.
    untouched: bool,
    pub(crate) history: History,
    correction: CorrectionHistory,
    stack: Stack,
    moves: MoveStack,
}

impl ThreadData {
    /// Memory that is taken from the system by the first search, on the thread that uses it.
    pub(crate) fn new() -> Self {
        Self {
            untouched: true,
            history: History::untouched(),
            correction: CorrectionHistory::new(),
            stack: Stack::new(),
            moves: MoveStack::new(),
        }
    }

    /// Clears learned data for a new game.
    pub(crate) fn clear(&mut self) {
        if !self.untouched {
            self.history.clear();
            self.correction.clear();
        }
    }

    /// Prepares for a search from another root.
    fn begin(&mut self) {
        self.stack.clear();
        self.moves.truncate(0);
        if std::mem::take(&mut self.untouched) {
            self.history.clear();
        } else {
            self.history.new_root();
        }
    }
}

/// A position being searched by one thread.
pub(crate) struct Searcher<'a, O> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) position: Position,
    eval: AnyEvaluator,
    data: &'a mut ThreadData,
    observer: O,
    /// The search for mate, on the first thread.
    beside: Option<MateBeside<'a>>,
    thread: usize,
    nodes: u64,
    /// Node count at which to look up from the board.
    next_poll: u64,
    /// Margins of the paper's futility pruning, raised as the search learns.
    margins: Margins,
    /// Inside the shallow search of a ProbCut, where there is no other.
    checking: bool,
    /// Inside a search that a technique asked to be without it.
    technique_is_off: bool,
    pub(crate) sel_depth: usize,
    /// Depth of the running iteration in plies.
    pub(crate) root_depth: u32,
    /// Width of the root's window, at least 1.
    root_window: i32,
}

impl<'a, O: SearchObserver> Searcher<'a, O> {
    /// A searcher of `position`, which must have been cloned for search.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        position: Position,
        mut eval: AnyEvaluator,
        data: &'a mut ThreadData,
        observer: O,
        thread: usize,
    ) -> Self {
        eval.refresh(&position);
        let margins = Margins::new(&shared.params, eval.move_gain_is_exact());
        data.begin();
        Self {
            shared,
            position,
            eval,
            data,
            observer,
            beside: None,
            thread,
            nodes: 0,
            next_poll: 0,
            margins,
            checking: false,
            technique_is_off: false,
            sel_depth: 0,
            root_depth: 0,
            root_window: 1,
        }
    }

    /// The same with a search for mate between its nodes.
    pub(crate) fn with_beside(self, beside: Option<MateBeside<'a>>) -> Self {
        Self { beside, ..self }
    }

    /// Gives the search for mate back.
    pub(crate) fn into_beside(self) -> Option<MateBeside<'a>> {
        self.beside
    }

    /// Nodes visited by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node and notifies the observer; checks the stop token every few nodes.
    #[inline]
    fn enter(
        &mut self,
        ply: usize,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        self.sel_depth = self.sel_depth.max(ply);
        self.data.stack.clear_line(ply);
        let previous_move = self.data.stack.previous_move(ply);
        self.observer.enter(&Visit { ply, depth, alpha, beta, previous_move });
        Ok(())
    }

    /// Notifies the observer that the innermost node is left.
    #[inline]
    fn leave(
        &mut self,
        (ply, depth, alpha, beta): (usize, Depth, Score, Score),
        outcome: &Result<Outcome, Stopped>,
    ) {
        let previous_move = self.data.stack.previous_move(ply);
        let visit = Visit { ply, depth, alpha, beta, previous_move };
        match outcome {
            Ok(out) => self.observer.leave(&visit, out.score, out.best, out.cause),
            Err(Stopped) => {
                self.observer.leave(&visit, Score::ZERO, Move::NONE, CutCause::Stopped);
            }
        }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.shared.publish_nodes(self.thread, self.nodes);
        // A search that is given too little time still has something to say.
        let first = self.thread == 0 && self.root_depth == 1 && self.nodes < FIRST_ITERATION;
        if self.root_depth > 1 && self.mate_beside_proves() {
            return Err(Stopped);
        }
        if self.thread == 0 && !first {
            self.shared.control.check_deadline();
        }
        let stopped = self.shared.control.is_stopped() && !first;
        if stopped || self.shared.is_overtaken(self.root_depth) {
            return Err(Stopped);
        }
        let granted = self.shared.grant_nodes();
        if granted == 0 {
            return Err(Stopped);
        }
        self.next_poll = self.nodes + granted;
        Ok(())
    }

    /// Makes this thread's node count known.
    pub(crate) fn publish(&self) {
        self.shared.publish_nodes(self.thread, self.nodes);
    }

    /// The static evaluation for the side to move.
    #[inline]
    fn evaluate(&mut self) -> Score {
        self.observer.evaluate();
        Score::eval(self.eval.evaluate(&self.position))
    }

    /// The value of a leaf for the side to move: its static evaluation plus goal achievement.
    #[inline]
    fn leaf_value(&mut self, ply: usize) -> Score {
        let value = self.evaluate();
        self.with_goal_achievement((ply, true), value)
    }

    /// The key of the position in the table.
    #[inline]
    fn table_key(&self) -> u64 {
        self.position.key() ^ self.shared.key_salt
    }

    /// Has the table's memory fetched for the position after `mv`.
    #[inline]
    fn prefetch(&self, mv: Move) {
        if self.shared.params.transposition_table {
            self.shared.table.prefetch(self.position.key_after(mv) ^ self.shared.key_salt);
        }
    }

    /// `Mcap(m)`: what the move gains in material, in centipawns.
    #[inline]
    fn material_gain(&self, mv: Move) -> i32 {
        self.position.material_change(mv, &self.shared.exchange)
    }

    /// Does the exchange that the move begins make up for `needed` centipawns of evaluation?
    #[inline]
    fn exchange_reaches(&self, mv: Move, needed: i32) -> bool {
        let needed = needed.clamp(-Score::MAX_EVAL.value(), Score::MAX_EVAL.value());
        let least = needed * 1024 / self.shared.params.exchange_share;
        self.position.see_ge(mv, least, &self.shared.exchange)
    }

    /// Worth of the piece that the move takes, on the board, in centipawns; 0 without one.
    #[inline]
    fn victim_value(&self, mv: Move) -> i32 {
        let victim = self.position.piece_on(mv.to());
        if mv.dropped().is_some() || victim.is_empty() {
            return 0;
        }
        self.shared.exchange.on_board(victim.piece_type())
    }

    #[inline]
    fn do_move(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.note_futility_gain(ply, mv);
        let delta = self.position.do_move_with_delta(mv, gives_check);
        let taken = match delta {
            MoveDelta::Board { captured: Some(captured), .. } => captured.piece.piece_type(),
            _ => PieceType::NONE,
        };
        let kinds = self.shared.params.continuation_kinds;
        let ThreadData { correction, stack, .. } = &mut *self.data;
        stack.at_mut(ply).play(mv, taken, kinds);
        if self.shared.params.correction_history {
            correction.prefetch(&self.position, (stack, ply + 1));
        }
        self.eval.apply(&delta, &self.position);
    }

    #[inline]
    fn undo_move(&mut self, mv: Move) {
        self.eval.undo();
        self.position.undo_move(mv);
    }

    /// The previous moves used by continuation history; in check only the last two.
    #[inline]
    fn continuations(&self, ply: usize) -> Continuations {
        // A loop: the compiler does not see through `map` here.
        let mut continuations = [NO_CONTINUATION; CONTINUATION_PLIES.len()];
        for (before, back) in continuations.iter_mut().zip(CONTINUATION_PLIES) {
            *before = self.data.stack.continuation(ply, back);
        }
        if self.data.stack.at(ply).in_check {
            continuations[2..].fill(NO_CONTINUATION);
        }
        continuations
    }

    /// The context of a quiet move of this ply, for the histories.
    #[inline]
    fn history_context(&self, ply: usize) -> HistoryContext {
        HistoryContext::new(&self.position, ply, self.continuations(ply))
    }

    /// Splits the searcher into what ordering reads and the stack it writes.
    #[inline]
    fn for_picker(&mut self) -> (OrderingInput<'_>, &mut MoveStack) {
        let shared = self.shared;
        let side = self.position.side_to_move();
        let from = OrderingInput {
            position: &self.position,
            history: &self.data.history,
            params: &shared.params,
            exchange: &shared.exchange,
            all: shared.all_moves,
            goals: shared.goals.as_ref().and_then(|goals| goals.order_of(side)),
            technique: shared.technique,
        };
        (from, &mut self.data.moves)
    }
}
