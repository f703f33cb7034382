//! Razoring [birmingham-kent1977]: far below alpha near the horizon, the quiescence search is
//! believed. Switch: `Razoring`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;

/// Cuts when evaluation and quiescence search are both at or below alpha, the first by a margin.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval else { return Ok(None) };
    let usable = params.razoring
        && !node.pv
        && node.depth <= Depth::plies(params.razoring_max_depth)
        && node.alpha.abs() <= Score::MAX_EVAL;
    let margin = params.razoring_base + node.depth.times(params.razoring_margin);
    if !usable || eval + Score::new(margin) > node.alpha {
        return Ok(None);
    }
    let score = searcher.horizon(node.ply, node.alpha, node.beta)?;
    Ok((score <= node.alpha).then_some(score))
}
