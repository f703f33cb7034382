//! Quiescence search: captures and promotions until the position is quiet [bonanza2006].

use super::history::{CONTINUATION_PLIES, HistoryContext, LOW_PLIES};
use super::move_picker::{MovePicker, is_tactical};
use super::node_state::{Candidate, Node};
use super::papers::bonanza2006;
use super::stack::{MAX_PLY, NO_CONTINUATION};
use super::{Outcome, Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver};
use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_shogi::{Move, Square};

/// What becomes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is searched.
    Search,
    /// It is left out; the node's value is at least this all the same.
    Skip(Score),
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value at the horizon: of the quiescence search, or the plain evaluation.
    pub(super) fn quiescence(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if self.shared.params.quiescence {
            return self.quiescence_node(ply, 0, alpha, beta);
        }
        self.enter(ply, Depth::ZERO, alpha, beta)?;
        let outcome = Ok(Outcome::cut(self.leaf_value(ply), CutCause::Leaf));
        self.leave((ply, Depth::ZERO, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    /// The value of the position `quiescence_ply` plies beyond the horizon.
    fn quiescence_node(
        &mut self,
        ply: usize,
        quiescence_ply: i32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let depth = Depth::plies(-quiescence_ply);
        self.enter(ply, depth, alpha, beta)?;
        let outcome =
            self.quiescence_steps(Node::new(ply, depth, alpha, beta, false), quiescence_ply);
        self.leave((ply, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    fn quiescence_steps(
        &mut self,
        mut node: Node,
        quiescence_ply: i32,
    ) -> Result<Outcome, Stopped> {
        node.in_check = self.position.in_check();
        self.data.stack.at_mut(node.ply).in_check = node.in_check;
        node.key = self.table_key();
        // 1. The rules end the game, or the line is too long.
        if let Some(score) = self.shared.rules.repetition(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if let Some(score) = self.shared.rules.move_limit(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if node.ply >= MAX_PLY || quiescence_ply >= self.shared.params.max_quiescence_ply {
            return Ok(Outcome::cut(self.leaf_value(node.ply), CutCause::Leaf));
        }
        // 2. The table has the result.
        if self.shared.params.quiescence_table {
            let known = self.tt_cutoff(&mut node);
            node.tt_pv = node.tt_entry.is_some_and(|entry| entry.pv);
            if let Some(score) = known {
                return Ok(Outcome::cut(score, CutCause::Table));
            }
        }
        // 3. The side to move declares a win, or mates.
        if let Some(score) = self.declaration(node.ply) {
            return Ok(Outcome::cut(score, CutCause::Declaration));
        }
        if let Some(score) = self.quiescence_mate_in_one(&node, quiescence_ply) {
            return Ok(Outcome::cut(score, CutCause::MateInOne));
        }
        // 4. Standing pat: some quiet move keeps the evaluation. Not so in check.
        if let Some(score) = self.futility_material_cut(&node) {
            return Ok(Outcome::cut(score, CutCause::Futility));
        }
        node.static_eval = self.stand_pat_evaluation(&mut node);
        self.data.stack.at_mut(node.ply).static_eval = node.static_eval;
        node.eval = self.tt_adjusted_evaluation(&node);
        let mut best = node.eval.unwrap_or(-Score::INFINITE);
        if best >= node.beta {
            best = self.adjust_fail_high_in_quiescence(&node, best);
            if node.tt_entry.is_none() || !self.shared.params.table_at_once {
                self.store_quiescence(&node, best, Move::NONE);
            }
            return Ok(Outcome::cut(best, CutCause::StandPat));
        }
        // 5. Captures and promotions, or all evasions.
        let parent = self.futility_parent(&node);
        let mut best_move = Move::NONE;
        let mut seen = 0;
        let recapture = self.data.stack.recapture(node.ply);
        let mut alpha = node.alpha.max(best);
        let mut picker = if self.shared.params.quiescence_two_phases {
            self.two_phase_picker(quiescence_ply, |searcher, candidate| {
                let bound = searcher.futility_skip(parent, candidate, node.depth, alpha);
                best = best.max(bound.unwrap_or(best));
                bound.is_some()
            })
        } else {
            self.quiescence_picker(&mut node, quiescence_ply)
        };
        while let Some(mv) = self.pick(&mut picker) {
            seen += 1;
            let candidate = self.candidate(mv, seen);
            // 6. The move cannot bring the evaluation up to alpha.
            if let Some(bound) = self.futility_skip(parent, &candidate, node.depth, alpha) {
                best = best.max(bound);
                continue;
            }
            // 7. It is one move too many, cannot reach alpha, or loses something.
            match self.quiescence_limits(&node, &candidate, (best, alpha), recapture) {
                Verdict::Search => {}
                Verdict::Skip(bound) => {
                    best = best.max(bound);
                    continue;
                }
            }
            self.prefetch(mv);
            if self.see_pruning_in_quiescence(&node, &candidate) {
                continue;
            }
            self.do_move(node.ply, mv, candidate.gives_check);
            let score = self.quiescence_node(node.ply + 1, quiescence_ply + 1, -node.beta, -alpha);
            self.undo_move(mv);
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, mv);
                    if node.pv {
                        self.data.stack.update_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.data.moves);
        // 8. No evasion: mated.
        if node.static_eval.is_none() && seen == 0 {
            return Ok(Outcome::cut(Score::mated_in(node.ply as u32), CutCause::Mated));
        }
        // 9. Into the table.
        let cut = best >= node.beta;
        best = self.adjust_fail_high_in_quiescence(&node, best);
        self.store_quiescence(&node, best, best_move);
        let cause = if cut { CutCause::Beta } else { CutCause::Searched };
        Ok(Outcome { score: best, best: best_move, cause })
    }

    /// The paper's choice in its order, without the moves that are `futile`: those are known before
    /// their exchanges are counted, which costs more.
    fn two_phase_picker(
        &mut self,
        quiescence_ply: i32,
        mut futile: impl FnMut(&Self, &Candidate) -> bool,
    ) -> MovePicker {
        let first_phase = quiescence_ply < self.shared.params.quiescence_first_phase;
        let context = self.quiescence_history_context(0);
        let (from, moves) = self.for_picker();
        let start = moves.len();
        bonanza2006::list_quiescence_moves(&from, moves, first_phase);
        self.tell_listed(start);
        let mut kept = start;
        for index in start..self.data.moves.len() {
            let mv = self.data.moves.get(index);
            if futile(self, &self.candidate(mv, 1)) {
                continue;
            }
            let score = self.position.see(mv, &self.shared.exchange);
            if score >= 0 || !self.position.is_capture(mv) {
                self.data.moves.set(kept, mv, score);
                kept += 1;
            }
        }
        self.data.moves.truncate(kept);
        MovePicker::prepared(&self.data.moves, start, context)
    }

    /// Answers to check are ordered by the last move alone.
    fn quiescence_history_context(&self, ply: usize) -> HistoryContext {
        let mut continuations = [NO_CONTINUATION; CONTINUATION_PLIES.len()];
        if self.shared.params.continuation_history {
            continuations[0] = self.data.stack.continuation(ply, 1);
        }
        HistoryContext::new(&self.position, LOW_PLIES, continuations)
    }

    /// The moves to try, the table's first.
    fn quiescence_picker(&mut self, node: &mut Node, quiescence_ply: i32) -> MovePicker {
        node.tt_move = self.tt_move(node);
        let listed = node.in_check || is_tactical(&self.position, node.tt_move);
        node.tt_move = if listed { node.tt_move } else { Move::NONE };
        let checks = self.shared.params.quiescence_checks && quiescence_ply == 0;
        let context = self.quiescence_history_context(node.ply);
        let moves = &self.data.moves;
        MovePicker::quiescence(moves, node.in_check, node.tt_move, checks, context)
    }

    /// A value above beta is believed by half. Switch: `FailHighBlend`.
    fn adjust_fail_high_in_quiescence(&self, node: &Node, best: Score) -> Score {
        let believed = !self.shared.params.fail_high_blend || best.is_mate() || best <= node.beta;
        if believed { best } else { Score::new((best.value() + node.beta.value()) / 2) }
    }

    fn store_quiescence(&mut self, node: &Node, best: Score, best_move: Move) {
        if self.shared.params.quiescence_table {
            // Never exact: the quiet moves were not searched.
            let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
            self.store_in_tt(node, best, best_move, bound);
        }
    }

    /// Limits of the quiescence search: few moves, none that cannot reach alpha, no quiet answer to
    /// check once one is not lost [stockfish]. Switch: `QuiescenceLimits`.
    ///
    /// Judges a move of a quiescence node whose best value so far is `best`. Recaptures on
    /// `recapture` and checks are not limited in number.
    #[inline]
    fn quiescence_limits(
        &self,
        node: &Node,
        candidate: &Candidate,
        (best, alpha): (Score, Score),
        recapture: Option<Square>,
    ) -> Verdict {
        let params = &self.shared.params;
        if !params.quiescence_limits || best < -Score::MAX_EVAL {
            return Verdict::Search;
        }
        let skip = Verdict::Skip(best);
        if !node.in_check && !candidate.gives_check && recapture != Some(candidate.mv.to()) {
            if candidate.number > params.quiescence_moves as u32 {
                return skip;
            }
            if let Some(bound) = self.quiescence_futility(node, candidate, alpha) {
                return Verdict::Skip(best.max(bound));
            }
        }
        // Some answer to the check is not lost: quiet ones can be skipped.
        if !candidate.tactical {
            return skip;
        }
        let may_lose = -params.quiescence_see_margin;
        let sound = self.position.see_ge(candidate.mv, may_lose, &self.shared.exchange);
        if sound { Verdict::Search } else { skip }
    }

    /// The bound that a capture surely stays below, when that is not above alpha.
    fn quiescence_futility(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Score,
    ) -> Option<Score> {
        let base = node.static_eval?.value() + self.shared.params.quiescence_margin;
        let bound = Score::eval(base + self.victim_value(candidate.mv));
        if bound <= alpha {
            return Some(bound);
        }
        let enough = self.exchange_reaches(candidate.mv, alpha.value() - base);
        (!enough).then(|| alpha.min(Score::eval(base)))
    }
}
