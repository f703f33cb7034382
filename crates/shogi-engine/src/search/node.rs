//! A node of the main search: the numbered steps.

use super::history::{self, Context};
use super::move_picker::{MovePicker, REFUTATIONS, is_tactical};
use super::stack::MAX_PLY;
use super::steps;
use super::steps::singular_extension::Verdict;
use super::{Outcome, Searcher, Stopped, busy, killers};
use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver};
use crate::table::{Bound, Record};
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// What a node is asked, and what its first steps find out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Is the window open (a principal-variation node)?
    pub(super) pv: bool,
    /// Does the parent expect a cut here?
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) key: u64,
    /// What the table knows.
    pub(super) record: Option<Record>,
    /// The table's move, checked, or `NONE`.
    pub(super) table_move: Move,
    /// Static evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The evaluation before any correction, as the table keeps it.
    pub(super) raw_eval: Option<Score>,
    /// Has the evaluation risen since the own last move?
    pub(super) improving: bool,
    /// Is a move left out, to find out what the others are worth?
    pub(super) excludes: bool,
    /// How much deeper each of its moves is searched.
    pub(super) extension: Depth,
}

impl Node {
    pub(super) fn new(ply: usize, depth: Depth, alpha: Score, beta: Score, cut_node: bool) -> Self {
        Self {
            ply,
            depth,
            alpha,
            beta,
            pv: beta - alpha > Score::new(1),
            cut_node,
            in_check: false,
            key: 0,
            record: None,
            table_move: Move::NONE,
            static_eval: None,
            raw_eval: None,
            improving: true,
            excludes: false,
            extension: Depth::ZERO,
        }
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its place in the order, from 1.
    pub(super) number: u32,
    pub(super) gives_check: bool,
    /// A capture or a pawn's promotion.
    pub(super) tactical: bool,
}

/// What the move loop has found so far.
pub(super) struct Tally {
    pub(super) best: Score,
    pub(super) best_move: Move,
    pub(super) alpha: Score,
    /// Legal moves seen, the skipped ones included.
    pub(super) seen: u32,
    /// Searched moves, to be punished when a later one cuts.
    quiets: Remembered<48>,
    captures: Remembered<16>,
}

impl Tally {
    pub(super) fn new(alpha: Score) -> Self {
        Self {
            best: -Score::INFINITE,
            best_move: Move::NONE,
            alpha,
            seen: 0,
            quiets: Remembered::new(),
            captures: Remembered::new(),
        }
    }

    /// May the candidate be left out unsearched? Not in the principal variation, not where a
    /// check is answered or given, and not before there is a value that is not a lost one.
    #[inline]
    pub(super) fn may_skip(&self, node: &Node, candidate: &Candidate) -> bool {
        self.may_leave_out(node) && !candidate.gives_check
    }

    /// As [`Self::may_skip`], for all moves to come that give no check.
    #[inline]
    pub(super) fn may_leave_out(&self, node: &Node) -> bool {
        !node.pv && !node.in_check && self.best >= -Score::MAX_EVAL
    }

    #[inline]
    fn remember(&mut self, candidate: &Candidate) {
        if candidate.tactical {
            self.captures.push(candidate.mv);
        } else {
            self.quiets.push(candidate.mv);
        }
    }
}

/// The first `N` moves put in.
struct Remembered<const N: usize> {
    moves: [Move; N],
    count: usize,
}

impl<const N: usize> Remembered<N> {
    const fn new() -> Self {
        Self { moves: [Move::NONE; N], count: 0 }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        if self.count < N {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }

    #[inline]
    fn iter(&self) -> core::slice::Iter<'_, Move> {
        self.moves[..self.count].iter()
    }
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value of the position for the side to move, `depth` deep.
    pub(super) fn search(
        &mut self,
        ply: usize,
        depth: Depth,
        (alpha, beta): (Score, Score),
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if depth < Depth::ONE {
            return self.horizon(ply, alpha, beta);
        }
        self.enter(ply, depth, alpha, beta)?;
        let outcome = self.steps(Node::new(ply, depth, alpha, beta, cut_node));
        self.leave((ply, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    /// The steps of a node up to its moves.
    fn steps(&mut self, mut node: Node) -> Result<Outcome, Stopped> {
        node.in_check = self.position.in_check();
        node.key = self.table_key();
        node.excludes = !self.memory.stack.at(node.ply).excluded.is_none();
        self.memory.stack.at_mut(node.ply).key = self.position.key();
        // 1. The rules end the game, or could; or the line is too long.
        if let Some(score) = self.shared.rules.repetition(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if let Some(score) = self.shared.rules.move_limit(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if node.ply >= MAX_PLY {
            return Ok(Outcome::cut(self.leaf_value(node.ply), CutCause::Leaf));
        }
        if let Some(score) = steps::upcoming_repetition::cut(self, &mut node) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        // 2. A shorter mate is known.
        if let Some(score) = steps::mate_distance::cut(self, &mut node) {
            return Ok(Outcome::cut(score, CutCause::MateDistance));
        }
        // 3. The table knows the answer, or at least a move.
        if let Some(score) = steps::table_cut::cut(self, &mut node) {
            return Ok(Outcome::cut(score, CutCause::Table));
        }
        // 4. The side to move declares a win.
        if let Some(score) = steps::declaration::cut(self, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Declaration));
        }
        // 5. The side to move mates.
        if let Some(score) = steps::mate_in_one::cut(self, &node) {
            return Ok(Outcome::cut(score, CutCause::MateInOne));
        }
        // 6. Static evaluation, and whether it rises.
        node.static_eval = steps::static_eval::of(self, &mut node);
        self.memory.stack.at_mut(node.ply).static_eval = node.static_eval;
        self.memory.stack.at_mut(node.ply + 2).killers = [Move::NONE; 2];
        node.improving = steps::improving::judge(self, &node);
        // 7. A glance is enough.
        if let Some(outcome) = self.glance(&node)? {
            return Ok(outcome);
        }
        // 8. The move to begin with; a principal-variation node without one looks for one, others
        //    are searched shallower.
        node.table_move = steps::table_cut::table_move(self, &node);
        steps::internal_deepening::find_move(self, &mut node)?;
        steps::internal_reduction::reduce(self, &mut node);
        // 9. A forced answer is no choice.
        node.extension = steps::one_reply_extension::amount(self, &node);
        // 10. The moves.
        self.moves(&node)
    }

    /// Step 7: cuts that need no move, only a pass, or a shallower search.
    fn glance(&mut self, node: &Node) -> Result<Option<Outcome>, Stopped> {
        if node.excludes {
            return Ok(None);
        }
        // 7a. The evaluation is far below alpha.
        if let Some(score) = steps::razoring::cut(self, node)? {
            return Ok(Some(Outcome::cut(score, CutCause::Razoring)));
        }
        // 7b. The evaluation is far above beta.
        if let Some(score) = steps::reverse_futility::cut(self, node) {
            return Ok(Some(Outcome::cut(score, CutCause::ReverseFutility)));
        }
        if let Some(score) = steps::futility::node_cut(self, node)? {
            return Ok(Some(Outcome::cut(score, CutCause::Futility)));
        }
        // 7c. Even passing is good enough.
        if let Some(score) = steps::null_move::cut(self, node)? {
            return Ok(Some(Outcome::cut(score, CutCause::NullMove)));
        }
        // 7d. A shallow search foretells the deep one's answer.
        if let Some(score) = steps::capture_prob_cut::cut(self, node)? {
            return Ok(Some(Outcome::cut(score, CutCause::CaptureProbCut)));
        }
        let score = steps::prob_cut::cut(self, node)?;
        Ok(score.map(|score| Outcome::cut(score, CutCause::ProbCut)))
    }

    /// The moves of a node, best first.
    fn moves(&mut self, node: &Node) -> Result<Outcome, Stopped> {
        let context = self.context(node.ply);
        let refutations = self.refutations(node.ply, &context);
        let excluded = self.memory.stack.at(node.ply).excluded;
        let mut picker = match steps::forward_pruning::picker(self, node) {
            Some(picker) => picker,
            None => MovePicker::new(
                &self.memory.moves,
                node.in_check,
                node.table_move,
                refutations,
                context,
            ),
        };
        let mut tally = Tally::new(node.alpha);
        let parent = steps::futility::parent(self, node);
        let mut deferred = busy::Deferred::new();
        loop {
            // 11. Late quiet moves are not worth a search.
            if steps::late_move_pruning::begins(self, node, &tally) {
                picker.leave_out_quiets();
            }
            // 12. What another thread is searching comes last.
            let Some(mv) = self.pick(&mut picker).or_else(|| deferred.next()) else { break };
            if mv == excluded || busy::puts_off(self, node, &tally, mv, &mut deferred) {
                continue;
            }
            tally.seen += 1;
            let candidate = self.candidate(mv, tally.seen);
            if steps::selective_width::skips(self, node, &candidate) {
                continue;
            }
            let reduction = steps::late_move_reduction::amount(self, node, &candidate);
            let reduced = (node.depth - reduction).max(Depth::ONE);
            let mut extension = steps::extension::amount(self, node, &candidate);
            // 13. The move cannot bring the evaluation up to alpha.
            let futile = steps::move_futility::skip(self, node, &candidate, &tally, reduced);
            let paper = || {
                let depth = node.depth + extension;
                steps::futility::skip(self, parent, &candidate, depth, tally.alpha)
            };
            if let Some(bound) = futile.or_else(paper) {
                tally.best = tally.best.max(bound);
                continue;
            }
            // 14. The move loses too much.
            if steps::see_pruning::skips(self, node, &candidate, &tally, reduced) {
                continue;
            }
            // 15. The table's move is the only good one, or one of several.
            match steps::singular_extension::judge(self, node, &candidate)? {
                Verdict::Extend(more) => extension = extension.max(more),
                Verdict::Cut(score) => {
                    picker.finish(&mut self.memory.moves);
                    return Ok(Outcome::cut(score, CutCause::MultiCut));
                }
            }
            // 16. How deep.
            let depth = node.depth - Depth::ONE + extension;
            // 17. The move's value.
            let begun = busy::begin(self, node, mv);
            let score = self.search_move(node, &candidate, depth, reduction, tally.alpha)?;
            busy::end(self, begun);
            // 18. Alpha update and beta cut.
            if score > tally.best {
                tally.best = score;
                if score > tally.alpha {
                    tally.best_move = mv;
                    tally.alpha = score;
                    if node.pv {
                        self.memory.stack.update_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
            tally.remember(&candidate);
        }
        picker.finish(&mut self.memory.moves);
        Ok(self.close(node, &tally))
    }

    /// Killers and the counter move.
    #[inline]
    fn refutations(&self, ply: usize, context: &Context) -> [Move; REFUTATIONS] {
        let params = &self.shared.params;
        let mut refutations = [Move::NONE; REFUTATIONS];
        if params.killer_moves {
            refutations[..2].copy_from_slice(&self.memory.stack.at(ply).killers);
        }
        if params.counter_moves {
            refutations[2] = self.memory.history.counter(context);
        }
        refutations
    }

    /// Steps after the moves.
    fn close(&mut self, node: &Node, tally: &Tally) -> Outcome {
        // 19. No legal move: mated; or none but the one left out.
        if tally.seen == 0 {
            let score = if node.excludes { node.alpha } else { Score::mated_in(node.ply as u32) };
            return Outcome::cut(score, CutCause::Mated);
        }
        // 20. What cut will be tried earlier elsewhere.
        let cut = tally.best >= node.beta;
        if cut {
            self.learn_from_cut(node, tally);
        }
        // 21. Into the table.
        let bound = if cut {
            Bound::Lower
        } else if !tally.best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !node.excludes {
            steps::static_eval::learn(self, node, (tally.best, tally.best_move, bound));
        }
        steps::table_cut::store(self, node, tally.best, tally.best_move, bound);
        let cause = if cut { CutCause::Beta } else { CutCause::Searched };
        Outcome { score: tally.best, best: tally.best_move, cause }
    }

    fn learn_from_cut(&mut self, node: &Node, tally: &Tally) {
        let mv = tally.best_move;
        if mv.is_none() {
            return;
        }
        let bonus = history::bonus(node.depth);
        let history = &mut self.memory.history;
        for &capture in tally.captures.iter().filter(|&&capture| capture != mv) {
            history.update_capture(&self.position, capture, -bonus);
        }
        if is_tactical(&self.position, mv) {
            history.update_capture(&self.position, mv, bonus);
            return;
        }
        killers::remember(self.memory.stack.at_mut(node.ply), mv);
        let (color, context) = (self.position.side_to_move(), self.context(node.ply));
        let history = &mut self.memory.history;
        history.remember_counter(&context, mv);
        history.update(color, mv, bonus);
        history.update_continuation(&context, mv, bonus);
        for &quiet in tally.quiets.iter().filter(|&&quiet| quiet != mv) {
            history.update(color, quiet, -bonus);
            history.update_continuation(&context, quiet, -bonus);
        }
    }

    #[inline]
    pub(super) fn pick(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let (from, moves) = self.for_picker();
        picker.next(&from, moves)
    }

    #[inline]
    pub(super) fn candidate(&self, mv: Move, number: u32) -> Candidate {
        Candidate {
            mv,
            number,
            gives_check: self.position.gives_check(mv),
            tactical: is_tactical(&self.position, mv),
        }
    }
}
