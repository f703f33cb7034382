//! ProbCut: a shallow search foretells that the deep one will leave the window [probcut2003],
//! [buro1995]; with several depths Multi-ProbCut [buro1997]. Switches: `ProbCut`, `MultiProbCut`,
//! `ProbCutTransform`, `ProbCutPhases`, `ProbCutOpenWindows`, `ProbCutEvalFirst`,
//! `ProbCutExpectedSide`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::prob_cut::Check;
use crate::search::node::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_gametree::Score;
use zenpuku_params::Params;

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
    let sides = sides(&shared.params, node);
    for check in checks.at(node.depth, &searcher.position) {
        if let Some(bound) = one(searcher, node, check, sides)? {
            return Ok(Some(bound));
        }
    }
    Ok(None)
}

/// The sides of one shallow depth that are worth a check.
fn one<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
    check: &Check,
    (above, below): (bool, bool),
) -> Result<Option<Score>, Stopped> {
    if let Some(least) = check.least_high(node.beta).filter(|_| above) {
        let value = shallow(searcher, node, check.depth, least - Score::new(1))?;
        if value >= least && !value.is_mate() {
            return Ok(Some(node.beta));
        }
    }
    if let Some(greatest) = check.greatest_low(node.alpha).filter(|_| below) {
        let value = shallow(searcher, node, check.depth, greatest)?;
        if value <= greatest && !value.is_mate() {
            return Ok(Some(node.alpha));
        }
    }
    Ok(None)
}

/// Is a check above beta worth its nodes, and one below alpha?
fn sides(params: &Params, node: &Node) -> (bool, bool) {
    let eval = node.static_eval.filter(|_| params.prob_cut_eval_first);
    let any_side = !params.prob_cut_expected_side;
    let above = eval.is_none_or(|eval| eval >= node.beta) && (any_side || node.cut_node);
    let below = eval.is_none_or(|eval| eval <= node.alpha) && (any_side || !node.cut_node);
    (above && is_usable(node.beta), below && is_usable(node.alpha))
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
