//! The root: iterative deepening [slate-atkin1977], aspiration, several lines.

use super::aspiration::Aspiration;
use super::history::HistoryContext;
use super::move_loop::NodeMoves;
use super::move_picker::{MovePicker, REFUTATIONS};
use super::node_state::Node;
use super::root_moves::{self, RootMove};
use super::tally::Tally;
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver};
use crate::search::Outcome;
use crate::tt::{Bound, TtEntry};
use zenpuku_core::Score;
use zenpuku_gametree::Window;
use zenpuku_shogi::Move;

/// The interface for reports of the root to the front end; helper threads do not report.
pub(crate) trait RootReporter {
    /// The root moves have news about the line with this index.
    fn line(&mut self, _root: &Root, _index: usize, _sel_depth: usize) {}
    /// A move of the root is about to be searched.
    fn current(&mut self, _root: &Root, _index: usize) {}
    /// An iteration is complete; may another one begin?
    fn go_on(&mut self, _root: &Root) -> bool {
        true
    }
}

/// Does not report.
pub(crate) struct Unreported;

impl RootReporter for Unreported {}

/// The root's state over all iterations.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// Are these all moves? Results of a restricted root must not be stored in the table.
    complete: bool,
    /// Lines wanted, at most one per move.
    pub(crate) lines: usize,
    /// Depth of the running iteration in plies.
    pub(crate) depth: u32,
    /// Depth of the last complete iteration in plies.
    pub(crate) completed: u32,
    /// Iterations in a row that ended with the same best move.
    pub(crate) stable: u32,
}

impl Root {
    pub(crate) fn new(moves: Vec<RootMove>, complete: bool, lines: usize) -> Self {
        let lines = lines.clamp(1, moves.len().max(1));
        Self { moves, complete, lines, depth: 0, completed: 0, stable: 0 }
    }
}

/// The root's moves from the line that is wanted on, in their order.
struct RootMoves<'r, R> {
    root: &'r mut Root,
    /// Index of the first move.
    first: usize,
    /// Index of the next one.
    next: usize,
    /// Index of the best one so far.
    best: usize,
    reporter: &'r mut R,
}

impl<O: SearchObserver, R: RootReporter> NodeMoves<O> for RootMoves<'_, R> {
    const ROOT: bool = true;

    fn next(&mut self, _: &mut Searcher<'_, O>, _: &Node, _: &Tally) -> Option<Move> {
        let mv = self.root.moves.get(self.next)?.mv;
        self.reporter.current(self.root, self.next);
        self.next += 1;
        Some(mv)
    }

    fn skipped(&mut self) {
        self.root.moves[self.next - 1].score = -Score::INFINITE;
    }

    fn searched(&mut self, searcher: &Searcher<'_, O>, tally: &Tally, score: Score, nodes: u64) {
        let index = self.next - 1;
        let root_move = &mut self.root.moves[index];
        root_move.nodes += nodes;
        root_move.count(score);
        if index == self.first || score > tally.alpha {
            root_move.score = score;
            root_move.bound = Bound::Exact;
            root_move.sel_depth = searcher.sel_depth;
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(searcher.data.stack.line(1));
        } else {
            root_move.score = -Score::INFINITE;
        }
        if score > tally.best {
            self.best = index;
        }
    }
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// Deepens from `first` to `last` plies until it is stopped or the reporter
    /// ends it. The results are in `root`, best move first, whenever it ends.
    pub(crate) fn iterative_deepening(
        &mut self,
        root: &mut Root,
        (first, last): (u32, u32),
        reporter: &mut impl RootReporter,
    ) {
        let mut depth = first;
        while depth <= last {
            let best_before = root.moves[0].mv;
            root.depth = depth;
            self.root_depth = depth;
            root_moves::begin_iteration(&mut root.moves);
            self.data.stack.follow(&root.moves[0].pv);
            if let Some(goals) = self.shared.goals.as_ref().filter(|_| self.thread == 0) {
                goals.begin_iteration();
            }
            let outcome = self.iteration(root, reporter);
            if outcome.is_ok() {
                root.completed = depth;
                root.stable = if root.moves[0].mv == best_before { root.stable + 1 } else { 0 };
            }
            self.publish();
            let overtaken = self.shared.share_root(root);
            if overtaken {
                reporter.line(root, root.lines - 1, self.sel_depth);
            }
            if (outcome.is_err() && !overtaken) || !reporter.go_on(root) {
                break;
            }
            depth = root.completed + 1;
        }
        self.publish();
        root_moves::sort(&mut root.moves);
    }

    /// One iteration: every line wanted, best first.
    fn iteration(
        &mut self,
        root: &mut Root,
        reporter: &mut impl RootReporter,
    ) -> Result<(), Stopped> {
        for index in 0..root.lines {
            self.sel_depth = 0;
            self.aspiration_search(root, index, reporter)?;
            root_moves::sort(&mut root.moves[..=index]);
            self.publish();
            reporter.line(root, index, self.sel_depth);
        }
        Ok(())
    }

    /// Searches the line `index` with a window around the value expected, wider until the value
    /// is inside.
    fn aspiration_search(
        &mut self,
        root: &mut Root,
        index: usize,
        reporter: &mut impl RootReporter,
    ) -> Result<(), Stopped> {
        let params = &self.shared.params;
        let mut aspiration = Aspiration::new(params, root.depth, &root.moves[index]);
        loop {
            let depth = root.depth.saturating_sub(aspiration.shallower).max(1);
            let result = self.root_node(root, index, (depth, aspiration.window), reporter);
            root_moves::sort(&mut root.moves[index..]);
            let score = result?;
            let first = &mut root.moves[index];
            if aspiration.fails_low(params, score) {
                first.bound = Bound::Upper;
            } else if aspiration.fails_high(params, score) {
                first.bound = Bound::Lower;
            } else {
                first.bound = Bound::Exact;
                return Ok(());
            }
            self.publish();
            reporter.line(root, index, self.sel_depth);
        }
    }

    /// The root's node: the moves from `index` on.
    fn root_node(
        &mut self,
        root: &mut Root,
        index: usize,
        (depth, window): (u32, Window),
        reporter: &mut impl RootReporter,
    ) -> Result<Score, Stopped> {
        let depth = Depth::plies(depth as i32);
        let (alpha, beta) = (window.alpha(), window.beta());
        self.enter(0, depth, alpha, beta)?;
        let outcome =
            self.root_moves(root, index, Node::new(0, depth, alpha, beta, false), reporter);
        self.leave((0, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    fn root_moves(
        &mut self,
        root: &mut Root,
        index: usize,
        mut node: Node,
        reporter: &mut impl RootReporter,
    ) -> Result<Outcome, Stopped> {
        node.in_check = self.position.in_check();
        node.key = self.table_key();
        node.tt_entry = self.root_tt_entry(node.key);
        node.static_eval = self.static_evaluation(&mut node);
        let frame = self.data.stack.at_mut(0);
        (frame.static_eval, frame.key) = (node.static_eval, self.position.key());
        (frame.in_check, frame.tt_hit) = (node.in_check, node.tt_entry.is_some());
        node.improving = self.is_improving(&node);
        node.tt_pv = self.shared.params.former_pv;
        self.data.stack.at_mut(0).tt_pv = true;
        self.root_window = (node.beta - node.alpha).value().max(1);
        node.tt_move = root.moves[index].mv;
        self.tell_expansion(&node);
        let context = self.history_context(0);
        if self.shared.params.root_order {
            self.order_by_history(root, index, &node, context);
        }
        let mut tally = Tally::new(node.alpha);
        let mut moves = RootMoves { root, first: index, next: index, best: index, reporter };
        self.move_loop(&mut node, &mut tally, &context, &mut moves)?;
        let best_move = moves.root.moves[moves.best].mv;
        self.update_on_alpha_raise(&node, &tally);
        let best = tally.best;
        if index == 0 && root.complete {
            let bound = if best >= node.beta {
                Bound::Lower
            } else if best <= node.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.store_in_tt(&node, best, best_move, bound);
        }
        let cause = if best >= node.beta { CutCause::Beta } else { CutCause::Searched };
        Ok(Outcome { score: best, best: best_move, cause })
    }

    /// The table entry of the root.
    fn root_tt_entry(&self, key: u64) -> Option<TtEntry> {
        let table = self.shared.params.transposition_table.then_some(self.shared.table)?;
        let mut entry = table.probe(key)?;
        entry.score = entry.score.from_node_to_root(0);
        Some(entry)
    }

    /// Orders the moves after the one at `index` as at any other node. Switch: `RootOrder`.
    fn order_by_history(
        &mut self,
        root: &mut Root,
        index: usize,
        node: &Node,
        context: HistoryContext,
    ) {
        let none = [Move::NONE; REFUTATIONS];
        let moves = &self.data.moves;
        let mut picker = MovePicker::new(moves, node.in_check, node.tt_move, none, context);
        let mut place = index + 1;
        while let Some(mv) = self.pick(&mut picker) {
            // A restricted root has not every move, and a line of several not the earlier ones.
            let found = root.moves.iter().skip(place).position(|root_move| root_move.mv == mv);
            if let Some(found) = found {
                root.moves[place..=place + found].rotate_right(1);
                place += 1;
            }
        }
        picker.finish(&mut self.data.moves);
    }
}
