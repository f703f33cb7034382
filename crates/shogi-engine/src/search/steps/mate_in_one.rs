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
    if !searcher.shared.params.mate_in_one {
        return None;
    }
    find(searcher, node)
}

/// Cuts in the first phase of the quiescence search when the side to move mates with one move.
/// Switch: `QuiescenceMateInOne`.
#[inline]
pub(in crate::search) fn quiescence_cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    beyond: i32,
) -> Option<Score> {
    let params = &searcher.shared.params;
    if !params.quiescence_mate_in_one || beyond >= params.quiescence_first_phase {
        return None;
    }
    find(searcher, node)
}

fn find<O: SearchObserver>(searcher: &mut Searcher<'_, O>, node: &Node) -> Option<Score> {
    if node.in_check {
        return None;
    }
    let mv = searcher.position.mate_in_one()?;
    if node.pv {
        searcher.memory.stack.clear_line(node.ply + 1);
        searcher.memory.stack.update_line(node.ply, mv);
    }
    Some(Score::mate_in(node.ply as u32 + 1))
}
