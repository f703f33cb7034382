//! The transposition table [breuker1994]. Switches: `TranspositionTable`,
//! `TableEqualDepthOnly`, `TableCutExpected`, `TableAtOnce`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use crate::table::{Bound, Record};
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// Up to this depth a cut must be one that the parent expects.
const EXPECTED_UP_TO: Depth = Depth::plies(5);

/// Looks the position up; cuts when the record is deep enough and decides the window. Nodes
/// with an open window are never cut, so that the principal variation stays whole.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) -> Option<Score> {
    let params = &searcher.shared.params;
    if !params.transposition_table {
        return None;
    }
    let found = searcher.shared.table.probe(node.key);
    searcher.observer.probe(found.is_some());
    let mut record = found?;
    record.score = record.score.from_node_to_root(node.ply as u32);
    node.record = Some(record);
    let depth = node.depth.max(Depth::ZERO);
    let deep_enough = if params.table_equal_depth_only {
        record.depth == depth
    } else {
        record.depth >= depth && (!params.table_cut_expected || is_expected(node, &record))
    };
    (deep_enough && !node.pv && !node.excludes && record.decides(node.alpha, node.beta))
        .then_some(record.score)
}

/// Is the record's cut one that the search can rely on: deeper than the node when its value is
/// above beta, and near the horizon of the kind that the parent expects? Switch:
/// `TableCutExpected`.
fn is_expected(node: &Node, record: &Record) -> bool {
    let cuts = record.score >= node.beta;
    let quiescence = node.depth < Depth::ONE;
    let deeper = record.score <= node.beta || record.depth > node.depth;
    quiescence || (deeper && (node.cut_node == cuts || node.depth > EXPECTED_UP_TO))
}

/// The move of the record, `NONE` without one. Two positions may share a key: only a legal move
/// is used.
#[inline]
pub(in crate::search) fn table_move<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Move {
    match node.record {
        Some(record) if record.move_bits != 0 => {
            searcher.position.move_from_bits(record.move_bits).unwrap_or(Move::NONE)
        }
        _ => Move::NONE,
    }
}

/// Stores what was found out about the node.
#[inline]
pub(in crate::search) fn store<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    score: Score,
    best: Move,
    bound: Bound,
) {
    if !searcher.shared.params.transposition_table || node.excludes {
        return;
    }
    let record = Record {
        move_bits: if best.is_none() { 0 } else { best.bits() },
        score: score.from_root_to_node(node.ply as u32),
        eval: node.raw_eval,
        depth: node.depth,
        bound,
        pv: node.pv || node.former_pv,
    };
    searcher.shared.table.store(node.key, &record);
}

/// Stores the evaluation of a position that the table does not know, before anything is found out
/// about its node. Switch: `TableAtOnce`.
#[inline]
pub(in crate::search) fn store_evaluation<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) {
    if searcher.shared.params.table_at_once && node.record.is_none() && !node.in_check {
        // Of a value that is at most infinite nothing is known.
        let unsearched = Node { depth: Depth::ZERO, ..*node };
        store(searcher, &unsearched, Score::INFINITE, Move::NONE, Bound::Upper);
    }
}
