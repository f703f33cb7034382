//! Futility pruning for shogi, the subject of [bonanza2006]: moves and nodes next to the horizon
//! that cannot matter are not searched. Formulas (3) to (10), placed as in figure 5. Switches:
//! `FutilityMaterial`, `FutilityMaterialVmax`, `FutilityMaterialChild`, `FutilityDifference`,
//! `FutilityExactGain`, `FutilityNode`, `FutilityNodeQuiescence`, `FutilityNodeEvalFirst`,
//! `FutilityDynamicMargin`. The profile `bonanza2006-printed` has every form as it is printed.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::node::{Candidate, Node};
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, PieceType};
use zenpuku_shogi_eval::Evaluator;

/// The most that is left out of a bound, in centipawns. They grow during the search when an
/// evaluation shows that they were too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Margins {
    /// Vmax of (1): everything but material.
    material: i32,
    /// Vmax(m) of (8) for moves of other pieces than the king.
    other: i32,
    /// Vmax(m) of (8) for the king's moves.
    king: i32,
}

impl Margins {
    pub(in crate::search) fn new(params: &Params, exact: bool) -> Self {
        let exact = exact && params.futility_exact_gain;
        Self {
            material: params.futility_material_margin,
            other: if exact { 0 } else { params.futility_move_margin },
            king: if exact { 0 } else { params.futility_king_margin },
        }
    }

    /// Vmax(m).
    #[inline]
    fn of(&self, mv: Move) -> i32 {
        if moves_king(mv) { self.king } else { self.other }
    }
}

#[inline]
fn moves_king(mv: Move) -> bool {
    mv.piece_after().piece_type() == PieceType::KING
}

/// What the tests of a node's moves need.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Parent {
    /// E(P), evaluated in check too as in figure 5.
    eval: Score,
    /// M(P).
    material: i32,
}

/// E(P) and M(P) for a node whose moves may be skipped, or `None` where none can be.
#[inline]
pub(in crate::search) fn parent<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Option<Parent> {
    let params = &searcher.shared.params;
    let wanted = params.futility_material || params.futility_difference;
    let deepest = Depth::plies(params.futility_extended_depth + 1);
    if !wanted || node.depth >= deepest || node.alpha.abs() > Score::MAX_EVAL {
        return None;
    }
    let material = searcher.eval.material(&searcher.position);
    let eval = node.static_eval.unwrap_or_else(|| searcher.evaluate());
    Some(Parent { eval, material })
}

/// The bound that the move surely stays below, when it can be skipped: (4) and (6) at a frontier
/// node, (5) and (9) before it. `depth` is the node's with the move's extension; below
/// [`Depth::ONE`] means the quiescence search.
#[inline]
pub(in crate::search) fn skip<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    parent: Option<Parent>,
    candidate: &Candidate,
    depth: Depth,
    alpha: Score,
) -> Option<Score> {
    let parent = parent.filter(|_| !candidate.gives_check)?;
    bound_below(searcher, &parent, candidate, depth, alpha)
}

/// The same for a move that gives no check; apart, for where futility pruning is off the search
/// need not call it.
#[inline(never)]
fn bound_below<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    parent: &Parent,
    candidate: &Candidate,
    depth: Depth,
    alpha: Score,
) -> Option<Score> {
    let params = &searcher.shared.params;
    let frontier = depth < Depth::plies(2);
    if !frontier && depth >= Depth::plies(params.futility_extended_depth + 1) {
        return None;
    }
    let extended = if frontier { 0 } else { params.futility_extended_margin };
    let mut best: Option<Score> = None;
    if params.futility_material {
        let capture = searcher.material_gain(candidate.mv);
        // (5) is printed without the Vmax of (4).
        let vmax =
            if frontier || params.futility_material_vmax { searcher.margins.material } else { 0 };
        let bound = parent.material + capture + vmax + extended;
        best = Some(Score::eval(bound)).filter(|&bound| bound <= alpha);
    }
    if best.is_none() && params.futility_difference {
        let gain = searcher.eval.move_gain(&searcher.position, candidate.mv);
        let slack = searcher.margins.of(candidate.mv) + extended;
        let bound = Score::eval(parent.eval.value() + gain + slack);
        best = Some(bound).filter(|&bound| bound <= alpha);
    }
    best
}

/// (3): material alone is so far above beta that the evaluation need not be computed, where it would stand.
#[inline]
pub(in crate::search) fn material_cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
) -> Option<Score> {
    let params = &searcher.shared.params;
    // In check only [bonanza2006]'s two phases stand pat; else the node may be a mate.
    let stands = !node.in_check || params.quiescence_two_phases;
    if !stands || !params.futility_material_child || node.beta.abs() > Score::MAX_EVAL {
        return None;
    }
    let material = searcher.eval.material(&searcher.position);
    let bound = Score::eval(material - searcher.margins.material);
    (bound >= node.beta).then_some(node.beta)
}

/// (10): a node not in check whose evaluation is above beta by Fmgn. With `FutilityNodeQuiescence`
/// the value of the quiescence search takes the place of the evaluation at remaining depth 2; with
/// `FutilityNodeEvalFirst`, ours, both must be that high, and most nodes need no quiescence search.
#[inline]
pub(in crate::search) fn node_cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let params = &searcher.shared.params;
    let Some(eval) = node.static_eval.filter(|_| params.futility_node) else { return Ok(None) };
    let usable = node.depth < Depth::plies(params.futility_extended_depth)
        && node.beta.abs() <= Score::MAX_EVAL;
    let least = node.beta + Score::new(params.futility_extended_margin);
    let quiescence = params.futility_node_quiescence && node.depth >= Depth::plies(2);
    let asks_eval = !quiescence || params.futility_node_eval_first;
    if !usable || (asks_eval && eval < least) {
        return Ok(None);
    }
    let mut value = eval;
    if quiescence {
        value = searcher.horizon(node.ply, least - Score::new(1), least)?;
    }
    Ok((value >= least).then_some(node.beta))
}

/// Remembers what the move about to be played is expected to change, for [`verify`].
#[inline]
pub(in crate::search) fn note_gain<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    ply: usize,
    mv: Move,
) {
    if searcher.shared.params.futility_dynamic_margin {
        let gain = searcher.eval.move_gain(&searcher.position, mv);
        searcher.memory.stack.at_mut(ply).gain = gain;
    }
}

/// Raises the margins when the evaluation of this node, reached by a move from an evaluated
/// one, shows that they were too small.
#[inline]
pub(in crate::search) fn verify<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    eval: Score,
) {
    if !searcher.shared.params.futility_dynamic_margin {
        return;
    }
    let material = searcher.eval.material(&searcher.position);
    let margins = &mut searcher.margins;
    margins.material = margins.material.max((eval.value() - material).abs());
    let Some(before) = node.ply.checked_sub(1).map(|ply| *searcher.memory.stack.at(ply)) else {
        return;
    };
    let Some(parent) = before.static_eval.filter(|_| before.current.is_normal()) else { return };
    let change = -eval.value() - parent.value() - before.gain;
    let margin = if moves_king(before.current) { &mut margins.king } else { &mut margins.other };
    *margin = (*margin).max(change);
}
