//! Internal iterative deepening [scott1969], at principal-variation nodes without a table move
//! [bonanza2006]. Switch: `InternalIterativeDeepening`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_shogi::Move;

/// Searches the node shallower to find a move to begin with.
#[inline]
pub(in crate::search) fn find_move<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
) -> Result<(), Stopped> {
    let params = &searcher.shared.params;
    let needed = params.internal_iterative_deepening
        && node.pv
        && node.table_move.is_none()
        && node.depth >= Depth::plies(params.iid_min_depth);
    if !needed {
        return Ok(());
    }
    let depth = node.depth - Depth::plies(params.iid_reduction);
    searcher.search(node.ply, depth, (node.alpha, node.beta), node.cut_node)?;
    // The variation says more than the table, which may have lost the entry.
    let first = searcher.memory.stack.line(node.ply).first().copied();
    node.table_move = match first {
        Some(mv) => mv,
        None => from_table(searcher, node),
    };
    searcher.memory.stack.clear_line(node.ply);
    Ok(())
}

fn from_table<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &Node) -> Move {
    if !searcher.shared.params.transposition_table {
        return Move::NONE;
    }
    let record = searcher.shared.table.probe(node.key);
    let found = record.and_then(|record| searcher.position.move_from_bits(record.move_bits));
    found.unwrap_or(Move::NONE)
}
