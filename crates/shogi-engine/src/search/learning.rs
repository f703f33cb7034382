//! What the histories learn from the outcome of a node [schaeffer1989] [stockfish].

use super::history::{self, Setting};
use super::move_picker::is_tactical;
use super::node::Node;
use super::stack::Frame;
use super::tally::Tally;
use super::{Searcher, killers};
use crate::observer::SearchObserver;
use zenpuku_gametree::Score;
use zenpuku_shogi::{Move, PieceType};

/// What a quiet move that the table already cut with gains, per ply, and at most.
const TABLE_CUT_BONUS: (i32, i32) = (165, 1325);
/// What the early quiet move loses that allowed such a cut.
const TABLE_CUT_MALUS: i32 = 2900;
/// An early move is one of the first so many.
const EARLY: u32 = 4;
/// Part of the malus that the first quiet move takes which allowed a cut, in 1024ths.
const ALLOWED_CUT: i32 = 840;
/// What the capture before gains where no move reached alpha.
const CAPTURE_BEFORE_BONUS: i32 = 1560;
/// Bounds of the change of evaluation that counts, in centipawns, and what is added to it.
const EVALUATION_CHANGE: (i32, i32, i32) = (-119, 95, 33);
/// What a centipawn of it is worth in the main history and in that of the pawns.
const EVALUATION_WEIGHTS: (i32, i32) = (41, 43);

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
            bonus += self.memory.stack.at(node.ply - 1).evidence / 32;
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
            let malus = -malus * ALLOWED_CUT / 1024;
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
            killers::remember(self.memory.stack.at_mut(node.ply), mv);
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
            let (per_ply, most) = TABLE_CUT_BONUS;
            let bonus = (per_ply * node.depth.whole_plies() - per_ply / 2).clamp(0, most);
            self.memory.history.update_quiet(params, &setting, node.table_move, bonus);
        }
        let early = |before: &Before| before.number <= EARLY;
        if params.continuation_history
            && let Some(before) = self.quiet_before(node).filter(early)
        {
            let context = before.setting.context;
            let history = &mut self.memory.history;
            history.update_continuation(params, &context, before.mv, -TABLE_CUT_MALUS);
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
        let plies = node.depth.whole_plies();
        let surprise = |eval: Option<Score>, margin: i32| {
            eval.is_some_and(|eval| best.value() <= eval.value() - margin)
        };
        let scale = -232 - before.evidence / 108
            + (59 * plies).min(454)
            + if before.number > 8 { 169 } else { 0 }
            + if surprise(node.static_eval, 60) { 145 } else { 0 }
            + if surprise(before.eval.map(|eval| -eval), 40) { 154 } else { 0 };
        let bonus = (135 * plies - 80).clamp(0, 1400) * scale.max(0);
        let (setting, history) = (before.setting, &mut self.memory.history);
        if params.continuation_history {
            history.update_continuation(params, &setting.context, before.mv, bonus / 54);
        }
        if params.history_heuristic {
            history.update(setting.color, before.mv, bonus / 61);
        }
        if params.pawn_history && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(setting.pawns, before.mv, bonus / 14);
        }
    }

    /// The capture before was a good one.
    fn reward_capture_before(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let frame = self.memory.stack.at(ply);
        if params.capture_history && frame.moved() && frame.captures() {
            let (mv, taken) = (frame.current, frame.taken);
            self.memory.history.update_capture_of(mv, taken, CAPTURE_BEFORE_BONUS);
        }
    }

    /// The quiet move before changed the evaluation: it is rewarded or punished for that at once.
    /// Switch: `EvaluationHistory`.
    pub(super) fn learn_from_evaluation(&mut self, node: &Node) {
        let params = &self.shared.params;
        let Some(now) = node.static_eval.filter(|_| params.evaluation_history) else { return };
        let Some(before) = self.quiet_before(node) else { return };
        let Some(eval) = before.eval else { return };
        let (least, most, base) = EVALUATION_CHANGE;
        let change = (-(eval + now).value()).clamp(least, most) + base;
        let (setting, history) = (before.setting, &mut self.memory.history);
        if params.history_heuristic {
            history.update(setting.color, before.mv, change * EVALUATION_WEIGHTS.0);
        }
        let pawns = params.pawn_history && node.record.is_none();
        if pawns && is_worth_learning_by_pawns(before.mv) {
            history.update_pawns(setting.pawns, before.mv, change * EVALUATION_WEIGHTS.1);
        }
    }
}

/// Pawns' moves and promotions change what the history is told apart by, or stand alone.
fn is_worth_learning_by_pawns(mv: Move) -> bool {
    mv.piece_after().piece_type() != PieceType::PAWN && !mv.is_promotion()
}
