//! Quiescence search: captures and promotions until the position is quiet [bonanza2006].

use super::history::{CONTINUATION_PLIES, LOW_PLIES, Setting};
use super::move_picker::{MovePicker, is_tactical};
use super::node::{Candidate, Node};
use super::stack::{MAX_PLY, NO_CONTINUATION};
use super::steps::quiescence_limits::Verdict;
use super::{Outcome, Searcher, Stopped, quiescence_moves, steps};
use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver};
use crate::table::Bound;
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value at the horizon: of the quiescence search, or the plain evaluation.
    pub(super) fn horizon(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if self.shared.params.quiescence {
            return self.quiescence(ply, 0, alpha, beta);
        }
        self.enter(ply, Depth::ZERO, alpha, beta)?;
        let outcome = Ok(Outcome::cut(self.leaf_value(ply), CutCause::Leaf));
        self.leave((ply, Depth::ZERO, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    /// The value of the position `beyond` plies beyond the horizon.
    fn quiescence(
        &mut self,
        ply: usize,
        beyond: i32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let depth = Depth::plies(-beyond);
        self.enter(ply, depth, alpha, beta)?;
        let outcome = self.quiescence_steps(Node::new(ply, depth, alpha, beta, false), beyond);
        self.leave((ply, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    fn quiescence_steps(&mut self, mut node: Node, beyond: i32) -> Result<Outcome, Stopped> {
        node.in_check = self.position.in_check();
        self.memory.stack.at_mut(node.ply).in_check = node.in_check;
        node.key = self.table_key();
        // 1. The rules end the game, or the line is too long.
        if let Some(score) = self.shared.rules.repetition(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if let Some(score) = self.shared.rules.move_limit(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if node.ply >= MAX_PLY || beyond >= self.shared.params.max_quiescence_ply {
            return Ok(Outcome::cut(self.leaf_value(node.ply), CutCause::Leaf));
        }
        // 2. The table knows the answer.
        if self.shared.params.quiescence_table {
            let known = steps::table_cut::cut(self, &mut node);
            node.former_pv = node.record.is_some_and(|record| record.pv);
            if let Some(score) = known {
                return Ok(Outcome::cut(score, CutCause::Table));
            }
        }
        // 3. The side to move declares a win, or mates.
        if let Some(score) = steps::declaration::cut(self, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Declaration));
        }
        if let Some(score) = steps::mate_in_one::quiescence_cut(self, &node, beyond) {
            return Ok(Outcome::cut(score, CutCause::MateInOne));
        }
        // 4. Standing pat: some quiet move keeps the evaluation. Not so in check.
        if let Some(score) = steps::futility::material_cut(self, &node) {
            return Ok(Outcome::cut(score, CutCause::Futility));
        }
        node.static_eval = steps::static_eval::stand_pat(self, &mut node);
        self.memory.stack.at_mut(node.ply).static_eval = node.static_eval;
        node.eval = steps::static_eval::with_table(self, &node);
        let mut best = node.eval.unwrap_or(-Score::INFINITE);
        if best >= node.beta {
            best = self.blend_at_horizon(&node, best);
            if node.record.is_none() || !self.shared.params.table_at_once {
                self.store_quiescence(&node, best, Move::NONE);
            }
            return Ok(Outcome::cut(best, CutCause::StandPat));
        }
        // 5. Captures and promotions, or all evasions.
        let parent = steps::futility::parent(self, &node);
        let mut best_move = Move::NONE;
        let mut seen = 0;
        let recapture = self.memory.stack.recapture(node.ply);
        let mut alpha = node.alpha.max(best);
        let mut picker = if self.shared.params.quiescence_two_phases {
            self.two_phase_picker(beyond, |searcher, candidate| {
                let bound = steps::futility::skip(searcher, parent, candidate, node.depth, alpha);
                best = best.max(bound.unwrap_or(best));
                bound.is_some()
            })
        } else {
            self.quiescence_picker(&mut node, beyond)
        };
        while let Some(mv) = self.pick(&mut picker) {
            seen += 1;
            let candidate = self.candidate(mv, seen);
            // 6. The move cannot bring the evaluation up to alpha.
            if let Some(bound) = steps::futility::skip(self, parent, &candidate, node.depth, alpha)
            {
                best = best.max(bound);
                continue;
            }
            // 7. It is one move too many, cannot reach alpha, or loses something.
            match steps::quiescence_limits::judge(self, &node, &candidate, (best, alpha), recapture)
            {
                Verdict::Search => {}
                Verdict::Skip(bound) => {
                    best = best.max(bound);
                    continue;
                }
            }
            self.prefetch(mv);
            if steps::see_pruning::skips_in_quiescence(self, &node, &candidate) {
                continue;
            }
            self.do_move(node.ply, mv, candidate.gives_check);
            let score = self.quiescence(node.ply + 1, beyond + 1, -node.beta, -alpha);
            self.undo_move(mv);
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, mv);
                    if node.pv {
                        self.memory.stack.update_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.memory.moves);
        // 8. No evasion: mated.
        if node.static_eval.is_none() && seen == 0 {
            return Ok(Outcome::cut(Score::mated_in(node.ply as u32), CutCause::Mated));
        }
        // 9. Into the table.
        let cut = best >= node.beta;
        best = self.blend_at_horizon(&node, best);
        self.store_quiescence(&node, best, best_move);
        let cause = if cut { CutCause::Beta } else { CutCause::Searched };
        Ok(Outcome { score: best, best: best_move, cause })
    }

    /// The paper's choice in its order, without the moves that are `futile`: those are known before
    /// their exchanges are counted, which costs more.
    fn two_phase_picker(
        &mut self,
        beyond: i32,
        mut futile: impl FnMut(&Self, &Candidate) -> bool,
    ) -> MovePicker {
        let first_phase = beyond < self.shared.params.quiescence_first_phase;
        let setting = self.quiescence_setting(0);
        let (from, moves) = self.for_picker();
        let start = moves.len();
        quiescence_moves::list(&from, moves, first_phase);
        self.tell_listed(start);
        let mut kept = start;
        for index in start..self.memory.moves.len() {
            let mv = self.memory.moves.get(index);
            if futile(self, &self.candidate(mv, 1)) {
                continue;
            }
            let score = self.position.see(mv, &self.shared.exchange);
            if score >= 0 || !self.position.is_capture(mv) {
                self.memory.moves.set(kept, mv, score);
                kept += 1;
            }
        }
        self.memory.moves.truncate(kept);
        MovePicker::prepared(&self.memory.moves, start, setting)
    }

    /// Answers to check are ordered by the last move alone.
    fn quiescence_setting(&self, ply: usize) -> Setting {
        let mut context = [NO_CONTINUATION; CONTINUATION_PLIES.len()];
        if self.shared.params.continuation_history {
            context[0] = self.memory.stack.continuation(ply, 1);
        }
        Setting::new(&self.position, LOW_PLIES, context)
    }

    /// The moves to try, the table's first.
    fn quiescence_picker(&mut self, node: &mut Node, beyond: i32) -> MovePicker {
        node.table_move = steps::table_cut::table_move(self, node);
        let listed = node.in_check || is_tactical(&self.position, node.table_move);
        node.table_move = if listed { node.table_move } else { Move::NONE };
        let checks = self.shared.params.quiescence_checks && beyond == 0;
        let setting = self.quiescence_setting(node.ply);
        let moves = &self.memory.moves;
        MovePicker::quiescence(moves, node.in_check, node.table_move, checks, setting)
    }

    /// A value above beta is believed by half. Switch: `FailHighBlend`.
    fn blend_at_horizon(&self, node: &Node, best: Score) -> Score {
        let believed = !self.shared.params.fail_high_blend || best.is_mate() || best <= node.beta;
        if believed { best } else { Score::new((best.value() + node.beta.value()) / 2) }
    }

    fn store_quiescence(&mut self, node: &Node, best: Score, best_move: Move) {
        if self.shared.params.quiescence_table {
            // Never exact: the quiet moves were not searched.
            let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
            steps::table_cut::store(self, node, best, best_move, bound);
        }
    }
}
