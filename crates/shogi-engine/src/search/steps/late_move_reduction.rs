//! Late move reductions: moves far down the order are searched shallower first [romstad2006]; how
//! much depends on what is known of node and move [stockfish]. Switch: `LateMoveReductions`.
//!
//! Amounts are in 1024ths of a ply.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};
use zenpuku_gametree::Score;
use zenpuku_params::Params;

/// A ply in the unit of reductions.
pub(in crate::search) const PLY: i32 = 1024;

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

/// The reduction as the pruning of moves counts with it.
#[inline]
pub(in crate::search) fn expected<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    number: u32,
    alpha: Score,
) -> i32 {
    let params = &searcher.shared.params;
    if !params.late_move_reductions {
        return 0;
    }
    let scaled = searcher.shared.reductions.get(node.depth, number);
    let mut reduction = scaled + params.lmr_base;
    if !node.improving {
        reduction += scaled * params.lmr_not_improving / 1024;
    }
    if node.pv {
        let window = (node.beta - alpha).value().min(searcher.root_window);
        reduction -= params.lmr_window * window / searcher.root_window;
    }
    reduction
}

/// What is added to the expected reduction for the pruning of moves.
#[inline]
pub(in crate::search) fn for_pruning(params: &Params, node: &Node) -> i32 {
    if node.former_pv { params.lmr_former_pv_pruning } else { 0 }
}

/// The reduction of the move's first search; negative: it is searched deeper. `evidence` is what
/// the histories say of it.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    (expected, evidence): (i32, i32),
    alpha: Score,
) -> i32 {
    let params = &searcher.shared.params;
    if !params.late_move_reductions {
        return 0;
    }
    let mut reduction = expected + params.lmr_late_base + by_node(params, node, alpha);
    let number = (candidate.number as i32).min(params.lmr_number_max);
    reduction -= number * params.lmr_number + node.doubt * params.lmr_doubt;
    let cutoffs = searcher.memory.stack.at(node.ply + 1).cutoffs;
    if cutoffs > 1 {
        reduction += if cutoffs > 2 { params.lmr_cutoffs } else { params.lmr_two_cutoffs };
        if node.expects_all() {
            reduction += params.lmr_cutoffs_all;
        }
    }
    if candidate.mv == node.table_move {
        reduction -= params.lmr_table_move;
    }
    reduction -= evidence * params.lmr_history / 1024;
    if node.expects_all() {
        // Fixed-point: 256 parts.
        reduction += reduction * params.lmr_all_node / (256 * node.depth.whole_plies() + 260);
    }
    reduction
}

/// The part that is the same for all moves of a node.
fn by_node(params: &Params, node: &Node, alpha: Score) -> i32 {
    let mut reduction = 0;
    if node.former_pv {
        reduction -= params.lmr_former_pv;
        if node.pv {
            reduction -= params.lmr_pv;
        }
        // Whatever bound it is, and where nothing is known, too.
        if node.record.is_none_or(|record| record.score > alpha) {
            reduction -= params.lmr_table_above;
        }
        if node.record.is_some_and(|record| record.depth >= node.depth) {
            reduction -= params.lmr_table_deep;
            reduction -= if node.cut_node { params.lmr_table_deep } else { 0 };
        }
    }
    if node.cut_node {
        reduction += params.lmr_cut_node;
        if node.table_move.is_none() {
            reduction += params.lmr_no_table_move;
        }
    }
    if node.table_capture {
        reduction += params.lmr_table_capture;
    }
    reduction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Bound, Record};

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
        let score = |value| Record {
            move_bits: 0,
            score: Score::new(value),
            eval: None,
            depth: Depth::ONE,
            bound: Bound::Upper,
            pv: true,
        };
        let mut node = Node::new(3, Depth::plies(9), Score::new(10), Score::new(11), false);
        node.former_pv = true;
        let unknown = by_node(&params, &node, node.alpha);
        node.record = Some(score(50));
        assert_eq!(by_node(&params, &node, node.alpha), unknown, "any bound counts");
        let raised = by_node(&params, &node, Score::new(60));
        assert_eq!(raised, unknown + params.lmr_table_above, "alpha of now counts");
    }
}
