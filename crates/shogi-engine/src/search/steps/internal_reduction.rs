//! Internal iterative reduction: a node without a table move is searched shallower, which leaves
//! a move in the table for the next time [chessprogramming]. Switch:
//! `InternalIterativeReduction`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// Takes a ply off where a move should be known and is not.
#[inline]
pub(in crate::search) fn reduce<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &mut Node) {
    let params = &searcher.shared.params;
    let expected = node.pv || node.cut_node;
    if params.internal_iterative_reduction
        && expected
        && !node.in_check
        && !searcher.memory.stack.is_followed(node.ply)
        && node.table_move.is_none()
        && node.depth >= Depth::plies(params.iir_min_depth)
        && node.prior_reduction <= params.iir_most_reduced
    {
        node.depth -= Depth::ONE;
    }
}
