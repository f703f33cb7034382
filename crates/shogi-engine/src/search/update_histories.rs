//! What the histories learn from the outcome of a node [schaeffer1989] [stockfish].

use super::Searcher;
use super::history::{self, Setting};
use super::move_picker::is_tactical;
use super::node::Node;
use super::stack::Frame;
use super::tally::Tally;
use crate::observer::SearchObserver;
use zenpuku_gametree::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, PieceType};

/// A quiet move that led to a node, and where it was played.
struct Before {
    mv: Move,
    setting: Setting,
    /// Its place in the order.
    number: u32,
    /// Did the table know the position there?
    known: bool,
    evidence: i32,
    /// The evaluation there, for the side that played it.
    eval: Option<Score>,
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// The move that led to the node, if it was quiet.
    fn quiet_before(&self, node: &Node) -> Option<Before> {
        let ply = node.ply.checked_sub(1)?;
        let frame = self.memory.stack.at(ply);
        if !frame.moved() || frame.captures() {
            return None;
        }
        let eval = frame.static_eval.filter(|_| !frame.in_check);
        // The pawns' hash is that of now: what a pawn's move changes is not taken back.
        let mut setting = Setting::new(&self.position, ply, self.context(ply));
        setting.color = setting.color.flip();
        let Frame { current: mv, number, known, evidence, .. } = *frame;
        Some(Before { mv, setting, number, known, evidence, eval })
    }

    /// A move cut: it is rewarded, those searched before it are punished, and so is the quiet
    /// first move that allowed it.
    pub(super) fn learn_from_cut(&mut self, node: &Node, tally: &Tally) {
        let mv = tally.best_move;
        if mv.is_none() {
            return;
        }
        let params = &self.shared.params;
        let plies = node.depth.whole_plies();
        let (mut bonus, malus) = (history::bonus(params, plies), history::malus(params, plies));
        if mv == node.table_move {
            bonus += params.history_table_move_bonus;
        }
        if params.continuation_history && node.ply > 0 {
            bonus += self.memory.stack.at(node.ply - 1).evidence / params.history_evidence_divisor;
        }
        self.learn_captures(tally, mv, (bonus, malus));
        if !is_tactical(&self.position, mv) {
            self.learn_quiets(node, tally, mv, (bonus, malus));
        }
        let first = |before: &Before| before.number == 1 + u32::from(before.known);
        if params.fail_low_rewards
            && params.continuation_history
            && let Some(before) = self.quiet_before(node).filter(first)
        {
            let context = before.setting.context;
            let malus = -malus * params.fail_low_refuted / 1024;
            self.memory.history.update_continuation(params, &context, before.mv, malus);
        }
    }

    /// A move raised alpha without a cut: it counts as one that cut. Switch: `RaiseRewards`.
    pub(super) fn learn_from_raise(&mut self, node: &Node, tally: &Tally) {
        if self.shared.params.raise_rewards {
            self.learn_from_cut(node, tally);
        }
    }

    fn learn_captures(&mut self, tally: &Tally, mv: Move, (bonus, malus): (i32, i32)) {
        let params = &self.shared.params;
        if !params.capture_history {
            return;
        }
        let history = &mut self.memory.history;
        let malus = -malus * params.history_capture_malus_weight / 1024;
        for &capture in tally.captures.iter().filter(|&&capture| capture != mv) {
            history.update_capture(&self.position, capture, malus);
        }
        if is_tactical(&self.position, mv) {
            let bonus = bonus * params.history_capture_weight / 1024;
            history.update_capture(&self.position, mv, bonus);
        }
    }

    fn learn_quiets(
        &mut self,
        node: &Node,
        tally: &Tally,
        mv: Move,
        (bonus, mut malus): (i32, i32),
    ) {
        let params = &self.shared.params;
        if params.killer_moves {
            self.memory.stack.at_mut(node.ply).remember_killer(mv);
        }
        let setting = self.setting(node.ply);
        let history = &mut self.memory.history;
        if params.counter_moves {
            history.remember_counter(&setting.context, mv);
        }
        history.update_quiet(params, &setting, mv, bonus);
        malus = malus * params.history_quiet_malus_weight / 1024;
        for &quiet in tally.quiets.iter().filter(|&&quiet| quiet != mv) {
            malus = malus * params.history_malus_decay / 1024;
            history.update_quiet(params, &setting, quiet, -malus);
        }
    }

    /// The table cut: as if its move had cut here. Switch: `TableCutRewards`.
    pub(super) fn learn_from_table_cut(&mut self, node: &Node, value: Score) {
        let params = &self.shared.params;
        if !params.table_cut_rewards || value < node.beta || node.table_move.is_none() {
            return;
        }
        if !node.table_capture {
            let setting = self.setting(node.ply);
            let (per_ply, most) = (params.table_cut_bonus, params.table_cut_bonus_max);
            let bonus = (per_ply * node.depth.whole_plies() - per_ply / 2).clamp(0, most);
            self.memory.history.update_quiet(params, &setting, node.table_move, bonus);
        }
        let early = |before: &Before| before.number <= params.table_cut_early as u32;
        if params.continuation_history
            && let Some(before) = self.quiet_before(node).filter(early)
        {
            let context = before.setting.context;
            let history = &mut self.memory.history;
            history.update_continuation(params, &context, before.mv, -params.table_cut_malus);
        }
    }

    /// No move reached alpha: the quiet move before was a good one. Switch: `FailLowRewards`.
    pub(super) fn learn_from_fail_low(&mut self, node: &Node, best: Score) {
        let params = &self.shared.params;
        if !params.fail_low_rewards {
            return;
        }
        let Some(before) = self.quiet_before(node) else {
            self.reward_capture_before(node);
            return;
        };
        let bonus = fail_low_bonus(params, node, &before, best);
        let (setting, history) = (before.setting, &mut self.memory.history);
        if params.continuation_history {
            history.update_continuation(
                params,
                &setting.context,
                before.mv,
                bonus / params.fail_low_continuation_divisor,
            );
        }
        if params.history_heuristic {
            history.update(setting.color, before.mv, bonus / params.fail_low_main_divisor);
        }
        if params.pawn_history && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(setting.pawns, before.mv, bonus / params.fail_low_pawn_divisor);
        }
    }

    /// The capture before was a good one.
    fn reward_capture_before(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let frame = self.memory.stack.at(ply);
        if params.capture_history && frame.moved() && frame.captures() {
            let (mv, taken) = (frame.current, frame.taken);
            self.memory.history.update_capture_of(mv, taken, params.fail_low_capture);
        }
    }

    /// The quiet move before changed the evaluation: it is rewarded or punished for that at once.
    /// Switch: `EvaluationHistory`.
    pub(super) fn learn_from_evaluation(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(now) = node.static_eval.filter(|_| params.evaluation_history) else { return };
        let Some(before) = self.quiet_before(node) else { return };
        let Some(eval) = before.eval else { return };
        let (least, most) = (params.evaluation_history_min, params.evaluation_history_max);
        let change = (-(eval + now).value()).clamp(least, most) + params.evaluation_history_offset;
        let (setting, history) = (before.setting, &mut self.memory.history);
        if params.history_heuristic {
            history.update(setting.color, before.mv, change * params.evaluation_history_main);
        }
        let pawns = params.pawn_history && node.record.is_none();
        if pawns && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(setting.pawns, before.mv, change * params.evaluation_history_pawn);
        }
    }
}

/// What a quiet move gains after which no move reached alpha: more the deeper that was searched, the
/// later it stood in the order, and the less its histories and the evaluations promised.
fn fail_low_bonus(params: &Params, node: &Node, before: &Before, best: Score) -> i32 {
    let plies = node.depth.whole_plies();
    let below = |eval: Option<Score>, margin: i32| {
        eval.is_some_and(|eval| best.value() <= eval.value() - margin)
    };
    let mut weight = params.fail_low_weight - before.evidence / params.fail_low_evidence_divisor
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

/// Pawns' moves and promotions change what the history is told apart by, or stand alone.
fn is_worth_learning_by_pawns(mv: Move) -> bool {
    mv.piece_after().piece_type() != PieceType::PAWN && !mv.is_promotion()
}
