//! Null-move pruning: if even passing keeps the value at beta, a move will [donninger1993];
//! conditions and reductions of [bonanza2006]. Switch: `NullMovePruning`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;
use zenpuku_shogi::{Move, PieceType};

/// Passes and searches shallower; cuts when that is at least beta. Never twice in a row, never
/// in check, never at the lowest depths. A mate found after passing is not believed.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval else { return Ok(None) };
    let usable = params.null_move_pruning
        && !node.pv
        && node.depth >= Depth::plies(params.null_move_min_depth)
        && eval >= node.beta
        && node.beta.abs() <= Score::MAX_EVAL
        && searcher.memory.stack.via(node.ply) != Move::NULL;
    if !usable {
        return Ok(None);
    }
    let deep = node.depth >= Depth::plies(params.null_move_deep_depth);
    let reduction = if deep { params.null_move_deep_reduction } else { params.null_move_reduction };
    let depth = node.depth - Depth::ONE - Depth::plies(reduction);
    let score = pass(searcher, node, depth)?;
    if score < node.beta {
        return Ok(None);
    }
    Ok(Some(if score.is_mate() { node.beta } else { score }))
}

fn pass<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    depth: Depth,
) -> Result<Score, Stopped> {
    let frame = searcher.memory.stack.at_mut(node.ply);
    (frame.current, frame.taken) = (Move::NULL, PieceType::NONE);
    searcher.position.do_null_move();
    let window = (-node.beta, -(node.beta - Score::new(1)));
    let score = searcher.search(node.ply + 1, depth, window, !node.cut_node);
    searcher.position.undo_null_move();
    score.map(|score| -score)
}
