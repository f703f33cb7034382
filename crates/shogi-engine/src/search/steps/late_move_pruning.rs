//! Late move pruning: near the horizon, quiet moves that come late in the order are left out
//! [chessprogramming]. Switch: `LateMovePruning`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node, Tally};

/// Can the quiet candidate be left out?
#[inline]
pub(in crate::search) fn skips<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
) -> bool {
    let params = &searcher.shared.params;
    if !params.late_move_pruning
        || candidate.tactical
        || !tally.may_skip(node, candidate)
        || node.depth > Depth::plies(params.lmp_max_depth)
    {
        return false;
    }
    let depth = node.depth.whole_plies();
    let tried = params.lmp_base + depth * depth;
    let tried = if node.improving { tried } else { tried / 2 };
    candidate.number > tried as u32
}
