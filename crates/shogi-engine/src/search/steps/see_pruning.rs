//! Pruning by static exchange evaluation: near the horizon, moves that lose too much are left
//! out [chessprogramming]. Sacrifices that give check are how mates begin: they stay. Beyond the
//! horizon no move may lose. Switches: `SeePruning`, `QuiescenceSeePruning`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node, Tally};

/// Can the candidate be left out because of what it loses? `reduced` is the node's depth less
/// the move's reduction, at least a ply.
#[inline]
pub(in crate::search) fn skips<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
    reduced: Depth,
) -> bool {
    let params = &searcher.shared.params;
    let usable = params.see_pruning
        && reduced <= Depth::plies(params.see_pruning_max_depth)
        && tally.may_skip(node, candidate);
    if !usable {
        return false;
    }
    let may_lose = if candidate.tactical {
        node.depth.times(params.see_pruning_capture_margin)
    } else {
        reduced.times(reduced.times(params.see_pruning_quiet_margin))
    };
    !searcher.position.see_ge(candidate.mv, -may_lose, &searcher.shared.exchange)
}

/// Can the candidate of a quiescence node be left out because it loses? Answers to check never
/// are, nor is what the table recommends; quiet checks always have to be sound. The paper's
/// quiescence search has chosen its moves itself.
#[inline]
pub(in crate::search) fn skips_in_quiescence<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> bool {
    let params = &searcher.shared.params;
    (params.quiescence_see_pruning || !candidate.tactical)
        && !params.quiescence_two_phases
        && !node.in_check
        && candidate.mv != node.table_move
        && !searcher.position.see_ge(candidate.mv, 0, &searcher.shared.exchange)
}
