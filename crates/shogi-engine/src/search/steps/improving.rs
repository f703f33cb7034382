//! Is the side to move doing better than at its last move? [chessprogramming] Switch:
//! `Improving`; without it every node counts as improving.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// Compares the evaluation with the one two plies ago, or four where that was in check.
#[inline]
pub(in crate::search) fn judge<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &Node) -> bool {
    if !searcher.shared.params.improving {
        return true;
    }
    let before = |back| {
        let ply = node.ply.checked_sub(back)?;
        searcher.memory.stack.at(ply).static_eval
    };
    match (node.static_eval, before(2).or_else(|| before(4))) {
        (Some(now), Some(before)) => now > before,
        (Some(_), None) => true,
        (None, _) => false,
    }
}
