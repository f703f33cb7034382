//! Futility pruning of single moves: a quiet move near the horizon that cannot bring the
//! evaluation up to alpha is skipped [heinz1998]. Switch: `MoveFutility`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node, Tally};
use zenpuku_gametree::Score;

/// The bound that the move surely stays below, when it can be skipped. `reduced` is the node's
/// depth less the move's reduction, at least a ply.
#[inline]
pub(in crate::search) fn skip<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
    reduced: Depth,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let eval = node.static_eval?;
    let usable = params.move_futility
        && !candidate.tactical
        && candidate.number > 1
        && reduced <= Depth::plies(params.move_futility_max_depth)
        && tally.may_skip(node, candidate);
    if !usable {
        return None;
    }
    let margin = params.move_futility_base + reduced.times(params.move_futility_margin);
    let bound = eval + Score::new(margin);
    (bound <= tally.alpha).then_some(bound)
}
