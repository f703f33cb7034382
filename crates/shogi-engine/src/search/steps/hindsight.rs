//! Hindsight: what a node turns out to be corrects the reduction that its parent chose
//! [stockfish]. Switch: `HindsightDepth`.

use super::improving;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// Changes the depth by a ply: deeper where the reduced move did not hurt the side to move,
/// shallower where the evaluations of both sides add up to more than a margin.
#[inline]
pub(in crate::search) fn adjust<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &mut Node) {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval.filter(|_| params.hindsight_depth && !node.excludes) else {
        return;
    };
    if node.prior_reduction >= params.hindsight_bold && !node.opponent_worsens {
        node.depth += Depth::ONE;
    }
    let before = improving::before(searcher, node, 1);
    let calm = before.is_some_and(|before| (eval + before).value() > params.hindsight_margin);
    if node.prior_reduction >= params.hindsight_calm && node.depth >= Depth::plies(2) && calm {
        node.depth -= Depth::ONE;
    }
}
