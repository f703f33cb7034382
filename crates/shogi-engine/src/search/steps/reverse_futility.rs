//! Reverse futility pruning: the evaluation is so far above beta that a search will not bring it
//! down [chessprogramming] [stockfish]. Switch: `ReverseFutility`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// Cuts a null-window node whose evaluation is above beta by a margin per ply; not where the
/// node once was on a principal variation, nor where a quiet table move may know better. The
/// value lies between beta and the evaluation.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let eval = node.eval?;
    let usable = params.reverse_futility
        && !node.pv
        && !node.former_pv
        && node.depth <= Depth::plies(params.reverse_futility_max_depth)
        && (node.table_move.is_none() || node.table_capture)
        && node.beta.abs() <= Score::MAX_EVAL
        && eval.abs() <= Score::MAX_EVAL;
    if !usable || eval < node.beta {
        return None;
    }
    let unknown = if node.record.is_none() { params.reverse_futility_new } else { 0 };
    let per_ply = params.reverse_futility_margin - unknown;
    let improving = if node.improving { params.reverse_futility_improving } else { 0 };
    let worsening = if node.opponent_worsens { params.reverse_futility_worsening } else { 0 };
    let margin = node.depth.times(per_ply) - (improving + worsening) * per_ply / 1024
        + node.doubt * params.reverse_futility_doubt / 1024;
    if eval - Score::new(margin) < node.beta {
        return None;
    }
    Some(Score::new((2 * node.beta.value() + eval.value()) / 3))
}
