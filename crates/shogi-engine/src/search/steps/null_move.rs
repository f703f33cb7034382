//! Null-move pruning: if even passing keeps the value at beta, a move will [donninger1993];
//! conditions and reductions of [bonanza2006], or with `NullMoveMargins` those of [stockfish].
//! Switches: `NullMovePruning`, `NullMoveAtBeta`, `NullMoveMargins`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

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
        && !node.excludes
        && node.depth >= Depth::plies(params.null_move_min_depth)
        && is_promising(params, node, eval)
        && node.beta.abs() <= Score::MAX_EVAL
        && searcher.memory.stack.via(node.ply) != Move::NULL;
    if !usable {
        return Ok(None);
    }
    let depth = node.depth - Depth::ONE - Depth::plies(reduction(params, node));
    let score = pass(searcher, node, depth)?;
    if score < node.beta {
        return Ok(None);
    }
    Ok(Some(if score.is_mate() { node.beta } else { score }))
}

/// Is the evaluation high enough to pass?
fn is_promising(params: &Params, node: &Node, eval: Score) -> bool {
    if !params.null_move_margins {
        return !params.null_move_at_beta || eval >= node.beta;
    }
    let depth = node.depth.times(params.null_move_margin_depth);
    let improving = if node.improving { params.null_move_improving } else { 0 };
    node.cut_node && eval >= node.beta + Score::new(params.null_move_margin - depth - improving)
}

/// How many plies the search after the pass is shallower.
fn reduction(params: &Params, node: &Node) -> i32 {
    if params.null_move_margins {
        params.null_move_reduction + node.depth.whole_plies() / params.null_move_divisor
    } else if node.depth >= Depth::plies(params.null_move_deep_depth) {
        params.null_move_deep_reduction
    } else {
        params.null_move_reduction
    }
}

fn pass<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    depth: Depth,
) -> Result<Score, Stopped> {
    searcher.memory.stack.at_mut(node.ply).pass();
    searcher.position.do_null_move();
    let window = (-node.beta, -(node.beta - Score::new(1)));
    let score = searcher.search(node.ply + 1, depth, window, !node.cut_node);
    searcher.position.undo_null_move();
    score.map(|score| -score)
}
