//! The search of [bonanza2006]: the moves of its quiescence search, and its subject, futility
//! pruning for shogi: moves and nodes next to the horizon that cannot matter are not searched.
//! Formulas (3) to (10), placed as in figure 5. Switches: `FutilityMaterial`,
//! `FutilityMaterialVmax`, `FutilityMaterialChild`, `FutilityDifference`, `FutilityExactGain`,
//! `FutilityNode`, `FutilityNodeQuiescence`, `FutilityNodeEvalFirst`, `FutilityDynamicMargin`. The
//! profile `bonanza2006-printed` has every form as it is printed.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::move_picker::OrderingInput;
use crate::search::moves::MoveStack;
use crate::search::node_state::{Candidate, Node};
use crate::search::{Searcher, Stopped};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveKind, PieceType};
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

/// The data for the tests of a node's moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Parent {
    /// E(P), evaluated in check too as in figure 5.
    eval: Score,
    /// M(P).
    material: i32,
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// E(P) and M(P) for a node whose moves may be skipped, or `None` where none can be.
    #[inline]
    pub(in crate::search) fn futility_parent(&mut self, node: &Node) -> Option<Parent> {
        let params = &self.shared.params;
        let wanted = params.futility_material || params.futility_difference;
        let deepest = Depth::plies(params.futility_extended_depth + 1);
        if !wanted || node.depth >= deepest || node.alpha.abs() > Score::MAX_EVAL {
            return None;
        }
        let material = self.eval.material(&self.position);
        let eval = node.static_eval.unwrap_or_else(|| self.evaluate());
        Some(Parent { eval, material })
    }

    /// The bound that the move surely stays below, when it can be skipped: (4) and (6) at a frontier
    /// node, (5) and (9) before it. `depth` is the node's with the move's extension; below
    /// [`Depth::ONE`] means the quiescence search.
    #[inline]
    pub(in crate::search) fn futility_skip(
        &self,
        parent: Option<Parent>,
        candidate: &Candidate,
        depth: Depth,
        alpha: Score,
    ) -> Option<Score> {
        let parent = parent.filter(|_| !candidate.gives_check)?;
        self.futility_bound(&parent, candidate, depth, alpha)
    }

    /// The same for a move that gives no check; apart, for where futility pruning is off the search
    /// need not call it.
    #[inline(never)]
    fn futility_bound(
        &self,
        parent: &Parent,
        candidate: &Candidate,
        depth: Depth,
        alpha: Score,
    ) -> Option<Score> {
        let params = &self.shared.params;
        let frontier = depth < Depth::plies(2);
        if !frontier && depth >= Depth::plies(params.futility_extended_depth + 1) {
            return None;
        }
        let extended = if frontier { 0 } else { params.futility_extended_margin };
        let mut best: Option<Score> = None;
        if params.futility_material {
            let capture = self.material_gain(candidate.mv);
            // (5) is printed without the Vmax of (4).
            let vmax =
                if frontier || params.futility_material_vmax { self.margins.material } else { 0 };
            let bound = parent.material + capture + vmax + extended;
            best = Some(Score::eval(bound)).filter(|&bound| bound <= alpha);
        }
        if best.is_none() && params.futility_difference {
            let gain = self.eval.move_gain(&self.position, candidate.mv);
            let slack = self.margins.of(candidate.mv) + extended;
            let bound = Score::eval(parent.eval.value() + gain + slack);
            best = Some(bound).filter(|&bound| bound <= alpha);
        }
        best
    }

    /// (3): material alone is so far above beta that the evaluation need not be
    /// computed; used where the node would stand pat.
    #[inline]
    pub(in crate::search) fn futility_material_cut(&self, node: &Node) -> Option<Score> {
        let params = &self.shared.params;
        // In check only [bonanza2006]'s two phases stand pat; else the node may be a mate.
        let stands = !node.in_check || params.quiescence_two_phases;
        if !stands || !params.futility_material_child || node.beta.abs() > Score::MAX_EVAL {
            return None;
        }
        let material = self.eval.material(&self.position);
        let bound = Score::eval(material - self.margins.material);
        (bound >= node.beta).then_some(node.beta)
    }

    /// (10): a node not in check whose evaluation is above beta by Fmgn. With `FutilityNodeQuiescence`
    /// the value of the quiescence search takes the place of the evaluation at remaining depth 2; with
    /// `FutilityNodeEvalFirst`, ours, both must be that high, and most nodes need no quiescence search.
    #[inline]
    pub(in crate::search) fn futility_node_cut(
        &mut self,
        node: &Node,
    ) -> Result<Option<Score>, Stopped> {
        let params = &self.shared.params;
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
            value = self.quiescence(node.ply, least - Score::new(1), least)?;
        }
        Ok((value >= least).then_some(node.beta))
    }

    /// Stores the expected change by the move about to be played, for [`verify`].
    #[inline]
    pub(in crate::search) fn note_futility_gain(&mut self, ply: usize, mv: Move) {
        if self.shared.params.futility_dynamic_margin {
            let gain = self.eval.move_gain(&self.position, mv);
            self.data.stack.at_mut(ply).gain = gain;
        }
    }

    /// Raises the margins when the evaluation of this node, reached by a move from an evaluated
    /// one, shows that they were too small.
    #[inline]
    pub(in crate::search) fn verify_futility_margins(&mut self, node: &Node, eval: Score) {
        if !self.shared.params.futility_dynamic_margin {
            return;
        }
        let material = self.eval.material(&self.position);
        let margins = &mut self.margins;
        margins.material = margins.material.max((eval.value() - material).abs());
        let Some(before) = node.ply.checked_sub(1).map(|ply| *self.data.stack.at(ply)) else {
            return;
        };
        let Some(parent) = before.static_eval.filter(|_| before.current.is_normal()) else {
            return;
        };
        let change = -eval.value() - parent.value() - before.gain;
        let margin =
            if moves_king(before.current) { &mut margins.king } else { &mut margins.other };
        *margin = (*margin).max(change);
    }
}

#[inline]
fn moves_king(mv: Move) -> bool {
    mv.piece_after().piece_type() == PieceType::KING
}

/// Appends the moves of the quiescence search, pseudo-legal and without a score. In the first phase captures, promotions
/// and the king's moves; later only captures, and those of pawns only with promotion. What loses
/// by static exchange evaluation is the caller's to drop. Switch:
/// `QuiescenceTwoPhases`.
pub(in crate::search) fn list_quiescence_moves(
    from: &OrderingInput<'_>,
    moves: &mut MoveStack,
    first_phase: bool,
) {
    let keep = |mv| is_quiescence_move(from, mv, first_phase).then_some(0);
    let all = from.all;
    if from.position.in_check() {
        let kind = if all { MoveKind::EvasionsAll } else { MoveKind::Evasions };
        moves.generate_some(from.position, kind, keep);
        return;
    }
    let kind = if all { MoveKind::CapturesAll } else { MoveKind::Captures };
    moves.generate_some(from.position, kind, keep);
    if first_phase {
        let kind = if all { MoveKind::QuietsAll } else { MoveKind::Quiets };
        moves.generate_some(from.position, kind, keep);
    }
}

/// Does the phase include the move?
fn is_quiescence_move(from: &OrderingInput<'_>, mv: Move, first_phase: bool) -> bool {
    let position = from.position;
    if position.is_capture(mv) {
        let pawn = position.piece_on(mv.to()).piece_type() == PieceType::PAWN;
        return first_phase || !pawn || mv.is_promotion();
    }
    let king = mv.piece_after().piece_type() == PieceType::KING;
    first_phase && (mv.is_promotion() || king)
}
