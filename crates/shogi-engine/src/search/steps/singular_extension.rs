//! Singular extension: a table move that is better than all others by a margin is searched
//! deeper [anantharaman1990]; when another move is good enough as well, the node is cut
//! [bjornsson-marsland2001]. Switches: `SingularExtension`, `MultiCut`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::{Candidate, Node};
use crate::search::{Searcher, Stopped};
use crate::table::Bound;
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// What the search without the table's move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Verdict {
    /// Search the move deeper by this much.
    Extend(Depth),
    /// Another move is good enough too: the node's value is at least this.
    Cut(Score),
}

const NOTHING: Verdict = Verdict::Extend(Depth::ZERO);

/// Searches the node without its table move, half as deep, against the table's value less a
/// margin.
#[inline]
pub(in crate::search) fn judge<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Result<Verdict, Stopped> {
    let params = &searcher.shared.params;
    let Some(record) = node.record else { return Ok(NOTHING) };
    let usable = params.singular_extension
        && candidate.mv == node.table_move
        && node.ply > 0
        && !node.excludes
        && node.depth >= Depth::plies(params.singular_min_depth)
        && record.bound != Bound::Upper
        && record.depth + Depth::plies(3) >= node.depth
        && record.score.abs() <= Score::MAX_EVAL
        && super::extension::allowed(searcher, node);
    if !usable {
        return Ok(NOTHING);
    }
    let margin = params.singular_margin.scale(node.depth.to_units()) / Depth::UNITS_PER_PLY;
    let bound = record.score - Score::new(margin);
    let depth = Depth::units((node.depth.to_units() - Depth::UNITS_PER_PLY) / 2);
    searcher.memory.stack.at_mut(node.ply).excluded = candidate.mv;
    let window = (bound - Score::new(1), bound);
    let others = searcher.search(node.ply, depth, window, node.cut_node);
    searcher.memory.stack.at_mut(node.ply).excluded = Move::NONE;
    let others = others?;
    if others < bound {
        return Ok(Verdict::Extend(Depth::ONE));
    }
    let cut = params.multi_cut && !node.pv && bound >= node.beta;
    Ok(if cut { Verdict::Cut(bound) } else { NOTHING })
}
