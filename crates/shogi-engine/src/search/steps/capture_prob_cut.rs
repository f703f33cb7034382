//! The ProbCut of modern engines: a capture that is far above beta in a quiescence search and in
//! a shallow search will be above beta in the deep one [chessprogramming] [stockfish]. Switch:
//! `CaptureProbCut`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::move_picker::MovePicker;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// Tries the captures and promotions that gain enough to bring the evaluation above beta and a
/// margin. Not in check, not in the principal variation, not on mate scores.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval else { return Ok(None) };
    let bound = node.beta + Score::new(params.capture_prob_cut_margin);
    let usable = params.capture_prob_cut
        && !node.pv
        && !searcher.checking
        && node.depth >= Depth::plies(params.capture_prob_cut_min_depth)
        && node.beta.abs() <= Score::MAX_EVAL
        && bound <= Score::MAX_EVAL;
    if !usable || known_to_fail(node, bound) {
        return Ok(None);
    }
    let depth = node.depth - Depth::plies(params.capture_prob_cut_reduction);
    let mut picker = MovePicker::quiescence(&searcher.memory.moves, false, Move::NONE, false);
    let mut found = None;
    let mut number = 0;
    while let Some(mv) = searcher.pick(&mut picker) {
        number += 1;
        let missing = (bound - eval).value();
        if !searcher.position.see_ge(mv, missing, &searcher.shared.exchange) {
            continue;
        }
        let score = try_move(searcher, node, (mv, number), depth, bound)?;
        if score >= bound {
            found = Some(if score.is_mate() { node.beta } else { score - (bound - node.beta) });
            break;
        }
    }
    picker.finish(&mut searcher.memory.moves);
    Ok(found)
}

/// The table has looked about as deep and found less.
fn known_to_fail(node: &Node, bound: Score) -> bool {
    let deep_enough = |depth: Depth| depth + Depth::plies(3) >= node.depth;
    node.record.is_some_and(|record| deep_enough(record.depth) && record.score < bound)
}

/// The move's value by a quiescence search, and if that is enough by a shallow one.
fn try_move<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    (mv, number): (Move, u32),
    depth: Depth,
    bound: Score,
) -> Result<Score, Stopped> {
    let candidate = searcher.candidate(mv, number);
    let window = (-bound, -(bound - Score::new(1)));
    searcher.do_move(node.ply, mv, candidate.gives_check);
    let mut score = searcher.horizon(node.ply + 1, window.0, window.1).map(|score| -score);
    if depth >= Depth::ONE && score.is_ok_and(|score| score >= bound) {
        score = searcher.search(node.ply + 1, depth, window, !node.cut_node).map(|score| -score);
    }
    searcher.undo_move(mv);
    score
}
