//! Mate with the next move [bonanza2006]. Switches: `MateInOne`,
//! `MateInOneOnce`.

use super::table_cut;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use crate::table::Bound;
use zenpuku_gametree::Score;

/// A mate is stored as if searched so much deeper: it stays right at any depth.
const PROVED: Depth = Depth::plies(6);

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
    let once = searcher.shared.params.mate_in_one_once;
    if node.in_check || (once && node.record.is_some()) {
        return None;
    }
    let mv = searcher.position.mate_in_one()?;
    if node.pv {
        searcher.memory.stack.clear_line(node.ply + 1);
        searcher.memory.stack.update_line(node.ply, mv);
    }
    let score = Score::mate_in(node.ply as u32 + 1);
    if once {
        let deepest = Node { depth: node.depth.max(Depth::ZERO) + PROVED, ..*node };
        table_cut::store(searcher, &deepest, score, mv, Bound::Exact);
    }
    Some(score)
}
