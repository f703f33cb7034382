//! Pruning by static exchange evaluation: near the horizon, moves that lose too much are left
//! out [chessprogramming]. Sacrifices that give check are how mates begin: they stay. Switch: `SeePruning`.

use super::late_move_reduction;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node, Tally};

/// Can the candidate be left out because of what it loses?
#[inline]
pub(in crate::search) fn skips<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
) -> bool {
    let params = &searcher.shared.params;
    if !params.see_pruning || node.pv || node.in_check || candidate.gives_check || !tally.may_skip()
    {
        return false;
    }
    let reduction = late_move_reduction::amount(searcher, node, candidate);
    let depth = (node.depth - reduction).max(Depth::ONE);
    if depth > Depth::plies(params.see_pruning_max_depth) {
        return false;
    }
    let may_lose = if candidate.tactical {
        node.depth.times(params.see_pruning_capture_margin)
    } else {
        depth.times(depth.times(params.see_pruning_quiet_margin))
    };
    !searcher.position.see_ge(candidate.mv, -may_lose, &searcher.shared.exchange)
}
