//! Upcoming repetition: when the side to move can go back to a position of this line, the draw
//! is worth at least that much [vankervinck2002]. Switch: `UpcomingRepetition`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node::Node;
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// Raises alpha to the worth of a draw where taking back the own last move repeats the position
/// three plies ago; cuts when nothing is left of the window. Lines with checks are left alone:
/// perpetual check loses.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &mut Node,
) -> Option<Score> {
    let shared = searcher.shared;
    let params = &shared.params;
    if !params.upcoming_repetition || !params.repetition_detection || node.ply < 3 || node.in_check
    {
        return None;
    }
    let draw = shared.rules.draw(&searcher.position);
    if draw <= node.alpha || !goes_back(searcher, node) {
        return None;
    }
    node.alpha = draw;
    (node.alpha >= node.beta).then_some(draw)
}

/// Does taking back the own last move lead to the position three plies ago?
fn goes_back<O: SearchObserver>(searcher: &Searcher<'_, O>, node: &Node) -> bool {
    let stack = &searcher.memory.stack;
    let own = stack.at(node.ply - 2);
    let Some(from) = own.current.from().filter(|_| !own.captures() && !own.current.is_promotion())
    else {
        return false;
    };
    if !stack.at(node.ply - 1).current.is_normal() || stack.at(node.ply - 3).current == Move::NULL {
        return false;
    }
    let position = &searcher.position;
    let back = Move::board(own.current.to(), from, own.current.piece_after(), false);
    position.piece_on(from).is_empty()
        && position.piece_on(own.current.to()) == own.current.piece_after()
        && position.key_after(back) == stack.at(node.ply - 3).key
        && position.is_legal(back)
        && !position.gives_check(back)
}
