//! The ProbCut of modern engines: a capture that is far above beta in a quiescence search and in
//! a shallow search will be above beta in the deep one [chessprogramming] [stockfish]. Switch:
//! `CaptureProbCut`. And a cut from the table's own lower bound. Switch: `TableProbCut`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::move_picker::MovePicker;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use crate::table::{Bound, Record};
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// Tries the captures and promotions that gain enough to bring the evaluation above beta and a
/// margin. Not in check, not on mate scores.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval else { return Ok(None) };
    let improving = if node.improving { params.capture_prob_cut_improving } else { 0 };
    let bound = node.beta + Score::new((params.capture_prob_cut_margin - improving).max(1));
    let usable = params.capture_prob_cut
        && !searcher.checking
        && node.depth >= Depth::plies(params.capture_prob_cut_min_depth)
        && node.beta.abs() <= Score::MAX_EVAL
        && bound <= Score::MAX_EVAL;
    if !usable || known_to_fail(node, bound) {
        return Ok(None);
    }
    let depth = node.depth - Depth::plies(params.capture_prob_cut_reduction);
    let setting = searcher.setting(node.ply);
    let moves = &searcher.memory.moves;
    let mut picker = MovePicker::quiescence(moves, false, Move::NONE, false, setting);
    let excluded = searcher.memory.stack.at(node.ply).excluded;
    let mut found = None;
    let mut number = 0;
    while let Some(mv) = searcher.pick(&mut picker) {
        number += 1;
        let missing = (bound - eval).value();
        if mv == excluded || !searcher.exchange_reaches(mv, missing) {
            continue;
        }
        let score = try_move(searcher, node, (mv, number), depth, bound)?;
        if score >= bound {
            store(searcher, node, (score, mv), depth);
            found = Some(if score.is_mate() { node.beta } else { score - (bound - node.beta) });
            break;
        }
    }
    picker.finish(&mut searcher.memory.moves);
    Ok(found)
}

/// The table knows a value that is less.
fn known_to_fail(node: &Node, bound: Score) -> bool {
    node.record.is_some_and(|record| record.score < bound)
}

/// The move's value, for the node, a ply deeper than the search after it.
fn store<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    (score, mv): (Score, Move),
    depth: Depth,
) {
    let node = Node { depth: (depth + Depth::ONE).max(Depth::ONE), ..*node };
    super::table_cut::store(searcher, &node, score, mv, Bound::Lower);
}

/// Cuts when the table's lower bound, of a search little shallower, is far above beta.
#[inline]
pub(in crate::search) fn table_cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let record: Record = node.record.filter(|_| params.table_prob_cut)?;
    let bound = node.beta + Score::new(params.table_prob_cut_margin);
    let holds = record.bound != Bound::Upper
        && record.depth + Depth::plies(params.capture_prob_cut_reduction) >= node.depth
        && record.score >= bound
        && node.beta.abs() <= Score::MAX_EVAL
        && record.score.abs() <= Score::MAX_EVAL;
    holds.then_some(bound)
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
