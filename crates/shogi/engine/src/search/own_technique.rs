//! The places where a [`Technique`] from outside takes part in the search.

use super::extensions::Extension;
use super::node_state::{Candidate, Node};
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{MoveTry, SearchObserver, Visit};
use crate::technique::{NodeSearch, SearchBelow, Technique, Window};
use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};

impl<'a, O: SearchObserver> Searcher<'a, O> {
    /// The technique, where there is one and it may act.
    #[inline]
    fn technique(&self) -> Option<&'a dyn Technique> {
        self.shared.technique.filter(|_| !self.technique_is_off)
    }

    /// A cut of the technique's own; none while a move is tested for being singular.
    #[inline]
    pub(super) fn technique_cut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        match self.technique() {
            Some(technique) if !node.in_singular_search => self.ask_to_cut(technique, node),
            _ => Ok(None),
        }
    }

    #[cold]
    fn ask_to_cut(
        &mut self,
        technique: &dyn Technique,
        node: &Node,
    ) -> Result<Option<Score>, Stopped> {
        let Node { ply, depth, alpha, beta, static_eval, .. } = *node;
        let previous_move = self.data.stack.previous_move(ply);
        let visit = Visit { ply, depth, alpha, beta, previous_move };
        let mut below = BelowNode { searcher: self, node };
        technique.cut(&mut NodeSearch::new(&mut below, visit, static_eval))
    }

    /// Does the technique leave out the move?
    #[inline]
    pub(super) fn technique_skips(
        &self,
        node: &Node,
        candidate: &Candidate,
        (extension, alpha): (Extension, Score),
    ) -> bool {
        let Some(technique) = self.technique() else { return false };
        technique.skips(&self.position, &trial(node, candidate, extension, alpha))
    }

    /// By how much the technique wants the move searched deeper.
    #[inline]
    pub(super) fn technique_extension(
        &self,
        node: &Node,
        candidate: &Candidate,
        (extension, alpha): (Extension, Score),
    ) -> Depth {
        let Some(technique) = self.technique() else { return extension.0 };
        technique.extension(&self.position, &trial(node, candidate, extension, alpha))
    }

    /// By how much the technique wants the move's first search reduced.
    #[inline]
    pub(super) fn technique_reduction(
        &self,
        node: &Node,
        candidate: &Candidate,
        (extension, alpha): (Extension, Score),
        by: i32,
    ) -> i32 {
        let Some(technique) = self.technique() else { return by };
        technique.reduction(&self.position, &trial(node, candidate, extension, alpha), by)
    }
}

/// A node of the search as a technique searches it.
struct BelowNode<'n, 's, 'a, O> {
    searcher: &'n mut Searcher<'s, O>,
    node: &'a Node,
}

impl<O: SearchObserver> SearchBelow for BelowNode<'_, '_, '_, O> {
    fn position(&self) -> &Position {
        &self.searcher.position
    }

    fn search_here(&mut self, depth: Depth, window: Window) -> Result<Score, Stopped> {
        self.searcher.search(self.node.ply, depth, window, self.node.cut_node)
    }

    fn search_move(&mut self, mv: Move, depth: Depth, window: Window) -> Result<Score, Stopped> {
        let gives_check = self.searcher.position.gives_check(mv);
        self.searcher.do_move(self.node.ply, mv, gives_check);
        let score =
            self.searcher.search(self.node.ply + 1, depth, turned(window), !self.node.cut_node);
        self.searcher.undo_move(mv);
        score.map(|score| -score)
    }

    fn search_pass(&mut self, depth: Depth, window: Window) -> Result<Score, Stopped> {
        self.searcher.search_after_pass(self.node, depth, window)
    }

    fn first_moves(&mut self, at_most: usize) -> Vec<Move> {
        let context = self.searcher.history_context(self.node.ply);
        let mut picker = self.searcher.picker(self.node, context);
        let mut moves = Vec::new();
        while moves.len() < at_most {
            let Some(mv) = self.searcher.pick(&mut picker) else { break };
            moves.push(mv);
        }
        picker.finish(&mut self.searcher.data.moves);
        moves
    }

    fn without_technique(&mut self, without: bool) -> bool {
        std::mem::replace(&mut self.searcher.technique_is_off, without)
    }
}

/// The window as the opponent sees it.
fn turned((alpha, beta): Window) -> Window {
    (-beta, -alpha)
}

/// A move as observers and techniques see it; `alpha` is that of now.
#[inline]
pub(super) fn trial(
    node: &Node,
    candidate: &Candidate,
    (extension, extended_by): Extension,
    alpha: Score,
) -> MoveTry {
    let Node { ply, depth, beta, static_eval: eval, .. } = *node;
    let Candidate { mv, number, gives_check, .. } = *candidate;
    MoveTry { ply, depth, alpha, beta, eval, mv, number, gives_check, extension, extended_by }
}
