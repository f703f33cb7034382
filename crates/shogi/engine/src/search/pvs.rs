//! Principal-variation search of one move [marsland-campbell1982].

use super::node_state::{Candidate, Node};
use super::reductions::PLY;
use super::tally::Tally;
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{Research, SearchObserver};
use zenpuku_core::Score;

/// A reduced search goes at most this much deeper than the full one.
const DEEPEST: Depth = Depth::plies(2);

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value of playing the candidate at `node` and searching `depth` deep, for the side to
    /// move at `node`. Inside `(alpha, beta)` it equals the value of the full window.
    /// `reduction` is in 1024ths of a ply.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        depth: Depth,
        reduction: i32,
        tally: &Tally,
    ) -> Result<Score, Stopped> {
        self.do_move(node.ply, candidate.mv, candidate.gives_check);
        let score = self.principal_variation_search(node, candidate, depth, reduction, tally);
        self.undo_move(candidate.mv);
        score
    }

    fn principal_variation_search(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        mut depth: Depth,
        reduction: i32,
        tally: &Tally,
    ) -> Result<Score, Stopped> {
        let ply = node.ply + 1;
        let alpha = tally.alpha;
        let null = (-(alpha + Score::new(1)), -alpha);
        let full = (-node.beta, -alpha);
        let later = candidate.number > 1;
        let params = &self.shared.params;
        let reduces = params.late_move_reductions || reduction != 0;
        if reduces && later && node.depth >= Depth::plies(params.lmr_min_depth) {
            // A reduced search first; it must fail low to be believed.
            let mut score = self.reduced(node, depth, reduction, null)?;
            if score.0 <= alpha {
                return Ok(score.0);
            }
            depth += self.deeper_or_shallower(score, depth, tally);
            if depth > score.1 {
                self.observer.research(Research::Reduced);
                score.0 = -self.search(ply, depth, null, !node.cut_node)?;
            }
            self.reward_research(node, candidate);
            if !node.pv || score.0 <= alpha {
                return Ok(score.0);
            }
            self.observer.research(Research::Window);
        } else if !node.pv {
            let depth = self.late_depth(node, depth, reduction);
            return Ok(-self.search(ply, depth, full, !node.cut_node)?);
        } else if later && self.shared.params.principal_variation_search {
            // All but the first move are expected to fail low.
            let score = -self.search(ply, depth, null, true)?;
            if score <= alpha || score >= node.beta {
                return Ok(score);
            }
            self.observer.research(Research::Window);
        }
        Ok(-self.search(ply, self.pv_tt_move_depth(node, candidate, depth), full, false)?)
    }

    /// In the principal variation the table's move does not drop into the quiescence search.
    /// Switch: `PvTableMove`.
    fn pv_tt_move_depth(&self, node: &Node, candidate: &Candidate, depth: Depth) -> Depth {
        let known = node.tt_entry.is_some_and(|entry| entry.depth > Depth::ONE);
        let keeps = self.shared.params.pv_table_move && known && candidate.mv == node.tt_move;
        if keeps { depth.max(Depth::ONE) } else { depth }
    }

    /// The reduced null-window search, and how deep it was.
    fn reduced(
        &mut self,
        node: &Node,
        depth: Depth,
        reduction: i32,
        null: (Score, Score),
    ) -> Result<(Score, Depth), Stopped> {
        let wanted = (depth - Depth::plies(reduction / PLY)).min(depth + DEEPEST);
        let mut reduced = wanted.max(Depth::ONE);
        if node.pv {
            reduced += Depth::ONE;
        }
        self.observer.reduce(depth - reduced);
        self.data.stack.at_mut(node.ply).reduction = (depth - reduced).whole_plies();
        let score = self.search(node.ply + 1, reduced, null, true);
        self.data.stack.at_mut(node.ply).reduction = 0;
        Ok((-score?, reduced))
    }

    /// After a reduced search above alpha: a ply deeper if it is far above the best value so far,
    /// a ply shallower if it is hardly.
    fn deeper_or_shallower(
        &self,
        (score, reduced): (Score, Depth),
        depth: Depth,
        tally: &Tally,
    ) -> Depth {
        let params = &self.shared.params;
        if !params.late_move_reductions {
            return Depth::ZERO;
        }
        let above = (score - tally.best).value();
        let deeper = i32::from(reduced < depth && above > params.lmr_deeper);
        let shallower = i32::from(above < params.lmr_shallower);
        Depth::plies(deeper - shallower)
    }

    /// A move that had to be searched again was ordered too late.
    fn reward_research(&mut self, node: &Node, candidate: &Candidate) {
        let params = &self.shared.params;
        if params.continuation_history {
            let continuations = self.continuations(node.ply);
            let bonus = params.lmr_research_bonus;
            self.data.history.update_continuation(params, &continuations, candidate.mv, bonus);
        }
    }

    /// The depth of a move that is searched directly with its full window.
    fn late_depth(&self, node: &Node, depth: Depth, reduction: i32) -> Depth {
        let params = &self.shared.params;
        if !params.late_move_reductions {
            return depth;
        }
        let unknown = if node.tt_move.is_none() { params.lmr_no_table_move } else { 0 };
        let reduction = reduction + unknown;
        let twice = reduction > params.lmr_late_twice && depth > Depth::plies(2);
        depth - Depth::plies(i32::from(reduction > params.lmr_late_full) + i32::from(twice))
    }
}
