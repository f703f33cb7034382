//! Extensions: moves that are searched deeper than asked.

use super::node_state::{Candidate, Node};
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{ExtensionKind, SearchObserver};
use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

/// The extension of a move, and its reason.
pub(super) type Extension = (Depth, Option<ExtensionKind>);

const NONE: Extension = (Depth::ZERO, None);

/// The result of the search without the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singular {
    /// Search the move deeper by this much.
    Extend(Depth),
    /// Search the move shallower by this much.
    Reduce(Depth),
    /// Another move is good enough too: the node's value is at least this.
    Cut(Score),
}

const NOTHING: Singular = Singular::Extend(Depth::ZERO);

impl<O: SearchObserver> Searcher<'_, O> {
    /// May lines be extended at this ply? A line of forced moves must not run away from the
    /// iteration. Parameters: `ExtensionLimit`, `ExtensionLimitBase`.
    #[inline]
    pub(super) fn may_extend(&self, node: &Node) -> bool {
        let params = &self.shared.params;
        let limit = params.extension_limit as usize * self.root_depth as usize;
        node.ply < limit + params.extension_limit_base as usize
    }

    /// Combination of the extensions of a move.
    ///
    /// How much deeper the candidate is searched: the largest of its extensions and of the node's,
    /// at most a ply unless one of them alone is more.
    #[inline]
    pub(super) fn extension_of(&self, node: &Node, candidate: &Candidate) -> Extension {
        if !self.may_extend(node) {
            return NONE;
        }
        let check = (self.check_extension(candidate), ExtensionKind::Check);
        let recapture = (self.recapture_extension(node, candidate), ExtensionKind::Recapture);
        let one_reply = (node.extension, ExtensionKind::OneReply);
        [check, recapture, one_reply].into_iter().fold(NONE, larger_extension)
    }

    /// Check extension: a forcing move is not counted as depth [bonanza2006]. Switches:
    /// `CheckExtension`, `CheckExtensionSafeOnly`.
    ///
    /// How much deeper a move that gives check is searched.
    #[inline]
    pub(super) fn check_extension(&self, candidate: &Candidate) -> Depth {
        let shared = self.shared;
        let params = &shared.params;
        if !params.check_extension || !candidate.gives_check {
            return Depth::ZERO;
        }
        if params.check_extension_safe_only
            && !self.position.see_ge(candidate.mv, 0, &shared.exchange)
        {
            return Depth::ZERO;
        }
        Depth::from_fraction(params.check_extension_plies)
    }

    /// Recapture extension: taking back on the square of the last capture is not counted as a full
    /// ply of depth [bonanza2006]. Switch: `RecaptureExtension`.
    ///
    /// How much deeper a recapture is searched.
    #[inline]
    pub(super) fn recapture_extension(&self, node: &Node, candidate: &Candidate) -> Depth {
        let params = &self.shared.params;
        if !params.recapture_extension || node.ply == 0 {
            return Depth::ZERO;
        }
        let before = self.data.stack.at(node.ply - 1);
        let recaptures = before.captures() && before.current.to() == candidate.mv.to();
        if recaptures {
            Depth::from_fraction(params.recapture_extension_plies)
        } else {
            Depth::ZERO
        }
    }

    /// One-reply extension: a forced answer to a check is not counted as a full ply of depth
    /// [bonanza2006]. Switch: `OneReplyExtension`.
    ///
    /// How much deeper every move of the node is searched: something when there is only one.
    #[inline]
    pub(super) fn one_reply_extension(&self, node: &Node) -> Depth {
        let params = &self.shared.params;
        let forced =
            params.one_reply_extension && node.in_check && self.position.count_legal_moves() == 1;
        if forced { Depth::from_fraction(params.one_reply_extension_plies) } else { Depth::ZERO }
    }

    /// Singular extension: a table move that is better than all others by a margin is searched
    /// deeper [anantharaman1990], by more where they are worse by far [stockfish]; when another move is
    /// good enough as well, the node is cut [bjornsson-marsland2001], or the move searched shallower.
    /// Switches: `SingularExtension`, `MultipleExtension`, `NegativeExtension`, `MultiCut`.
    ///
    /// Searches the node without its table move, half as deep, against the table's value less a
    /// margin.
    #[inline]
    pub(super) fn singular_extension(
        &mut self,
        node: &mut Node,
        candidate: &Candidate,
    ) -> Result<Singular, Stopped> {
        let params = &self.shared.params;
        let Some(entry) = node.tt_entry else { return Ok(NOTHING) };
        let usable = params.singular_extension
            && candidate.mv == node.tt_move
            && node.ply > 0
            && !node.in_singular_search
            && node.depth >= Depth::plies(params.singular_min_depth + i32::from(node.tt_pv))
            // An upper bound does not say that the move is good.
            && entry.bound != Bound::Upper
            && entry.depth + Depth::plies(params.singular_table_depth) >= node.depth
            && entry.score.abs() <= Score::MAX_EVAL
            && self.may_extend(node);
        if !usable {
            return Ok(NOTHING);
        }
        let tt_pv = node.tt_pv && !node.pv;
        let tt_pv = if tt_pv { params.singular_former_pv_margin } else { 0 };
        let margin = node.depth.times(params.singular_margin + tt_pv) / 64;
        let bound = entry.score - Score::new(margin);
        // Half as deep, so that the test costs little compared with the node.
        let depth = Depth::plies((node.depth.whole_plies() - 1) / 2);
        self.data.stack.at_mut(node.ply).excluded = candidate.mv;
        let window = (bound - Score::new(1), bound);
        let others = self.search(node.ply, depth, window, node.cut_node);
        self.data.stack.at_mut(node.ply).excluded = Move::NONE;
        let others = others?;
        if others < bound {
            self.reread_tt_pv(node);
            return Ok(Singular::Extend(singular_plies(params, node, bound - others)));
        }
        if params.multi_cut && others >= node.beta && !others.is_mate() {
            return Ok(Singular::Cut(others));
        }
        Ok(negative_extension(params, node, entry.score))
    }

    /// How much deeper all moves of a node with a singular move are searched.
    pub(super) fn singular_bonus(&self) -> Depth {
        if self.shared.params.multiple_extension { Depth::ONE } else { Depth::ZERO }
    }
}

/// The larger of two extensions, the first one of equals.
#[inline]
pub(super) fn larger_extension(
    known: Extension,
    (depth, kind): (Depth, ExtensionKind),
) -> Extension {
    if depth > known.0 { (depth, Some(kind)) } else { known }
}

/// The extension: one ply, or two or three if the other moves are far below the bound.
fn singular_plies(params: &Params, node: &Node, distance: Score) -> Depth {
    if !params.multiple_extension {
        return Depth::ONE;
    }
    let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
    let quiet = !node.tt_capture;
    let double = params.double_margin + when(node.pv, params.double_pv_margin)
        - when(quiet, params.double_quiet_margin);
    let triple = params.triple_margin
        + when(node.pv, params.triple_pv_margin)
        + when(node.tt_pv, params.triple_former_pv_margin)
        - when(quiet, params.triple_quiet_margin);
    let correction_abs = node.correction_abs * params.singular_doubt / 1024;
    let beyond = |margin: i32| i32::from(distance.value() > margin - correction_abs);
    Depth::plies(1 + beyond(double) + beyond(triple))
}

/// Several moves are good: where a cut is expected the first of them needs no full search.
fn negative_extension(params: &Params, node: &Node, table_score: Score) -> Singular {
    if !params.negative_extension {
        NOTHING
    } else if table_score >= node.beta {
        Singular::Reduce(Depth::plies(params.negative_extension_table))
    } else if node.cut_node {
        Singular::Reduce(Depth::plies(params.negative_extension_cut))
    } else {
        NOTHING
    }
}
