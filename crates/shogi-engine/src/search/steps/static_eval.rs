//! The static evaluation of a node.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// The evaluation for the side to move, from the table if it is known there. `None` in check,
/// where it means little.
#[inline]
pub(in crate::search) fn of<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    if node.in_check {
        return None;
    }
    let known = node.record.and_then(|record| record.eval);
    Some(known.unwrap_or_else(|| searcher.evaluate()))
}
