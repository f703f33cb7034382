//! Check extension: a forcing move is not counted as depth [bonanza2006]. Switches:
//! `CheckExtension`, `CheckExtensionSafeOnly`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};

/// How much deeper a move that gives check is searched.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Depth {
    let params = &searcher.shared.params;
    // A line of checks alone must not run away from the iteration.
    let limit = 4 * searcher.root_depth as usize + 16;
    if !params.check_extension || !candidate.gives_check || node.ply >= limit {
        return Depth::ZERO;
    }
    let shared = searcher.shared;
    if params.check_extension_safe_only
        && !searcher.position.see_ge(candidate.mv, 0, &shared.exchange)
    {
        return Depth::ZERO;
    }
    Depth::from_fraction(params.check_extension_plies)
}
