//! Futility pruning of single moves: a move near the horizon that cannot bring the evaluation up
//! to alpha is skipped [heinz1998] [stockfish]. Switches: `MoveFutility`, `CaptureFutility`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};
use crate::search::tally::Tally;
use zenpuku_gametree::Score;

/// The bound that the quiet move surely stays below, when it can be skipped. `reduced` is the
/// depth in plies at which it would be searched.
#[inline]
pub(in crate::search) fn quiet<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    tally: &Tally,
    reduced: i32,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let eval = node.static_eval?;
    if !params.move_futility || reduced > params.move_futility_max_depth {
        return None;
    }
    let first = if tally.best_move.is_none() { params.move_futility_first } else { 0 };
    let above = if eval > tally.alpha { params.move_futility_above } else { 0 };
    let margin = params.move_futility_base + first + above + params.move_futility_margin * reduced;
    let bound = Score::eval(eval.value() + margin);
    (bound <= tally.alpha).then_some(bound)
}

/// Can the capture or promotion be skipped? `history` is what captures like it did.
#[inline]
pub(in crate::search) fn skips_capture<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    tally: &Tally,
    (reduced, history): (i32, i32),
) -> bool {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval else { return false };
    if !params.capture_futility || reduced > params.capture_futility_max_depth {
        return false;
    }
    let margin = params.capture_futility_base
        + params.capture_futility_margin * reduced
        + history * params.capture_futility_history / 1024;
    let gain = searcher.victim_value(candidate.mv);
    Score::eval(eval.value() + margin + gain) <= tally.alpha
}
