//! How the extensions of a move combine.

use super::{check_extension, recapture_extension};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};

/// May lines be extended at this ply? A line of forced moves must not run away from the
/// iteration. Parameters: `ExtensionLimit`, `ExtensionLimitBase`.
#[inline]
pub(in crate::search) fn allowed<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> bool {
    let params = &searcher.shared.params;
    let limit = params.extension_limit as usize * searcher.root_depth as usize;
    node.ply < limit + params.extension_limit_base as usize
}

/// How much deeper the candidate is searched: the largest of its extensions and of the node's,
/// at most a ply unless one of them alone is more.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Depth {
    if !allowed(searcher, node) {
        return Depth::ZERO;
    }
    check_extension::amount(searcher, candidate)
        .max(recapture_extension::amount(searcher, node, candidate))
        .max(node.extension)
}
