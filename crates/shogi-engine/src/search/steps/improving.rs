//! Is the side to move doing better than at its last move, and the opponent worse?
//! [chessprogramming] Switches: `Improving`, without which every node counts as improving, and
//! `OpponentWorsening`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// Compares the evaluation with the one two plies ago; what is not known does not rise.
#[inline]
pub(in crate::search) fn judge<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &Node) -> bool {
    if !searcher.shared.params.improving {
        return true;
    }
    match (node.static_eval, before(searcher, node, 2)) {
        (Some(now), Some(before)) => now > before,
        _ => false,
    }
}

/// Is the evaluation better than the opponent's, a ply ago, promised?
#[inline]
pub(in crate::search) fn opponent_worsens<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> bool {
    searcher.shared.params.opponent_worsening
        && match (node.static_eval, before(searcher, node, 1)) {
            (Some(now), Some(before)) => now > -before,
            _ => false,
        }
}

/// A node whose evaluation is above beta counts as improving in what its moves are asked.
#[inline]
pub(in crate::search) fn count_above_beta<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &mut Node,
) {
    if searcher.shared.params.improving {
        node.improving |= node.static_eval.is_some_and(|eval| eval >= node.beta);
    }
}

/// The evaluation that many plies ago, for the side to move there.
#[inline]
pub(in crate::search) fn before<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    back: usize,
) -> Option<Score> {
    searcher.memory.stack.at(node.ply.checked_sub(back)?).static_eval
}
