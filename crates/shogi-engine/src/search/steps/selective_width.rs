//! Selective search: only so many moves at each ply [goals2001]. Switches: `SelectiveWidth`,
//! `SelectiveWidthAll`.

use super::goals;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};

/// Moves searched at the plies of the line, the last one at all plies beyond.
const WIDTHS: [u32; 7] = [80, 80, 40, 40, 10, 10, 10];

/// Is the candidate beyond the width? Important moves never are: evasions, moves for goals of high
/// priority and, without `SelectiveWidthAll`, captures and checks.
#[inline]
pub(in crate::search) fn skips<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> bool {
    let params = &searcher.shared.params;
    let width = WIDTHS[node.ply.min(WIDTHS.len() - 1)];
    params.selective_width
        && candidate.number > width
        && (params.selective_width_all || !(candidate.tactical || candidate.gives_check))
        && !node.in_check
        && !goals::weight(searcher, candidate.mv).important
}
