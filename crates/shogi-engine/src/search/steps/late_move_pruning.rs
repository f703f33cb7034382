//! Late move pruning: quiet moves that come late in the order are left out [chessprogramming].
//! Where the window is open some more are tried: a side with few answers looks worse than it is,
//! and the value at the root would flatter whoever is to move (`experiments/search/log.md`).
//! Switch: `LateMovePruning`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use crate::search::tally::Tally;

/// Are enough moves tried, so that no quiet one is any more?
#[inline]
pub(in crate::search) fn begins<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    tally: &Tally,
) -> bool {
    let params = &searcher.shared.params;
    if !params.late_move_pruning || !tally.may_skip() {
        return false;
    }
    let depth = node.depth.whole_plies();
    let tried = params.lmp_base + depth * depth;
    let tried = if node.improving { tried } else { tried / 2 };
    let tried = if node.pv { tried + params.lmp_pv_moves } else { tried };
    tally.seen >= tried as u32
}
