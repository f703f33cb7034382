//! Reductions: nodes and moves that are searched less deep than asked. Amounts of late move
//! reductions are in 1024ths of a ply.

use super::history::HistoryContext;
use super::node_state::{Candidate, Node};
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::SearchObserver;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Move;

/// A ply in the unit of reductions.
pub(super) const PLY: i32 = 1024;

const ROWS: usize = 64;

/// `LmrScale ln(depth) ln(number)` by depth in plies and move number.
pub(crate) struct Reductions(Box<[[i32; ROWS]; ROWS]>);

impl Reductions {
    /// In whole numbers, so that every machine searches the same tree.
    pub(crate) fn new(params: &Params) -> Self {
        let mut table = Box::new([[0; ROWS]; ROWS]);
        for (row, depth) in table.iter_mut().zip(LOGARITHMS).skip(1) {
            for (reduction, number) in row.iter_mut().zip(LOGARITHMS).skip(1) {
                *reduction = depth * number / 1000 * params.lmr_scale / 1000;
            }
        }
        Self(table)
    }

    #[inline]
    fn get(&self, depth: Depth, number: u32) -> i32 {
        let row = (depth.whole_plies().max(0) as usize).min(ROWS - 1);
        self.0[row][(number as usize).min(ROWS - 1)]
    }
}

/// Natural logarithms in thousandths; of 0, which is not used, 0.
const LOGARITHMS: [i32; ROWS] = {
    let mut table = [0; ROWS];
    let mut number = 1;
    while number < ROWS {
        table[number] = ln_thousandths(number);
        number += 1;
    }
    table
};

impl<O: SearchObserver> Searcher<'_, O> {
    /// Hindsight: the evaluation of a node corrects the reduction that its
    /// parent chose [stockfish]. Switch: `HindsightDepth`.
    ///
    /// Changes the depth by a ply: deeper where the reduced move did not hurt the side to move,
    /// shallower where the evaluations of both sides add up to more than a margin.
    #[inline]
    pub(super) fn hindsight_depth(&self, node: &mut Node) {
        let params = &self.shared.params;
        let Some(eval) =
            node.static_eval.filter(|_| params.hindsight_depth && !node.in_singular_search)
        else {
            return;
        };
        if node.prior_reduction >= params.hindsight_bold && !node.opponent_worsens {
            node.depth += Depth::ONE;
        }
        let before = self.evaluation_before(node, 1);
        let calm = before.is_some_and(|before| (eval + before).value() > params.hindsight_margin);
        if node.prior_reduction >= params.hindsight_calm && node.depth >= Depth::plies(2) && calm {
            node.depth -= Depth::ONE;
        }
    }

    /// Internal iterative deepening [scott1969], at principal-variation nodes without a table move
    /// [bonanza2006]. Switch: `InternalIterativeDeepening`.
    ///
    /// Searches the node shallower to find a move to begin with.
    #[inline]
    pub(super) fn internal_iterative_deepening(&mut self, node: &mut Node) -> Result<(), Stopped> {
        let params = &self.shared.params;
        let needed = params.internal_iterative_deepening
            && node.pv
            && node.tt_move.is_none()
            && node.depth >= Depth::plies(params.iid_min_depth);
        if !needed {
            return Ok(());
        }
        let depth = node.depth - Depth::plies(params.iid_reduction);
        self.search(node.ply, depth, (node.alpha, node.beta), node.cut_node)?;
        // The variation says more than the table, which may have lost the entry.
        let first = self.data.stack.line(node.ply).first().copied();
        node.tt_move = match first {
            Some(mv) => mv,
            None => self.probe_tt_move(node),
        };
        self.data.stack.clear_line(node.ply);
        Ok(())
    }

    fn probe_tt_move(&self, node: &Node) -> Move {
        if !self.shared.params.transposition_table {
            return Move::NONE;
        }
        self.legal_move_of(self.shared.table.probe(node.key).as_ref())
    }

    /// Internal iterative reduction: a node without a table move is searched shallower, which leaves
    /// a move in the table for the next time [chessprogramming]. Switch:
    /// `InternalIterativeReduction`.
    ///
    /// Takes a ply off where a move should be known and is not.
    #[inline]
    pub(super) fn internal_iterative_reduction(&self, node: &mut Node) {
        let params = &self.shared.params;
        let expected = node.pv || node.cut_node;
        if params.internal_iterative_reduction
            && expected
            && !node.in_check
            // The line of the last iteration has a first move even if the table lost it.
            && !self.data.stack.is_followed(node.ply)
            && node.tt_move.is_none()
            && node.depth >= Depth::plies(params.iir_min_depth)
            && node.prior_reduction <= params.iir_most_reduced
        {
            node.depth -= Depth::ONE;
        }
    }

    /// The reduction as the pruning of moves counts with it.
    #[inline]
    pub(super) fn base_reduction(&self, node: &Node, number: u32, alpha: Score) -> i32 {
        let params = &self.shared.params;
        if !params.late_move_reductions {
            return 0;
        }
        let scaled = self.shared.reductions.get(node.depth, number);
        let mut reduction = scaled + params.lmr_base;
        if !node.improving {
            reduction += scaled * params.lmr_not_improving / 1024;
        }
        if node.pv {
            let window = (node.beta - alpha).value().min(self.root_window);
            reduction -= params.lmr_window * window / self.root_window;
        }
        reduction
    }

    /// Notes the move for its children, and says by how much its first search is reduced.
    pub(super) fn lmr_reduction(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        (expected, alpha): (i32, Score),
        context: &HistoryContext,
    ) -> i32 {
        let params = &self.shared.params;
        if !params.late_move_reductions {
            return 0;
        }
        let history = &self.data.history;
        let stat_score = match candidate.tactical {
            true => {
                params.lmr_capture_gain * self.material_gain(candidate.mv)
                    + history.capture(&self.position, candidate.mv) * params.lmr_capture_history / 3
            }
            false => history.stat_score(params, context, candidate.mv),
        };
        let frame = self.data.stack.at_mut(node.ply);
        (frame.number, frame.stat_score) = (candidate.number, stat_score);
        self.late_move_reduction(node, candidate, (expected, stat_score), alpha)
    }

    /// A move has raised alpha: the others are searched shallower.
    pub(super) fn reduce_after_alpha_raise(&self, node: &mut Node, score: Score) {
        let params = &self.shared.params;
        let range =
            Depth::plies(params.alpha_raise_min_depth)..=Depth::plies(params.alpha_raise_max_depth);
        if params.late_move_reductions && range.contains(&node.depth) && !score.is_mate() {
            node.depth = (node.depth - Depth::plies(params.alpha_raise_reduction)).max(Depth::ONE);
        }
    }

    /// Late move reductions: moves far down the order are searched shallower
    /// first [romstad2006]; the reduction depends on data of node and move
    /// [stockfish]. Switch: `LateMoveReductions`.
    ///
    /// Amounts are in 1024ths of a ply.
    ///
    /// The reduction of the move's first search; negative: it is searched
    /// deeper. `stat_score` is its history score.
    #[inline]
    pub(super) fn late_move_reduction(
        &self,
        node: &Node,
        candidate: &Candidate,
        (expected, stat_score): (i32, i32),
        alpha: Score,
    ) -> i32 {
        let params = &self.shared.params;
        if !params.late_move_reductions {
            return 0;
        }
        let mut reduction = expected + params.lmr_late_base + node_reduction(params, node, alpha);
        let number = (candidate.number as i32).min(params.lmr_number_max);
        // A large correction means that the evaluation is often wrong here: reduce less.
        reduction -= number * params.lmr_number + node.correction_abs * params.lmr_doubt;
        // Earlier moves were refuted: the node probably fails low, and later moves too.
        let cutoffs = self.data.stack.at(node.ply + 1).cutoffs;
        if cutoffs > 1 {
            reduction += if cutoffs > 2 { params.lmr_cutoffs } else { params.lmr_two_cutoffs };
            if node.is_all_node() {
                reduction += params.lmr_cutoffs_all;
            }
        }
        if candidate.mv == node.tt_move {
            reduction -= params.lmr_table_move;
        }
        reduction -= stat_score * params.lmr_history / 1024;
        if node.is_all_node() {
            // Fixed-point: 256 parts.
            reduction += reduction * params.lmr_all_node / (256 * node.depth.whole_plies() + 260);
        }
        reduction
    }
}

/// The natural logarithm of a small number in thousandths, without floating point.
const fn ln_thousandths(number: usize) -> i32 {
    // log2 bit by bit: squaring doubles the logarithm.
    const BITS: u32 = 16;
    let whole = number.ilog2() as i64;
    let mut mantissa = ((number as u64) << 32) >> number.ilog2();
    let mut fraction = 0_i64;
    let mut bit = 0;
    while bit < BITS {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        fraction <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            fraction |= 1;
        }
        bit += 1;
    }
    let log2 = (whole << BITS) + fraction;
    // ln 2 in millionths.
    ((log2 * 693_147 / 1000) >> BITS) as i32
}

/// An offset of the expected reduction for the pruning of moves.
#[inline]
pub(super) fn pruning_reduction(params: &Params, node: &Node) -> i32 {
    if node.tt_pv { params.lmr_former_pv_pruning } else { 0 }
}

/// The part that is the same for all moves of a node.
fn node_reduction(params: &Params, node: &Node, alpha: Score) -> i32 {
    let mut reduction = 0;
    if node.tt_pv {
        reduction -= params.lmr_former_pv;
        if node.pv {
            reduction -= params.lmr_pv;
        }
        // For any bound, and without an entry too.
        if node.tt_entry.is_none_or(|entry| entry.score > alpha) {
            reduction -= params.lmr_table_above;
        }
        if node.tt_entry.is_some_and(|entry| entry.depth >= node.depth) {
            reduction -= params.lmr_table_deep;
            reduction -= if node.cut_node { params.lmr_table_deep } else { 0 };
        }
    }
    if node.cut_node {
        reduction += params.lmr_cut_node;
        if node.tt_move.is_none() {
            reduction += params.lmr_no_table_move;
        }
    }
    if node.tt_capture {
        reduction += params.lmr_table_capture;
    }
    reduction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, TtEntry};

    #[test]
    fn the_logarithm_is_right_to_a_thousandth() {
        for number in 1..64 {
            let exact = (number as f64).ln() * 1000.0;
            assert!((ln_thousandths(number) as f64 - exact).abs() < 1.5, "{number}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let reductions = Reductions::new(&Params::default());
        let mut last = 0;
        for depth in [3, 6, 12, 40, 90] {
            let now = reductions.get(Depth::plies(depth), 40);
            assert!(now >= last);
            last = now;
        }
        assert!(last > 2 * PLY);
    }

    #[test]
    fn a_former_principal_variation_is_reduced_less_by_what_the_table_says() {
        let params = Params::default();
        let score = |value| TtEntry {
            move_bits: 0,
            score: Score::new(value),
            eval: None,
            depth: Depth::ONE,
            bound: Bound::Upper,
            pv: true,
        };
        let mut node = Node::new(3, Depth::plies(9), Score::new(10), Score::new(11), false);
        node.tt_pv = true;
        let unknown = node_reduction(&params, &node, node.alpha);
        node.tt_entry = Some(score(50));
        assert_eq!(node_reduction(&params, &node, node.alpha), unknown, "any bound counts");
        let raised = node_reduction(&params, &node, Score::new(60));
        assert_eq!(raised, unknown + params.lmr_table_above, "alpha of now counts");
    }
}
