//! Razoring: a node far below alpha is left to the quiescence search [birmingham-kent1977],
//! [chessprogramming]. Switch: `Razoring`.

use crate::observer::SearchObserver;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;

/// The quiescence value of a null-window node whose evaluation is below alpha by a margin that
/// grows with the square of the depth.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.eval.filter(|_| params.razoring && !node.pv) else { return Ok(None) };
    let depth = node.depth.whole_plies();
    let margin = params.razoring_base + params.razoring_margin * depth * depth;
    if node.alpha.abs() > Score::MAX_EVAL || eval + Score::new(margin) >= node.alpha {
        return Ok(None);
    }
    searcher.horizon(node.ply, node.alpha, node.beta).map(Some)
}
