//! Late move reductions: quiet moves far down the order are searched shallower first
//! [romstad2006]. Switch: `LateMoveReductions`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::history::LIMIT;
use crate::search::node::{Candidate, Node};
use zenpuku_params::Params;

const ROWS: usize = 64;

/// Reductions by depth in plies and move number, in half plies.
pub(crate) struct Reductions(Box<[[i32; ROWS]; ROWS]>);

impl Reductions {
    /// `LmrBase + ln(depth) ln(number) / LmrDivisor`, in whole numbers so that every machine
    /// searches the same tree.
    pub(crate) fn new(params: &Params) -> Self {
        let mut table = Box::new([[0; ROWS]; ROWS]);
        let base = params.lmr_base.scale(1000);
        let divisor = params.lmr_divisor.scale(1000).max(1);
        for (row, depth) in table.iter_mut().zip(LOGARITHMS).skip(1) {
            for (reduction, number) in row.iter_mut().zip(LOGARITHMS).skip(1) {
                let thousandths = (base + depth * number / divisor).max(0) * Depth::UNITS_PER_PLY;
                *reduction = thousandths / 1000;
            }
        }
        Self(table)
    }

    #[inline]
    fn get(&self, depth: Depth, number: u32) -> Depth {
        let row = (depth.whole_plies().max(0) as usize).min(ROWS - 1);
        Depth::units(self.0[row][(number as usize).min(ROWS - 1)])
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

/// By how much the move's first search is shallower.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Depth {
    let params = &searcher.shared.params;
    let usable = params.late_move_reductions
        && node.depth >= Depth::plies(params.lmr_min_depth)
        && candidate.number > params.lmr_min_moves as u32
        && !candidate.tactical
        && !candidate.gives_check
        && !node.in_check;
    if !usable {
        return Depth::ZERO;
    }
    let mut reduction = searcher.shared.reductions.get(node.depth, candidate.number);
    if node.pv {
        reduction -= Depth::ONE;
    }
    if node.cut_node {
        reduction += Depth::units(1);
    }
    if !node.improving {
        reduction += Depth::units(1);
    }
    reduction -= Depth::units(evidence(searcher, node, candidate) * 2 / LIMIT);
    reduction.clamp(Depth::ZERO, node.depth - Depth::ONE)
}

/// What the histories say about the move.
fn evidence<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> i32 {
    let history = &searcher.memory.history;
    let mut sum = 0;
    if searcher.shared.params.history_heuristic {
        sum += history.butterfly(searcher.position.side_to_move(), candidate.mv);
    }
    if searcher.shared.params.continuation_history {
        sum += history.continuation(&searcher.context(node.ply), candidate.mv);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut last = Depth::ZERO;
        for depth in [3, 6, 12, 40, 90] {
            let now = reductions.get(Depth::plies(depth), 40);
            assert!(now >= last);
            last = now;
        }
        assert!(last > Depth::plies(2));
    }
}
