//! Positions that once were on a principal variation are pruned and reduced less [stockfish]. The
//! table remembers them. Switch: `FormerPv`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// Recalls from the table whether the node is such a position; where a move is left out, what
/// was known with it holds.
#[inline]
pub(in crate::search) fn recall<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) {
    let frame = searcher.memory.stack.at_mut(node.ply);
    if !node.excludes {
        frame.former_pv = node.pv || node.record.is_some_and(|record| record.pv);
    }
    node.former_pv = searcher.shared.params.former_pv && frame.former_pv;
}

/// A node in which every move fails low belongs to its parent's variation.
#[inline]
pub(in crate::search) fn inherit<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) {
    let stack = &mut searcher.memory.stack;
    let parent = node.ply.checked_sub(1).is_some_and(|ply| stack.at(ply).former_pv);
    stack.at_mut(node.ply).former_pv |= parent;
    node.former_pv |= searcher.shared.params.former_pv && parent;
}

/// Reads again whether the node is such a position, after a search of it without a move.
#[inline]
pub(in crate::search) fn reread<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &mut Node) {
    let known = searcher.memory.stack.at(node.ply).former_pv;
    node.former_pv = searcher.shared.params.former_pv && known;
}
