//! Check extension: a forcing move is not counted as depth [bonanza2006]. Switches:
//! `CheckExtension`, `CheckExtensionSafeOnly`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Candidate;

/// How much deeper a move that gives check is searched.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    candidate: &Candidate,
) -> Depth {
    let shared = searcher.shared;
    let params = &shared.params;
    if !params.check_extension || !candidate.gives_check {
        return Depth::ZERO;
    }
    if params.check_extension_safe_only
        && !searcher.position.see_ge(candidate.mv, 0, &shared.exchange)
    {
        return Depth::ZERO;
    }
    Depth::from_fraction(params.check_extension_plies)
}
