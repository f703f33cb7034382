//! One-reply extension: a forced answer to a check is not counted as a full ply of depth
//! [bonanza2006]. Switch: `OneReplyExtension`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;

/// How much deeper every move of the node is searched: something when there is only one.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Depth {
    let params = &searcher.shared.params;
    let forced =
        params.one_reply_extension && node.in_check && searcher.position.count_legal_moves() == 1;
    if forced { Depth::from_fraction(params.one_reply_extension_plies) } else { Depth::ZERO }
}
