//! Updates of the histories by the result of a node [schaeffer1989] [stockfish].

use super::Searcher;
use super::history::{self, HistoryContext};
use super::move_picker::is_tactical;
use super::node_state::Node;
use super::stack::Frame;
use super::tally::Tally;
use crate::observer::SearchObserver;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, PieceType};

/// A quiet move that led to a node, and where it was played.
struct PreviousMove {
    mv: Move,
    context: HistoryContext,
    /// Its place in the order.
    number: u32,
    /// Did the table know the position there?
    tt_hit: bool,
    stat_score: i32,
    /// The evaluation there, for the side that played it.
    eval: Option<Score>,
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// The move that led to the node, if it was quiet.
    fn previous_quiet(&self, node: &Node) -> Option<PreviousMove> {
        let ply = node.ply.checked_sub(1)?;
        let frame = self.data.stack.at(ply);
        if !frame.moved() || frame.captures() {
            return None;
        }
        let eval = frame.static_eval.filter(|_| !frame.in_check);
        // The hash of the pawns is the current one: the change by a pawn move is not reverted.
        let mut context = HistoryContext::new(&self.position, ply, self.continuations(ply));
        context.color = context.color.flip();
        let Frame { current: mv, number, tt_hit, stat_score, .. } = *frame;
        Some(PreviousMove { mv, context, number, tt_hit, stat_score, eval })
    }

    /// A move cut: it is rewarded, those searched before it are punished, and so is the quiet
    /// first move that allowed it.
    pub(super) fn update_histories(&mut self, node: &Node, tally: &Tally) {
        let mv = tally.best_move;
        if mv.is_none() {
            return;
        }
        let params = &self.shared.params;
        let plies = node.depth.whole_plies();
        let (mut bonus, malus) = (history::bonus(params, plies), history::malus(params, plies));
        if mv == node.tt_move {
            bonus += params.history_table_move_bonus;
        }
        if params.continuation_history && node.ply > 0 {
            bonus +=
                self.data.stack.at(node.ply - 1).stat_score / params.history_stat_score_divisor;
        }
        self.update_captures(tally, mv, (bonus, malus));
        if !is_tactical(&self.position, mv) {
            self.update_quiets(node, tally, mv, (bonus, malus));
        }
        let first = |before: &PreviousMove| before.number == 1 + u32::from(before.tt_hit);
        if params.fail_low_rewards
            && params.continuation_history
            && let Some(before) = self.previous_quiet(node).filter(first)
        {
            let continuations = before.context.continuations;
            let malus = -malus * params.fail_low_refuted / 1024;
            self.data.history.update_continuation(params, &continuations, before.mv, malus);
        }
    }

    /// A move raised alpha without a cut: it counts as one that cut. Switch: `RaiseRewards`.
    pub(super) fn update_on_alpha_raise(&mut self, node: &Node, tally: &Tally) {
        if self.shared.params.raise_rewards {
            self.update_histories(node, tally);
        }
    }

    fn update_captures(&mut self, tally: &Tally, mv: Move, (bonus, malus): (i32, i32)) {
        let params = &self.shared.params;
        if !params.capture_history {
            return;
        }
        let history = &mut self.data.history;
        let malus = -malus * params.history_capture_malus_weight / 1024;
        for &capture in tally.captures.iter().filter(|&&capture| capture != mv) {
            history.update_capture(&self.position, capture, malus);
        }
        if is_tactical(&self.position, mv) {
            let bonus = bonus * params.history_capture_weight / 1024;
            history.update_capture(&self.position, mv, bonus);
        }
    }

    fn update_quiets(
        &mut self,
        node: &Node,
        tally: &Tally,
        mv: Move,
        (bonus, mut malus): (i32, i32),
    ) {
        let params = &self.shared.params;
        if params.killer_moves {
            self.data.stack.at_mut(node.ply).remember_killer(mv);
        }
        let context = self.history_context(node.ply);
        let history = &mut self.data.history;
        if params.counter_moves {
            history.remember_counter(&context.continuations, mv);
        }
        history.update_quiet(params, &context, mv, bonus);
        malus = malus * params.history_quiet_malus_weight / 1024;
        for &quiet in tally.quiets.iter().filter(|&&quiet| quiet != mv) {
            malus = malus * params.history_malus_decay / 1024;
            history.update_quiet(params, &context, quiet, -malus);
        }
    }

    /// The table cut: as if its move had cut here. Switch: `TableCutRewards`.
    pub(super) fn update_on_tt_cutoff(&mut self, node: &Node, value: Score) {
        let params = &self.shared.params;
        if !params.table_cut_rewards || value < node.beta || node.tt_move.is_none() {
            return;
        }
        if !node.tt_capture {
            let context = self.history_context(node.ply);
            let (per_ply, most) = (params.table_cut_bonus, params.table_cut_bonus_max);
            let bonus = (per_ply * node.depth.whole_plies() - per_ply / 2).clamp(0, most);
            self.data.history.update_quiet(params, &context, node.tt_move, bonus);
        }
        let early = |before: &PreviousMove| before.number <= params.table_cut_early as u32;
        if params.continuation_history
            && let Some(before) = self.previous_quiet(node).filter(early)
        {
            let continuations = before.context.continuations;
            let history = &mut self.data.history;
            history.update_continuation(params, &continuations, before.mv, -params.table_cut_malus);
        }
    }

    /// No move reached alpha: the quiet move before was a good one. Switch: `FailLowRewards`.
    pub(super) fn update_on_fail_low(&mut self, node: &Node, best: Score) {
        let params = &self.shared.params;
        if !params.fail_low_rewards {
            return;
        }
        let Some(before) = self.previous_quiet(node) else {
            self.reward_previous_capture(node);
            return;
        };
        let bonus = fail_low_bonus(params, node, &before, best);
        let (context, history) = (before.context, &mut self.data.history);
        if params.continuation_history {
            history.update_continuation(
                params,
                &context.continuations,
                before.mv,
                bonus / params.fail_low_continuation_divisor,
            );
        }
        if params.history_heuristic {
            history.update(context.color, before.mv, bonus / params.fail_low_main_divisor);
        }
        if params.pawn_history && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(context.pawns, before.mv, bonus / params.fail_low_pawn_divisor);
        }
    }

    /// The capture before was a good one.
    fn reward_previous_capture(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let frame = self.data.stack.at(ply);
        if params.capture_history && frame.moved() && frame.captures() {
            let (mv, taken) = (frame.current, frame.taken);
            self.data.history.update_capture_of(mv, taken, params.fail_low_capture);
        }
    }

    /// The previous quiet move changed the evaluation: its history is updated
    /// immediately. Switch: `EvaluationHistory`.
    pub(super) fn update_by_evaluation(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(now) = node.static_eval.filter(|_| params.evaluation_history) else { return };
        let Some(before) = self.previous_quiet(node) else { return };
        let Some(eval) = before.eval else { return };
        let (least, most) = (params.evaluation_history_min, params.evaluation_history_max);
        let change = (-(eval + now).value()).clamp(least, most) + params.evaluation_history_offset;
        let (context, history) = (before.context, &mut self.data.history);
        if params.history_heuristic {
            history.update(context.color, before.mv, change * params.evaluation_history_main);
        }
        let pawns = params.pawn_history && node.tt_entry.is_none();
        if pawns && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(context.pawns, before.mv, change * params.evaluation_history_pawn);
        }
    }
}

/// The bonus of the quiet move before a fail low: larger for deeper searches,
/// later places in the order, and lower history scores and evaluations.
fn fail_low_bonus(params: &Params, node: &Node, before: &PreviousMove, best: Score) -> i32 {
    let plies = node.depth.whole_plies();
    let below = |eval: Option<Score>, margin: i32| {
        eval.is_some_and(|eval| best.value() <= eval.value() - margin)
    };
    let mut weight = params.fail_low_weight
        - before.stat_score / params.fail_low_stat_score_divisor
        + (params.fail_low_depth * plies).min(params.fail_low_depth_max);
    if before.number > params.fail_low_late_number as u32 {
        weight += params.fail_low_late;
    }
    if below(node.static_eval, params.fail_low_surprise_margin) {
        weight += params.fail_low_surprise;
    }
    if below(before.eval.map(|eval| -eval), params.fail_low_before_margin) {
        weight += params.fail_low_before;
    }
    let bonus = params.fail_low_bonus * plies - params.fail_low_bonus_offset;
    bonus.clamp(0, params.fail_low_bonus_max) * weight.max(0)
}

/// Pawn moves and promotions change the key of this history, or are handled separately.
fn is_worth_learning_by_pawns(mv: Move) -> bool {
    mv.piece_after().piece_type() != PieceType::PAWN && !mv.is_promotion()
}
