//! A win by declaration, where the entering-king rule in force allows one.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use zenpuku_gametree::Score;

/// The side to move wins by declaring, or by the step that the try rule asks for: as good as
/// mating with the next move.
#[inline]
pub(in crate::search) fn cut<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    ply: usize,
) -> Option<Score> {
    searcher.position.declaration_move().map(|_| Score::mate_in(ply as u32 + 1))
}
