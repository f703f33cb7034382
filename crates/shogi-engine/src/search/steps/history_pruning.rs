//! History pruning: a quiet move that seldom was good after moves like the last ones is left out
//! [stockfish]. Switch: `HistoryPruning`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// Is what the histories promise of a quiet move too bad for the node's depth?
#[inline]
pub(in crate::search) fn skips<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    prospects: i32,
) -> bool {
    let params = &searcher.shared.params;
    params.history_pruning
        && prospects < -params.history_pruning_margin * node.depth.whole_plies().max(1)
}
