//! Limits of the quiescence search: few moves, none that cannot reach alpha, no quiet answer to
//! check once one is not lost [stockfish]. Switch: `QuiescenceLimits`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::{Candidate, Node};
use zenpuku_gametree::Score;
use zenpuku_shogi::Square;

/// What becomes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Verdict {
    /// It is searched.
    Search,
    /// It is left out; the node's value is at least this all the same.
    Skip(Score),
}

/// Judges a move of a quiescence node whose best value so far is `best`. Recaptures on
/// `recapture` and checks are not limited in number.
#[inline]
pub(in crate::search) fn judge<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    (best, alpha): (Score, Score),
    recapture: Option<Square>,
) -> Verdict {
    let params = &searcher.shared.params;
    if !params.quiescence_limits || best < -Score::MAX_EVAL {
        return Verdict::Search;
    }
    let skip = Verdict::Skip(best);
    if !node.in_check && !candidate.gives_check && recapture != Some(candidate.mv.to()) {
        if candidate.number > params.quiescence_moves as u32 {
            return skip;
        }
        if let Some(bound) = below_alpha(searcher, node, candidate, alpha) {
            return Verdict::Skip(best.max(bound));
        }
    }
    // Some answer to the check is not lost: quiet ones need not be looked at.
    if !candidate.tactical {
        return skip;
    }
    let may_lose = -params.quiescence_see_margin;
    let sound = searcher.position.see_ge(candidate.mv, may_lose, &searcher.shared.exchange);
    if sound { Verdict::Search } else { skip }
}

/// The bound that a capture surely stays below, when that is not above alpha.
fn below_alpha<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    candidate: &Candidate,
    alpha: Score,
) -> Option<Score> {
    let base = node.static_eval?.value() + searcher.shared.params.quiescence_margin;
    let bound = Score::eval(base + searcher.victim_value(candidate.mv));
    if bound <= alpha {
        return Some(bound);
    }
    let enough = searcher.exchange_reaches(candidate.mv, alpha.value() - base);
    (!enough).then(|| alpha.min(Score::eval(base)))
}
