//! Mate-distance pruning: no line below this node can be better than a mate already found
//! [chessprogramming]. Switch: `MateDistancePruning`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;

/// Narrows the window to what is possible here: mated now at worst, mating with the next move
/// at best. Cuts when nothing is left of it.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &mut Node,
) -> Option<Score> {
    if !searcher.shared.params.mate_distance_pruning {
        return None;
    }
    let ply = node.ply as u32;
    let alpha = node.alpha.max(Score::mated_in(ply));
    let beta = node.beta.min(Score::mate_in(ply + 1));
    if alpha >= beta {
        return Some(alpha);
    }
    (node.alpha, node.beta) = (alpha, beta);
    None
}
