//! Mate with the next move [bonanza2006]. Switch: `MateInOne`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// Cuts when the side to move mates with one move.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    if !searcher.shared.params.mate_in_one || node.in_check {
        return None;
    }
    let mv = searcher.position.mate_in_one()?;
    if node.pv {
        searcher.memory.stack.clear_line(node.ply + 1);
        searcher.memory.stack.update_line(node.ply, mv);
    }
    Some(Score::mate_in(node.ply as u32 + 1))
}
