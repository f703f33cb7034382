//! The static evaluation of a node, and whether it rises.

use super::correction::CorrectionUpdate;
use super::move_picker::is_tactical;
use super::node_state::Node;
use super::{Searcher, ThreadData};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_shogi::Move;

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value of standing pat: the evaluation, also in check if the paper's
    /// quiescence search is on, which has no exception for it [bonanza2006].
    #[inline]
    pub(super) fn stand_pat_evaluation(&mut self, node: &mut Node) -> Option<Score> {
        if node.in_check && self.shared.params.quiescence_two_phases {
            let eval = self.evaluate();
            self.verify_futility_margins(node, eval);
            node.raw_eval = Some(eval);
            return Some(self.with_goal_achievement((node.ply, true), eval));
        }
        self.static_evaluation(node)
    }

    /// What searches of similar positions have found out about the evaluation.
    #[inline]
    fn correction_value(&self, ply: usize) -> i32 {
        let params = &self.shared.params;
        if !params.correction_history {
            return 0;
        }
        let data = &self.data;
        data.correction.correction(&self.position, (&data.stack, ply), params)
    }

    /// The evaluation, or the table's value where its bound says that it is nearer the truth; not where
    /// the table's move is left out. Switch: `TableEvaluation`.
    #[inline]
    pub(super) fn tt_adjusted_evaluation(&self, node: &Node) -> Option<Score> {
        let eval = node.static_eval?;
        let asks = self.shared.params.table_evaluation && !node.in_singular_search;
        let Some(entry) = node.tt_entry.filter(|_| asks) else {
            return Some(eval);
        };
        let nearer = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > eval,
            Bound::Upper => entry.score < eval,
        };
        Some(if nearer { entry.score } else { eval })
    }

    /// Updates the correction history with the result of a node, if it is
    /// evidence about the evaluation: not in check, and not if a capture
    /// explains it.
    #[inline]
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        (score, best, bound): (Score, Move, Bound),
    ) {
        let Some(eval) = node.static_eval else { return };
        // A move found must be worth more than standing still, else less.
        let agrees = match bound {
            Bound::Lower | Bound::Exact => score > eval,
            Bound::Upper => score <= eval,
        };
        let explained = !best.is_none() && is_tactical(&self.position, best);
        if !self.shared.params.correction_history || !agrees || explained || score.is_mate() {
            return;
        }
        let update = CorrectionUpdate { score, eval, depth: node.depth.whole_plies() };
        let ThreadData { correction, stack, .. } = &mut *self.data;
        correction.learn(&self.position, (stack, node.ply), &update, &self.shared.params);
    }

    /// The static evaluation of a node.
    ///
    /// The evaluation for the side to move, from the table if stored there.
    /// `None` in check, where it means little.
    #[inline]
    pub(super) fn static_evaluation(&mut self, node: &mut Node) -> Option<Score> {
        let correction = self.correction_value(node.ply);
        node.correction_abs = correction.abs();
        if node.in_check {
            return None;
        }
        let known = node.tt_entry.and_then(|entry| entry.eval);
        let raw = known.unwrap_or_else(|| self.evaluate());
        self.verify_futility_margins(node, raw);
        node.raw_eval = Some(raw);
        let eval = Score::eval(raw.value() + correction);
        Some(self.with_goal_achievement((node.ply, node.depth < Depth::ONE), eval))
    }

    /// Is the side to move doing better than at its last move, and the opponent worse?
    /// [chessprogramming] Switches: `Improving`, without which every node counts as improving, and
    /// `OpponentWorsening`.
    ///
    /// Compares the evaluation with the one two plies ago; an unknown one counts as not improving.
    #[inline]
    pub(super) fn is_improving(&self, node: &Node) -> bool {
        if !self.shared.params.improving {
            return true;
        }
        match (node.static_eval, self.evaluation_before(node, 2)) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Is the evaluation better than the opponent's, a ply ago, promised?
    #[inline]
    pub(super) fn is_opponent_worsening(&self, node: &Node) -> bool {
        self.shared.params.opponent_worsening
            && match (node.static_eval, self.evaluation_before(node, 1)) {
                (Some(now), Some(before)) => now > -before,
                _ => false,
            }
    }

    /// A node whose evaluation is above beta counts as improving in the tests of its moves.
    #[inline]
    pub(super) fn count_above_beta_as_improving(&self, node: &mut Node) {
        if self.shared.params.improving {
            node.improving |= node.static_eval.is_some_and(|eval| eval >= node.beta);
        }
    }

    /// The evaluation that many plies ago, for the side to move there.
    #[inline]
    pub(super) fn evaluation_before(&self, node: &Node, back: usize) -> Option<Score> {
        self.data.stack.at(node.ply.checked_sub(back)?).static_eval
    }
}
