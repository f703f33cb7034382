//! ProbCut: a shallow search foretells that the deep one will leave the window [probcut2003],
//! [buro1995]; with several depths Multi-ProbCut [buro1997]. Switches: `ProbCut`, `MultiProbCut`,
//! `ProbCutTransform`, `ProbCutPhases`, `ProbCutOpenWindows`, `ProbCutEvalFirst`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::prob_cut::Check;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;

/// Checks with null windows, at the same node, whether the foretold value is surely at least beta
/// or at most alpha; the value is then that bound. Never in check, never on mate scores, never
/// inside such a check.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Result<Option<Score>, Stopped> {
    let shared = searcher.shared;
    let Some(checks) = &shared.prob_cut else { return Ok(None) };
    let open = node.pv && !shared.params.prob_cut_open_windows;
    if searcher.checking || node.in_check || open {
        return Ok(None);
    }
    for check in checks.at(node.depth, &searcher.position) {
        if let Some(bound) = one(searcher, node, check)? {
            return Ok(Some(bound));
        }
    }
    Ok(None)
}

/// Both sides of one shallow depth.
fn one<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    check: &Check,
) -> Result<Option<Score>, Stopped> {
    let eval = node.static_eval.filter(|_| searcher.shared.params.prob_cut_eval_first);
    let high = check.least_high(node.beta).filter(|_| is_usable(node.beta));
    if let Some(least) = high.filter(|_| eval.is_none_or(|eval| eval >= node.beta)) {
        let value = shallow(searcher, node, check.depth, least - Score::new(1))?;
        if value >= least && !value.is_mate() {
            return Ok(Some(node.beta));
        }
    }
    let low = check.greatest_low(node.alpha).filter(|_| is_usable(node.alpha));
    if let Some(greatest) = low.filter(|_| eval.is_none_or(|eval| eval <= node.alpha)) {
        let value = shallow(searcher, node, check.depth, greatest)?;
        if value <= greatest && !value.is_mate() {
            return Ok(Some(node.alpha));
        }
    }
    Ok(None)
}

fn is_usable(bound: Score) -> bool {
    bound.abs() <= Score::MAX_EVAL
}

/// The node's value by a shallow search with the null window above `alpha`.
fn shallow<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    depth: Depth,
    alpha: Score,
) -> Result<Score, Stopped> {
    searcher.checking = true;
    let window = (alpha, alpha + Score::new(1));
    let value = searcher.search(node.ply, depth, window, node.cut_node);
    searcher.checking = false;
    value
}
