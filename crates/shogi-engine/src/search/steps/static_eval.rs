//! The static evaluation of a node.

use super::{futility, goals};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::correction::Lesson;
use crate::search::move_picker::is_tactical;
use crate::search::node::Node;
use crate::search::{Memory, Searcher};
use crate::table::Bound;
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// The value of standing pat: the evaluation, in check too where the paper's quiescence search
/// is on, which knows no exception [bonanza2006].
#[inline]
pub(in crate::search) fn stand_pat<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) -> Option<Score> {
    if node.in_check && searcher.shared.params.quiescence_two_phases {
        let eval = searcher.evaluate();
        futility::verify(searcher, node, eval);
        node.raw_eval = Some(eval);
        return Some(goals::with_achievement(searcher, (node.ply, true), eval));
    }
    of(searcher, node)
}

/// What searches of similar positions have found out about the evaluation.
#[inline]
fn correction<O: SearchObserver>(searcher: &Searcher<'_, O>, ply: usize) -> i32 {
    let params = &searcher.shared.params;
    if !params.correction_history {
        return 0;
    }
    let memory = &searcher.memory;
    memory.correction.correction(&searcher.position, (&memory.stack, ply), params)
}

/// The evaluation, or the table's value where its bound says that it is nearer the truth; not where
/// the table's move is left out. Switch: `TableEvaluation`.
#[inline]
pub(in crate::search) fn with_table<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    let eval = node.static_eval?;
    let asks = searcher.shared.params.table_evaluation && !node.excludes;
    let Some(record) = node.record.filter(|_| asks) else {
        return Some(eval);
    };
    let nearer = match record.bound {
        Bound::Exact => true,
        Bound::Lower => record.score > eval,
        Bound::Upper => record.score < eval,
    };
    Some(if nearer { record.score } else { eval })
}

/// Tells the correction history what a search of the node found, where that says something
/// about the evaluation: not in check, and not when a capture explains it.
#[inline]
pub(in crate::search) fn learn<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    (score, best, bound): (Score, Move, Bound),
) {
    let Some(eval) = node.static_eval else { return };
    // A move found must be worth more than standing still, else less.
    let agrees = match bound {
        Bound::Lower | Bound::Exact => score > eval,
        Bound::Upper => score <= eval,
    };
    let explained = !best.is_none() && is_tactical(&searcher.position, best);
    if !searcher.shared.params.correction_history || !agrees || explained || score.is_mate() {
        return;
    }
    let lesson = Lesson { score, eval, depth: node.depth.whole_plies() };
    let Memory { correction, stack, .. } = &mut *searcher.memory;
    correction.learn(&searcher.position, (stack, node.ply), &lesson, &searcher.shared.params);
}

/// The evaluation for the side to move, from the table if it is known there. `None` in check,
/// where it means little.
#[inline]
pub(in crate::search) fn of<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) -> Option<Score> {
    let correction = correction(searcher, node.ply);
    node.doubt = correction.abs();
    if node.in_check {
        return None;
    }
    let known = node.record.and_then(|record| record.eval);
    let raw = known.unwrap_or_else(|| searcher.evaluate());
    futility::verify(searcher, node, raw);
    node.raw_eval = Some(raw);
    let eval = Score::eval(raw.value() + correction);
    Some(goals::with_achievement(searcher, (node.ply, node.depth < Depth::ONE), eval))
}
