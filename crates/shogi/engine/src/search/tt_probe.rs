//! Probes and stores of a node in the transposition table [breuker1994].

use super::Searcher;
use super::node_state::Node;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::tt::{Bound, TtEntry};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

impl<O: SearchObserver> Searcher<'_, O> {
    /// The transposition table [breuker1994]. Switches: `TranspositionTable`,
    /// `TableEqualDepthOnly`, `TableCutExpected`, `TableAtOnce`.
    ///
    /// Looks the position up; cuts when the entry is deep enough and decides the window. Nodes
    /// with an open window are never cut, so that the principal variation stays whole.
    #[inline]
    pub(super) fn tt_cutoff(&mut self, node: &mut Node) -> Option<Score> {
        let params = &self.shared.params;
        if !params.transposition_table {
            return None;
        }
        let found = self.shared.table.probe(node.key);
        self.observer.probe(found.is_some());
        let mut entry = found?;
        entry.score = entry.score.from_node_to_root(node.ply as u32);
        node.tt_entry = Some(entry);
        let depth = node.depth.max(Depth::ZERO);
        let deep_enough = if params.table_equal_depth_only {
            entry.depth == depth
        } else {
            entry.depth >= depth
                && (!params.table_cut_expected || is_expected_cutoff(params, node, &entry))
        };
        (deep_enough
            && !node.pv
            && !node.in_singular_search
            && entry.decides(node.alpha, node.beta))
        .then_some(entry.score)
    }

    /// The table's move of the node, `NONE` without one.
    #[inline]
    pub(super) fn tt_move(&self, node: &Node) -> Move {
        self.legal_move_of(node.tt_entry.as_ref())
    }

    /// The move of an entry, `NONE` without one. Two positions may share a key: only a legal move
    /// is used.
    #[inline]
    pub(super) fn legal_move_of(&self, entry: Option<&TtEntry>) -> Move {
        match entry {
            Some(entry) if entry.move_bits != 0 => {
                self.position.move_from_bits(entry.move_bits).unwrap_or(Move::NONE)
            }
            _ => Move::NONE,
        }
    }

    /// Stores the result of the node.
    #[inline]
    pub(super) fn store_in_tt(&self, node: &Node, score: Score, best: Move, bound: Bound) {
        if !self.shared.params.transposition_table || node.in_singular_search {
            return;
        }
        let entry = TtEntry {
            move_bits: if best.is_none() { 0 } else { best.bits() },
            score: score.from_root_to_node(node.ply as u32),
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            pv: node.pv || node.tt_pv,
        };
        self.shared.table.store(node.key, &entry);
    }

    /// Stores the evaluation of a position that the table does not know, before anything is found out
    /// about its node. Switch: `TableAtOnce`.
    #[inline]
    pub(super) fn store_evaluation_in_tt(&self, node: &Node) {
        if self.shared.params.table_at_once && node.tt_entry.is_none() && !node.in_check {
            // An upper bound of infinity carries no information.
            let unsearched = Node { depth: Depth::ZERO, ..*node };
            self.store_in_tt(&unsearched, Score::INFINITE, Move::NONE, Bound::Upper);
        }
    }

    /// Positions that once were on a principal variation are pruned and reduced less [stockfish]. The
    /// table remembers them. Switch: `FormerPv`.
    ///
    /// Reads from the table whether the node is such a position; with an
    /// excluded move, the earlier answer is kept.
    #[inline]
    pub(super) fn recall_tt_pv(&mut self, node: &mut Node) {
        let frame = self.data.stack.at_mut(node.ply);
        if !node.in_singular_search {
            frame.tt_pv = node.pv || node.tt_entry.is_some_and(|entry| entry.pv);
        }
        node.tt_pv = self.shared.params.former_pv && frame.tt_pv;
    }

    /// A node in which every move fails low belongs to its parent's variation.
    #[inline]
    pub(super) fn inherit_tt_pv(&mut self, node: &mut Node) {
        let stack = &mut self.data.stack;
        let parent = node.ply.checked_sub(1).is_some_and(|ply| stack.at(ply).tt_pv);
        stack.at_mut(node.ply).tt_pv |= parent;
        node.tt_pv |= self.shared.params.former_pv && parent;
    }

    /// Reads again whether the node is such a position, after a search of it without a move.
    #[inline]
    pub(super) fn reread_tt_pv(&self, node: &mut Node) {
        let known = self.data.stack.at(node.ply).tt_pv;
        node.tt_pv = self.shared.params.former_pv && known;
    }
}

/// Is the entry's cut one that the search can rely on: deeper than the node when its value is
/// above beta, and near the horizon of the kind that the parent expects? Switch:
/// `TableCutExpected`.
fn is_expected_cutoff(params: &Params, node: &Node, entry: &TtEntry) -> bool {
    let cuts = entry.score >= node.beta;
    let quiescence = node.depth < Depth::ONE;
    let deeper = entry.score <= node.beta || entry.depth > node.depth;
    quiescence
        || (deeper
            && (node.cut_node == cuts
                || node.depth > Depth::plies(params.table_cut_expected_depth)))
}
