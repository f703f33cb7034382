//! A node of the main search: the numbered steps.

use super::extensions::Extension;
use super::history::{Continuations, HistoryContext};
use super::move_loop::OrderedMoves;
use super::move_picker::{MovePicker, REFUTATIONS, is_tactical};
use super::node_state::{Candidate, Node};
use super::own_technique::trial;
use super::stack::MAX_PLY;
use super::tally::Tally;
use super::{Outcome, Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{CutCause, Expansion, SearchObserver};
use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_shogi::Move;

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
            return self.quiescence(ply, alpha, beta);
        }
        self.enter(ply, depth, alpha, beta)?;
        let outcome = self.steps(Node::new(ply, depth, alpha, beta, cut_node));
        self.leave((ply, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    /// The steps of a node up to its moves.
    fn steps(&mut self, mut node: Node) -> Result<Outcome, Stopped> {
        self.begin(&mut node);
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
        if let Some(score) = self.upcoming_repetition(&mut node) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        // 2. Mate distance: a shorter mate is known.
        if let Some(score) = self.mate_distance_pruning(&mut node) {
            return Ok(Outcome::cut(score, CutCause::MateDistance));
        }
        // 3. Transposition table: it has the result, or at least a move.
        let known = self.tt_cutoff(&mut node);
        self.data.stack.at_mut(node.ply).tt_hit = node.tt_entry.is_some();
        node.begin_with(self.tt_move(&node), &self.position);
        self.recall_tt_pv(&mut node);
        if let Some(score) = known {
            self.update_on_tt_cutoff(&node, score);
            return Ok(Outcome::cut(score, CutCause::Table));
        }
        // 4. Declaration: the side to move declares a win.
        if let Some(score) = self.declaration(node.ply) {
            return Ok(Outcome::cut(score, CutCause::Declaration));
        }
        // 5. Mate in one.
        if let Some(score) = self.mate_in_one(&node) {
            return Ok(Outcome::cut(score, CutCause::MateInOne));
        }
        // 6. Static evaluation, whether it improves, and its effects on depth
        //    and on the last move's history.
        node.static_eval = self.static_evaluation(&mut node);
        self.store_evaluation_in_tt(&node);
        node.eval = self.tt_adjusted_evaluation(&node);
        self.remember_evaluation(&node);
        self.data.stack.at_mut(node.ply + 2).killers = [Move::NONE; 2];
        node.improving = self.is_improving(&node);
        node.opponent_worsens = self.is_opponent_worsening(&node);
        self.update_by_evaluation(&node);
        self.hindsight_depth(&mut node);
        // 7. Cuts without a move of the node.
        if let Some(outcome) = self.early_cuts(&node)? {
            return Ok(outcome);
        }
        self.count_above_beta_as_improving(&mut node);
        // 8. Without a table move: internal iterative deepening, or reduction.
        self.internal_iterative_deepening(&mut node)?;
        self.internal_iterative_reduction(&mut node);
        // 9. One-reply extension: a forced answer is not a choice.
        node.extension = self.one_reply_extension(&node);
        // 10. The moves.
        self.tell_expansion(&node);
        self.moves(node)
    }

    /// Data of a node known from the start.
    fn begin(&mut self, node: &mut Node) {
        node.in_check = self.position.in_check();
        node.key = self.table_key();
        node.in_singular_search = !self.data.stack.at(node.ply).excluded.is_none();
        if node.ply > 0 {
            let parent = self.data.stack.at_mut(node.ply - 1);
            node.prior_reduction = core::mem::take(&mut parent.reduction);
        }
        self.data.stack.at_mut(node.ply + 2).cutoffs = 0;
        let frame = self.data.stack.at_mut(node.ply);
        (frame.key, frame.stat_score, frame.in_check) = (self.position.key(), 0, node.in_check);
        frame.tt_hit = false;
    }

    /// The evaluation as later plies look back at it: in check that of two plies ago.
    fn remember_evaluation(&mut self, node: &Node) {
        let inherits = self.shared.params.improving && node.in_check;
        let eval = if inherits { self.evaluation_before(node, 2) } else { node.static_eval };
        self.data.stack.at_mut(node.ply).static_eval = eval;
    }

    /// Step 7: cuts that need no move of the node, only a pass, or a shallower search.
    fn early_cuts(&mut self, node: &Node) -> Result<Option<Outcome>, Stopped> {
        if let Some(score) = self.technique_cut(node)? {
            return Ok(Some(Outcome::cut(score, CutCause::Technique)));
        }
        // 7a. Razoring: the evaluation is far below alpha.
        if let Some(score) = self.razoring(node)? {
            return Ok(Some(Outcome::cut(score, CutCause::Razoring)));
        }
        // 7b. Reverse futility: the evaluation is far above beta.
        if let Some(score) = self.reverse_futility_pruning(node) {
            return Ok(Some(Outcome::cut(score, CutCause::ReverseFutility)));
        }
        if let Some(score) = self.futility_node_cut(node)? {
            return Ok(Some(Outcome::cut(score, CutCause::Futility)));
        }
        // 7c. Null move: even passing is good enough.
        if let Some(score) = self.null_move_pruning(node)? {
            return Ok(Some(Outcome::cut(score, CutCause::NullMove)));
        }
        // 7d. ProbCut: a shallow search predicts the result of the deep one.
        if let Some(score) = self.capture_prob_cut(node)? {
            return Ok(Some(Outcome::cut(score, CutCause::CaptureProbCut)));
        }
        if let Some(score) = self.tt_prob_cut(node) {
            return Ok(Some(Outcome::cut(score, CutCause::CaptureProbCut)));
        }
        let score = self.prob_cut(node)?;
        Ok(score.map(|score| Outcome::cut(score, CutCause::ProbCut)))
    }

    /// The moves of a node, best first.
    fn moves(&mut self, mut node: Node) -> Result<Outcome, Stopped> {
        let context = self.history_context(node.ply);
        let picker = self.picker(&node, context);
        let excluded = self.data.stack.at(node.ply).excluded;
        let mut moves = OrderedMoves::new(picker, excluded);
        let mut tally = Tally::new(node.alpha);
        let multi_cut = self.move_loop(&mut node, &mut tally, &context, &mut moves)?;
        moves.finish(&mut self.data.moves);
        Ok(match multi_cut {
            Some(score) => Outcome::cut(score, CutCause::MultiCut),
            None => self.close(node, &tally),
        })
    }

    /// The moves to come, in order.
    pub(super) fn picker(&mut self, node: &Node, context: HistoryContext) -> MovePicker {
        if let Some(picker) = self.forward_pruning_picker(node) {
            return picker;
        }
        let refutations = self.refutations(node.ply, &context.continuations);
        let moves = &self.data.moves;
        MovePicker::new(moves, node.in_check, node.tt_move, refutations, context)
    }

    /// Killers and the counter move.
    #[inline]
    fn refutations(&self, ply: usize, continuations: &Continuations) -> [Move; REFUTATIONS] {
        let params = &self.shared.params;
        let mut refutations = [Move::NONE; REFUTATIONS];
        if params.killer_moves {
            refutations[..2].copy_from_slice(&self.data.stack.at(ply).killers);
        }
        if params.counter_moves {
            refutations[2] = self.data.history.counter(continuations);
        }
        refutations
    }

    /// Steps after the moves.
    fn close(&mut self, mut node: Node, tally: &Tally) -> Outcome {
        // 19. No legal move: mated; or none but the one left out.
        if tally.seen == 0 {
            let score =
                if node.in_singular_search { node.alpha } else { Score::mated_in(node.ply as u32) };
            return Outcome::cut(score, CutCause::Mated);
        }
        // 20. Updates of the histories.
        let cut = tally.best >= node.beta;
        if cut {
            self.update_histories(&node, tally);
        } else if !tally.best_move.is_none() {
            self.update_on_alpha_raise(&node, tally);
        } else {
            self.update_on_fail_low(&node, tally.best);
            self.inherit_tt_pv(&mut node);
        }
        // 21. Into the table.
        let best = if cut { self.adjust_fail_high(&node, tally.best) } else { tally.best };
        let bound = if cut {
            Bound::Lower
        } else if !tally.best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !node.in_singular_search {
            self.update_correction_history(&node, (best, tally.best_move, bound));
        }
        self.store_in_tt(&node, best, tally.best_move, bound);
        let cause = if cut { CutCause::Beta } else { CutCause::Searched };
        Outcome { score: best, best: tally.best_move, cause }
    }

    /// A value above beta is believed the less the shallower the search. Switch:
    /// `FailHighBlend`.
    fn adjust_fail_high(&self, node: &Node, best: Score) -> Score {
        if !self.shared.params.fail_high_blend || best.is_mate() || node.beta.is_mate() {
            return best;
        }
        let depth = node.depth.whole_plies().max(1);
        Score::new((best.value() * depth + node.beta.value()) / (depth + 1))
    }

    #[inline]
    pub(super) fn pick(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let listed = self.data.moves.len();
        let (from, moves) = self.for_picker();
        let mv = picker.next(&from, moves);
        self.tell_listed(listed);
        mv
    }

    /// Notifies the observer that the node begins its moves.
    #[inline]
    pub(super) fn tell_expansion(&mut self, node: &Node) {
        let Node { depth, pv, cut_node, in_check, .. } = *node;
        let tt_move = !node.tt_move.is_none();
        self.observer.expand(&Expansion { depth, pv, cut_node, in_check, tt_move });
    }

    /// Notifies the observer of a move about to be searched.
    #[inline]
    pub(super) fn tell_try(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        (extension, alpha): (Extension, Score),
    ) {
        self.observer.try_move(&trial(node, candidate, extension, alpha));
    }

    /// Notifies the observer of the moves generated since there were `before`.
    #[inline]
    pub(super) fn tell_listed(&mut self, before: usize) {
        let listed = self.data.moves.len().saturating_sub(before);
        if listed > 0 {
            self.observer.generate(listed);
        }
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
