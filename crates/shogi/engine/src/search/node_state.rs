//! The state of the search's steps: of a node, and of a move about to be searched there.

use super::move_picker::is_tactical;
use crate::depth::Depth;
use crate::tt::TtEntry;
use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};

/// The parameters of a node, and the results of its first steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Is the window open (a principal-variation node)?
    pub(super) pv: bool,
    /// Does the parent expect a cut here?
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) key: u64,
    /// The table entry.
    pub(super) tt_entry: Option<TtEntry>,
    /// The table's move, checked, or `NONE`.
    pub(super) tt_move: Move,
    /// Does the table's move capture, or promote a pawn?
    pub(super) tt_capture: bool,
    /// Was the position once on a principal variation?
    pub(super) tt_pv: bool,
    /// By how many plies the parent's move is being reduced.
    pub(super) prior_reduction: i32,
    /// Static evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The same, or the table's value where it is nearer the truth.
    pub(super) eval: Option<Score>,
    /// By how much the evaluation was corrected either way, in centipawns: how little it is to
    /// be trusted.
    pub(super) correction_abs: i32,
    /// The evaluation before any correction, as the table keeps it.
    pub(super) raw_eval: Option<Score>,
    /// Has the evaluation risen since the own last move?
    pub(super) improving: bool,
    /// Has the opponent's evaluation fallen with its last move?
    pub(super) opponent_worsens: bool,
    /// Is a move excluded, to search the others (singular extension)?
    pub(super) in_singular_search: bool,
    /// How much deeper each of its moves is searched.
    pub(super) extension: Depth,
}

impl Node {
    pub(super) fn new(ply: usize, depth: Depth, alpha: Score, beta: Score, cut_node: bool) -> Self {
        Self {
            ply,
            depth,
            alpha,
            beta,
            pv: beta - alpha > Score::new(1),
            cut_node,
            in_check: false,
            key: 0,
            tt_entry: None,
            tt_move: Move::NONE,
            tt_capture: false,
            tt_pv: false,
            prior_reduction: 0,
            static_eval: None,
            eval: None,
            correction_abs: 0,
            raw_eval: None,
            improving: true,
            opponent_worsens: false,
            in_singular_search: false,
            extension: Depth::ZERO,
        }
    }

    /// Are all moves expected to fail low?
    #[inline]
    pub(super) fn is_all_node(&self) -> bool {
        !self.pv && !self.cut_node
    }

    /// The node's first move comes from the table.
    pub(super) fn begin_with(&mut self, tt_move: Move, position: &Position) {
        self.tt_move = tt_move;
        self.tt_capture = !tt_move.is_none() && is_tactical(position, tt_move);
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its place in the order, from 1.
    pub(super) number: u32,
    pub(super) gives_check: bool,
    /// A capture or a pawn's promotion.
    pub(super) tactical: bool,
}
