//! Principal-variation search of one move [marsland-campbell1982].

use super::node::{Candidate, Node};
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use zenpuku_gametree::Score;

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value of playing the candidate at `node` and searching `depth` deep, for the side to
    /// move at `node`. Inside `(alpha, beta)` it is what the full window would give.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        depth: Depth,
        reduction: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        self.prefetch(candidate.mv);
        self.do_move(node.ply, candidate.mv, candidate.gives_check);
        let score = self.windows(node, candidate, depth, reduction, alpha);
        self.undo_move(candidate.mv);
        score
    }

    fn windows(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        depth: Depth,
        reduction: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let ply = node.ply + 1;
        let null = (-(alpha + Score::new(1)), -alpha);
        let full = (-node.beta, -alpha);
        let pvs = self.shared.params.principal_variation_search;
        // A reduced search first; it must fail low to be believed.
        if reduction > Depth::ZERO {
            let reduced = (depth - reduction).max(Depth::ONE.min(depth));
            let score = -self.search(ply, reduced, null, true)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        if !node.pv {
            return Ok(-self.search(ply, depth, full, !node.cut_node)?);
        }
        // All but the first move are expected to fail low.
        if pvs && candidate.number > 1 {
            let score = -self.search(ply, depth, null, true)?;
            if score <= alpha || score >= node.beta {
                return Ok(score);
            }
        }
        Ok(-self.search(ply, depth, full, false)?)
    }
}
