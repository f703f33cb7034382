//! Reverse futility pruning: the evaluation is so far above beta that a shallow search will not
//! bring it down [chessprogramming]. Switch: `ReverseFutility`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// Cuts a shallow null-window node whose evaluation is above beta by a margin per ply.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let eval = node.static_eval?;
    let usable = params.reverse_futility
        && !node.pv
        && node.depth <= Depth::plies(params.reverse_futility_max_depth)
        && node.beta.abs() <= Score::MAX_EVAL;
    if !usable {
        return None;
    }
    let margin = node.depth.times(params.reverse_futility_margin);
    (eval - Score::new(margin) >= node.beta).then_some(eval)
}
