//! Pruning by static exchange evaluation: moves that lose too much are left out
//! [chessprogramming]. Beyond the horizon no move may lose. Switches: `SeePruning`,
//! `QuiescenceSeePruning`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};
use zenpuku_gametree::Score;

/// Can the capture or check be left out because of what it loses? `history` is what captures
/// like it did.
#[inline]
pub(in crate::search) fn skips_forcing<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    (alpha, history): (Score, i32),
) -> bool {
    let params = &searcher.shared.params;
    if alpha < Score::ZERO && !params.see_pruning_behind {
        return false;
    }
    let may_lose = node.depth.times(params.see_pruning_capture_margin)
        + history * params.see_pruning_capture_history / 1024;
    params.see_pruning && loses_more(searcher, candidate, may_lose.max(0))
}

/// Can the quiet move be left out because of what it loses? `reduced` is the depth in plies at
/// which it would be searched.
#[inline]
pub(in crate::search) fn skips_quiet<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    candidate: &Candidate,
    reduced: i32,
) -> bool {
    let params = &searcher.shared.params;
    let reduced = reduced.max(0);
    params.see_pruning
        && loses_more(searcher, candidate, params.see_pruning_quiet_margin * reduced * reduced)
}

#[inline]
fn loses_more<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    candidate: &Candidate,
    may_lose: i32,
) -> bool {
    !searcher.position.see_ge(candidate.mv, -may_lose, &searcher.shared.exchange)
}

/// Can the candidate of a quiescence node be left out because it loses? Answers to check never
/// are, nor is what the table recommends; quiet checks always have to be sound. The paper's
/// quiescence search has chosen its moves itself, and `QuiescenceLimits` has a rule of its own.
#[inline]
pub(in crate::search) fn skips_in_quiescence<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> bool {
    let params = &searcher.shared.params;
    (params.quiescence_see_pruning || !candidate.tactical)
        && !params.quiescence_two_phases
        && !params.quiescence_limits
        && !node.in_check
        && candidate.mv != node.table_move
        && loses_more(searcher, candidate, 0)
}
