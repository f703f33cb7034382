//! Singular extension: a table move that is better than all others by a margin is searched
//! deeper [anantharaman1990], by more where they are worse by far [stockfish]; when another move is
//! good enough as well, the node is cut [bjornsson-marsland2001], or the move searched shallower.
//! Switches: `SingularExtension`, `MultipleExtension`, `NegativeExtension`, `MultiCut`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::{Candidate, Node};
use crate::search::{Searcher, Stopped};
use crate::table::Bound;
use zenpuku_gametree::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

/// What the search without the table's move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Verdict {
    /// Search the move deeper by this much.
    Extend(Depth),
    /// Search the move shallower by this much.
    Reduce(Depth),
    /// Another move is good enough too: the node's value is at least this.
    Cut(Score),
}

const NOTHING: Verdict = Verdict::Extend(Depth::ZERO);

/// Searches the node without its table move, half as deep, against the table's value less a
/// margin.
#[inline]
pub(in crate::search) fn judge<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &mut Node,
    candidate: &Candidate,
) -> Result<Verdict, Stopped> {
    let params = &searcher.shared.params;
    let Some(record) = node.record else { return Ok(NOTHING) };
    let usable = params.singular_extension
        && candidate.mv == node.table_move
        && node.ply > 0
        && !node.excludes
        && node.depth >= Depth::plies(params.singular_min_depth + i32::from(node.former_pv))
        && record.bound != Bound::Upper
        && record.depth + Depth::plies(3) >= node.depth
        && record.score.abs() <= Score::MAX_EVAL
        && super::extension::allowed(searcher, node);
    if !usable {
        return Ok(NOTHING);
    }
    let former_pv = node.former_pv && !node.pv;
    let former_pv = if former_pv { params.singular_former_pv_margin } else { 0 };
    let margin = node.depth.times(params.singular_margin + former_pv) / 64;
    let bound = record.score - Score::new(margin);
    let depth = Depth::plies((node.depth.whole_plies() - 1) / 2);
    searcher.memory.stack.at_mut(node.ply).excluded = candidate.mv;
    let window = (bound - Score::new(1), bound);
    let others = searcher.search(node.ply, depth, window, node.cut_node);
    searcher.memory.stack.at_mut(node.ply).excluded = Move::NONE;
    let others = others?;
    if others < bound {
        super::former_pv::reread(searcher, node);
        return Ok(Verdict::Extend(extension(params, node, bound - others)));
    }
    if params.multi_cut && others >= node.beta && !others.is_mate() {
        return Ok(Verdict::Cut(others));
    }
    Ok(several(params, node, record.score))
}

/// How much deeper all moves of a node with a singular move are searched.
pub(in crate::search) fn bonus<O: SearchObserver>(searcher: &Searcher<'_, O>) -> Depth {
    if searcher.shared.params.multiple_extension { Depth::ONE } else { Depth::ZERO }
}

/// How much deeper: a ply, or two or three by how far the others are below the bound.
fn extension(params: &Params, node: &Node, distance: Score) -> Depth {
    if !params.multiple_extension {
        return Depth::ONE;
    }
    let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
    let quiet = !node.table_capture;
    let double = params.double_margin + when(node.pv, params.double_pv_margin)
        - when(quiet, params.double_quiet_margin);
    let triple = params.triple_margin
        + when(node.pv, params.triple_pv_margin)
        + when(node.former_pv, params.triple_former_pv_margin)
        - when(quiet, params.triple_quiet_margin);
    let doubt = node.doubt * params.singular_doubt / 1024;
    let beyond = |margin: i32| i32::from(distance.value() > margin - doubt);
    Depth::plies(1 + beyond(double) + beyond(triple))
}

/// Several moves are good: where a cut is expected the first of them needs no full search.
fn several(params: &Params, node: &Node, table_score: Score) -> Verdict {
    if !params.negative_extension {
        NOTHING
    } else if table_score >= node.beta {
        Verdict::Reduce(Depth::plies(3))
    } else if node.cut_node {
        Verdict::Reduce(Depth::plies(2))
    } else {
        NOTHING
    }
}
