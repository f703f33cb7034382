//! Combination of the extensions of a move.

use super::{check_extension, recapture_extension};
use crate::depth::Depth;
use crate::observer::{ExtensionKind, SearchObserver};
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

/// By how much a move is searched deeper, and for what.
pub(in crate::search) type Extension = (Depth, Option<ExtensionKind>);

/// How much deeper the candidate is searched: the largest of its extensions and of the node's,
/// at most a ply unless one of them alone is more.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Extension {
    if !allowed(searcher, node) {
        return NONE;
    }
    let check = (check_extension::amount(searcher, candidate), ExtensionKind::Check);
    let recapture =
        (recapture_extension::amount(searcher, node, candidate), ExtensionKind::Recapture);
    let one_reply = (node.extension, ExtensionKind::OneReply);
    [check, recapture, one_reply].into_iter().fold(NONE, larger)
}

const NONE: Extension = (Depth::ZERO, None);

/// The larger of two extensions, the first one of equals.
#[inline]
pub(in crate::search) fn larger(
    known: Extension,
    (depth, kind): (Depth, ExtensionKind),
) -> Extension {
    if depth > known.0 { (depth, Some(kind)) } else { known }
}
