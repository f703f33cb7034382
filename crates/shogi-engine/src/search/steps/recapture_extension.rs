//! Recapture extension: taking back on the square of the last capture is not counted as a full
//! ply of depth [bonanza2006]. Switch: `RecaptureExtension`.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};

/// How much deeper a recapture is searched.
#[inline]
pub(in crate::search) fn amount<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
) -> Depth {
    let params = &searcher.shared.params;
    if !params.recapture_extension || node.ply == 0 {
        return Depth::ZERO;
    }
    let before = searcher.memory.stack.at(node.ply - 1);
    let recaptures = before.captures() && before.current.to() == candidate.mv.to();
    if recaptures { Depth::from_fraction(params.recapture_extension_plies) } else { Depth::ZERO }
}
