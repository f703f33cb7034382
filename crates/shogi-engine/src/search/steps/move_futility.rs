//! Futility pruning of single moves: a quiet move near the horizon that cannot bring the
//! evaluation up to alpha is skipped [heinz1998]. Switch: `MoveFutility`.

use super::late_move_reduction;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node, Tally};
use zenpuku_gametree::Score;

/// The bound that the move surely stays below, when it can be skipped.
#[inline]
pub(in crate::search) fn skip<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let eval = node.static_eval?;
    let usable = params.move_futility
        && !node.pv
        && !candidate.tactical
        && !candidate.gives_check
        && candidate.number > 1
        && tally.may_skip();
    if !usable {
        return None;
    }
    let reduction = late_move_reduction::amount(searcher, node, candidate);
    let depth = (node.depth - reduction).max(Depth::ONE);
    if depth > Depth::plies(params.move_futility_max_depth) {
        return None;
    }
    let margin = params.move_futility_base + depth.times(params.move_futility_margin);
    let bound = eval + Score::new(margin);
    (bound <= tally.alpha).then_some(bound)
}
