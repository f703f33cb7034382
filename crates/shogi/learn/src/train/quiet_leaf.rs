//! Where the quiescence search from a position ends.

use crate::leaf::LeafSearch;
use zenpuku_shogi::Position;
use zenpuku_shogi_eval::AnyEvaluator;

/// Beyond all values.
const MATE_VALUE: i32 = 40_000;

/// The quiet position at the end of a quiescence search.
pub(super) struct Leaf {
    pub(super) position: Position,
    /// The value of the search for the side to move at its root.
    pub(super) value: i32,
    /// Is it the other side's move?
    pub(super) turned: bool,
}

/// Where the quiescence search from `position` ends, unless that is in check.
pub(super) fn leaf(search: &mut LeafSearch<AnyEvaluator>, position: &Position) -> Option<Leaf> {
    let mut position = position.clone();
    let value = search.value(&mut position, -MATE_VALUE, MATE_VALUE);
    search.line().iter().for_each(|&mv| {
        position.do_move(mv);
    });
    let turned = !search.line().len().is_multiple_of(2);
    (!position.in_check()).then_some(Leaf { position, value, turned })
}
