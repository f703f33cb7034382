//! Pruning: nodes that are cut before their moves, and moves that are left out.

use super::history::HistoryContext;
use super::move_picker::MovePicker;
use super::node_state::{Candidate, Node};
use super::reductions::{PLY, pruning_reduction};
use super::tally::Tally;
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::tt::{Bound, TtEntry};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

impl<O: SearchObserver> Searcher<'_, O> {
    /// Razoring: a node far below alpha is left to the quiescence search [birmingham-kent1977],
    /// [chessprogramming]. Switch: `Razoring`.
    ///
    /// The quiescence value of a null-window node whose evaluation is below alpha by a margin that
    /// grows with the square of the depth.
    #[inline]
    pub(super) fn razoring(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let params = &self.shared.params;
        let Some(eval) = node.eval.filter(|_| params.razoring && !node.pv) else { return Ok(None) };
        let depth = node.depth.whole_plies();
        let margin = params.razoring_base + params.razoring_margin * depth * depth;
        // A margin in centipawns says nothing about mate scores.
        if node.alpha.abs() > Score::MAX_EVAL || eval + Score::new(margin) >= node.alpha {
            return Ok(None);
        }
        self.quiescence(node.ply, node.alpha, node.beta).map(Some)
    }

    /// Reverse futility pruning: the evaluation is so far above beta that a search will not bring it
    /// down [chessprogramming] [stockfish]. Switch: `ReverseFutility`.
    ///
    /// Cuts a null-window node whose evaluation is above beta by a margin per ply; not where the
    /// node once was on a principal variation, nor where a quiet table move may know better. The
    /// value is between beta and the evaluation.
    #[inline]
    pub(super) fn reverse_futility_pruning(&self, node: &Node) -> Option<Score> {
        let params = &self.shared.params;
        let eval = node.eval?;
        let usable = params.reverse_futility
            && !node.pv
            && !node.tt_pv
            && node.depth <= Depth::plies(params.reverse_futility_max_depth)
            // A quiet table move was good before: it may be the defence that the margin allows for.
            && (node.tt_move.is_none() || node.tt_capture)
            && node.beta.abs() <= Score::MAX_EVAL
            && eval.abs() <= Score::MAX_EVAL;
        if !usable || eval < node.beta {
            return None;
        }
        let unknown = if node.tt_entry.is_none() { params.reverse_futility_new } else { 0 };
        let per_ply = params.reverse_futility_margin - unknown;
        let improving = if node.improving { params.reverse_futility_improving } else { 0 };
        let worsening = if node.opponent_worsens { params.reverse_futility_worsening } else { 0 };
        let margin = node.depth.times(per_ply) - (improving + worsening) * per_ply / 1024
            + node.correction_abs * params.reverse_futility_doubt / 1024;
        if eval - Score::new(margin) < node.beta {
            return None;
        }
        // No search has confirmed the part above beta, so only a third of it is returned.
        Some(Score::new((2 * node.beta.value() + eval.value()) / 3))
    }

    /// Null-move pruning: if even passing keeps the value at beta, a move will [donninger1993];
    /// conditions and reductions of [bonanza2006], or with `NullMoveMargins` those of [stockfish].
    /// Switches: `NullMovePruning`, `NullMoveAtBeta`, `NullMoveMargins`.
    ///
    /// Passes and searches shallower; cuts when that is at least beta. Never twice in a row, never
    /// in check, never at the lowest depths. A mate found after passing is not believed.
    #[inline]
    pub(super) fn null_move_pruning(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let params = &self.shared.params;
        let Some(eval) = node.static_eval else { return Ok(None) };
        let usable = params.null_move_pruning
            && !node.pv
            // The singular search compares moves: a pass would answer for all of them.
            && !node.in_singular_search
            && node.depth >= Depth::plies(params.null_move_min_depth)
            && may_pass(params, node, eval)
            && node.beta.abs() <= Score::MAX_EVAL
            && self.data.stack.previous_move(node.ply) != Move::NULL;
        if !usable {
            return Ok(None);
        }
        let depth = node.depth - Depth::ONE - Depth::plies(null_move_reduction(params, node));
        let window = (node.beta - Score::new(1), node.beta);
        let score = self.search_after_pass(node, depth, window)?;
        if score < node.beta {
            return Ok(None);
        }
        // The mate may need the pass, which shogi does not allow.
        Ok(Some(if score.is_mate() { node.beta } else { score }))
    }

    /// The value after a pass, for the side that passes.
    pub(super) fn search_after_pass(
        &mut self,
        node: &Node,
        depth: Depth,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        self.data.stack.at_mut(node.ply).pass();
        self.position.do_null_move();
        let score = self.search(node.ply + 1, depth, (-beta, -alpha), !node.cut_node);
        self.position.undo_null_move();
        score.map(|score| -score)
    }

    /// The ProbCut of modern engines: a capture that is far above beta in a quiescence search and in
    /// a shallow search will be above beta in the deep one [chessprogramming] [stockfish]. Switch:
    /// `CaptureProbCut`. And a cut from the table's own lower bound. Switch: `TableProbCut`.
    ///
    /// Tries the captures and promotions that gain enough to bring the evaluation above beta and a
    /// margin. Not in check, not on mate scores.
    #[inline]
    pub(super) fn capture_prob_cut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let params = &self.shared.params;
        let Some(eval) = node.static_eval else { return Ok(None) };
        let improving = if node.improving { params.capture_prob_cut_improving } else { 0 };
        let bound = node.beta + Score::new((params.capture_prob_cut_margin - improving).max(1));
        let usable = params.capture_prob_cut
            && !self.checking
            && node.depth >= Depth::plies(params.capture_prob_cut_min_depth)
            && node.beta.abs() <= Score::MAX_EVAL
            && bound <= Score::MAX_EVAL;
        if !usable || known_to_fail(node, bound) {
            return Ok(None);
        }
        let depth = node.depth - Depth::plies(params.capture_prob_cut_reduction);
        let context = self.history_context(node.ply);
        let moves = &self.data.moves;
        let mut picker = MovePicker::quiescence(moves, false, Move::NONE, false, context);
        let excluded = self.data.stack.at(node.ply).excluded;
        let mut found = None;
        let mut number = 0;
        while let Some(mv) = self.pick(&mut picker) {
            number += 1;
            // A capture that wins less than this cannot bring the evaluation up to the bound.
            let missing = (bound - eval).value();
            if mv == excluded || !self.exchange_reaches(mv, missing) {
                continue;
            }
            let score = self.prob_cut_value(node, (mv, number), depth, bound)?;
            if score >= bound {
                self.store_prob_cut(node, (score, mv), depth);
                found = Some(if score.is_mate() { node.beta } else { score - (bound - node.beta) });
                break;
            }
        }
        picker.finish(&mut self.data.moves);
        Ok(found)
    }

    /// The move's value, for the node, a ply deeper than the search after it.
    fn store_prob_cut(&self, node: &Node, (score, mv): (Score, Move), depth: Depth) {
        let node = Node { depth: (depth + Depth::ONE).max(Depth::ONE), ..*node };
        self.store_in_tt(&node, score, mv, Bound::Lower);
    }

    /// Cuts when the table's lower bound, of a search little shallower, is far above beta.
    #[inline]
    pub(super) fn tt_prob_cut(&self, node: &Node) -> Option<Score> {
        let params = &self.shared.params;
        let entry: TtEntry = node.tt_entry.filter(|_| params.table_prob_cut)?;
        let bound = node.beta + Score::new(params.table_prob_cut_margin);
        let holds = entry.bound != Bound::Upper
            && entry.depth + Depth::plies(params.capture_prob_cut_reduction) >= node.depth
            && entry.score >= bound
            && node.beta.abs() <= Score::MAX_EVAL
            && entry.score.abs() <= Score::MAX_EVAL;
        holds.then_some(bound)
    }

    /// The move's value by a quiescence search, and if that is enough by a shallow one.
    fn prob_cut_value(
        &mut self,
        node: &Node,
        (mv, number): (Move, u32),
        depth: Depth,
        bound: Score,
    ) -> Result<Score, Stopped> {
        let candidate = self.candidate(mv, number);
        let window = (-bound, -(bound - Score::new(1)));
        self.do_move(node.ply, mv, candidate.gives_check);
        let mut score = self.quiescence(node.ply + 1, window.0, window.1).map(|score| -score);
        if depth >= Depth::ONE && score.is_ok_and(|score| score >= bound) {
            score = self.search(node.ply + 1, depth, window, !node.cut_node).map(|score| -score);
        }
        self.undo_move(mv);
        score
    }

    /// Step 14. The bound that a skipped move gives, at least minus infinity; `None`: it is
    /// searched.
    pub(super) fn prune(
        &self,
        node: &Node,
        candidate: &Candidate,
        tally: &Tally,
        expected: i32,
        context: &HistoryContext,
    ) -> Option<Score> {
        const NO_BOUND: Score = Score::new(-Score::INFINITE.value());
        if !tally.may_skip() {
            return None;
        }
        let params = &self.shared.params;
        let reduction = expected + pruning_reduction(params, node);
        // The depth that the move would get: the less it is, the smaller the margins below.
        let reduced = node.depth.whole_plies() - 1 - reduction / PLY;
        let skipped = Some(NO_BOUND);
        if candidate.tactical || candidate.gives_check {
            let history = match candidate.tactical && params.capture_history {
                true => self.data.history.capture(&self.position, candidate.mv),
                false => 0,
            };
            // 14a. Futility of captures.
            if !candidate.gives_check
                && self.capture_futility_pruning(node, candidate, tally, (reduced, history))
            {
                return skipped;
            }
            // 14b. Exchange.
            let loses = self.see_pruning_of_capture(node, candidate, (tally.alpha, history));
            return skipped.filter(|_| loses);
        }
        // The line of the last iteration keeps its quiet moves.
        if node.pv && self.data.stack.is_followed(node.ply) {
            return None;
        }
        // 14c. History.
        let pruning_history = self.data.history.pruning_history(params, context, candidate.mv);
        if self.history_pruning(node, pruning_history) {
            return skipped;
        }
        let main = match params.history_heuristic {
            true => self.data.history.butterfly(context.color, candidate.mv),
            false => 0,
        };
        // A good history counts as additional depth, so that the move is pruned later.
        let reduced = reduced + (pruning_history + main) / params.history_pruning_divisor;
        // 14d. Futility of quiet moves.
        if let Some(bound) = self.move_futility_pruning(node, tally, reduced) {
            return Some(bound);
        }
        // 14e. Exchange.
        skipped.filter(|_| self.see_pruning_of_quiet(candidate, reduced))
    }

    /// Late move pruning: quiet moves that come late in the order are left out [chessprogramming].
    /// Where the window is open some more are tried: a side with few answers looks worse than it is,
    /// and the value at the root would flatter whoever is to move (`experiments/search/log.md`).
    /// Switch: `LateMovePruning`.
    ///
    /// Are enough moves tried, so that no quiet one is any more?
    #[inline]
    pub(super) fn late_move_pruning(&self, node: &Node, tally: &Tally) -> bool {
        let params = &self.shared.params;
        if !params.late_move_pruning || !tally.may_skip() {
            return false;
        }
        let depth = node.depth.whole_plies();
        let tried = params.lmp_base + depth * depth;
        let tried = if node.improving { tried } else { tried / 2 };
        let tried = if node.pv { tried + params.lmp_pv_moves } else { tried };
        tally.seen >= tried as u32
    }

    /// History pruning: a quiet move that seldom was good after moves like the last ones is left out
    /// [stockfish]. Switch: `HistoryPruning`.
    ///
    /// Is the history score of a quiet move too low for the node's depth?
    #[inline]
    pub(super) fn history_pruning(&self, node: &Node, pruning_history: i32) -> bool {
        let params = &self.shared.params;
        params.history_pruning
            && pruning_history < -params.history_pruning_margin * node.depth.whole_plies().max(1)
    }

    /// Futility pruning of single moves: a move near the horizon that cannot bring the evaluation up
    /// to alpha is skipped [heinz1998] [stockfish]. Switches: `MoveFutility`, `CaptureFutility`.
    ///
    /// The bound that the quiet move surely stays below, when it can be skipped. `reduced` is the
    /// depth in plies at which it would be searched.
    #[inline]
    pub(super) fn move_futility_pruning(
        &self,
        node: &Node,
        tally: &Tally,
        reduced: i32,
    ) -> Option<Score> {
        let params = &self.shared.params;
        let eval = node.static_eval?;
        if !params.move_futility || reduced > params.move_futility_max_depth {
            return None;
        }
        let first = if tally.best_move.is_none() { params.move_futility_first } else { 0 };
        let above = if eval > tally.alpha { params.move_futility_above } else { 0 };
        let margin =
            params.move_futility_base + first + above + params.move_futility_margin * reduced;
        let bound = Score::eval(eval.value() + margin);
        (bound <= tally.alpha).then_some(bound)
    }

    /// Can the capture or promotion be skipped? `history` is what captures like it did.
    #[inline]
    pub(super) fn capture_futility_pruning(
        &self,
        node: &Node,
        candidate: &Candidate,
        tally: &Tally,
        (reduced, history): (i32, i32),
    ) -> bool {
        let params = &self.shared.params;
        let Some(eval) = node.static_eval else { return false };
        if !params.capture_futility || reduced > params.capture_futility_max_depth {
            return false;
        }
        let margin = params.capture_futility_base
            + params.capture_futility_margin * reduced
            + history * params.capture_futility_history / 1024;
        let gain = self.victim_value(candidate.mv);
        Score::eval(eval.value() + margin + gain) <= tally.alpha
    }

    /// Pruning by static exchange evaluation: moves that lose too much are left out
    /// [chessprogramming]. Beyond the horizon no move may lose. Switches: `SeePruning`,
    /// `QuiescenceSeePruning`.
    ///
    /// Can the capture or check be pruned because of the material it loses?
    /// `history` is what captures like it did.
    #[inline]
    pub(super) fn see_pruning_of_capture(
        &self,
        node: &Node,
        candidate: &Candidate,
        (alpha, history): (Score, i32),
    ) -> bool {
        let params = &self.shared.params;
        if alpha < Score::ZERO && !params.see_pruning_behind {
            return false;
        }
        let may_lose = node.depth.times(params.see_pruning_capture_margin)
            + history * params.see_pruning_capture_history / 1024;
        params.see_pruning && self.loses_more(candidate, may_lose.max(0))
    }

    /// Can the quiet move be pruned because of the material it loses? `reduced`
    /// is the depth in plies at which it would be searched.
    #[inline]
    pub(super) fn see_pruning_of_quiet(&self, candidate: &Candidate, reduced: i32) -> bool {
        let params = &self.shared.params;
        let reduced = reduced.max(0);
        params.see_pruning
            && self.loses_more(candidate, params.see_pruning_quiet_margin * reduced * reduced)
    }

    #[inline]
    fn loses_more(&self, candidate: &Candidate, may_lose: i32) -> bool {
        !self.position.see_ge(candidate.mv, -may_lose, &self.shared.exchange)
    }

    /// Can the candidate of a quiescence node be left out because it loses? Answers to check and
    /// the table's move never are; quiet checks must always be sound. The paper's quiescence
    /// search has already selected its moves, and `QuiescenceLimits` has a separate rule.
    #[inline]
    pub(super) fn see_pruning_in_quiescence(&self, node: &Node, candidate: &Candidate) -> bool {
        let params = &self.shared.params;
        (params.quiescence_see_pruning || !candidate.tactical)
            && !params.quiescence_two_phases
            && !params.quiescence_limits
            && !node.in_check
            && candidate.mv != node.tt_move
            && self.loses_more(candidate, 0)
    }
}

/// Is the evaluation high enough to pass?
fn may_pass(params: &Params, node: &Node, eval: Score) -> bool {
    if !params.null_move_margins {
        return !params.null_move_at_beta || eval >= node.beta;
    }
    let depth = node.depth.times(params.null_move_margin_depth);
    let improving = if node.improving { params.null_move_improving } else { 0 };
    node.cut_node && eval >= node.beta + Score::new(params.null_move_margin - depth - improving)
}

/// How many plies the search after the pass is shallower.
fn null_move_reduction(params: &Params, node: &Node) -> i32 {
    if params.null_move_margins {
        params.null_move_reduction + node.depth.whole_plies() / params.null_move_divisor
    } else if node.depth >= Depth::plies(params.null_move_deep_depth) {
        params.null_move_deep_reduction
    } else {
        params.null_move_reduction
    }
}

/// The table has a lower value.
fn known_to_fail(node: &Node, bound: Score) -> bool {
    node.tt_entry.is_some_and(|entry| entry.score < bound)
}
