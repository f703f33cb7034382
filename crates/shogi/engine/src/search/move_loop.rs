//! Steps 11 to 18: the loop over the moves of a node, the same at the root and below it.

use super::abdada::{self, Deferred};
use super::extensions::{Singular, larger_extension};
use super::history::HistoryContext;
use super::move_picker::MovePicker;
use super::moves::MoveStack;
use super::node_state::Node;
use super::tally::Tally;
use super::{Searcher, Stopped};
use crate::depth::Depth;
use crate::observer::{ExtensionKind, SearchObserver};
use zenpuku_core::Score;
use zenpuku_shogi::Move;

/// Where the moves of a node come from; it is notified of their results.
pub(super) trait NodeMoves<O: SearchObserver> {
    /// At the root every move is searched: each is asked for its own value.
    const ROOT: bool;

    /// The next move of `node`, given the state `tally`.
    fn next(&mut self, searcher: &mut Searcher<'_, O>, node: &Node, tally: &Tally) -> Option<Move>;

    /// The move given last is not searched.
    fn skipped(&mut self) {}

    /// The last move has the value `score`, after a search of `nodes` nodes;
    /// `tally` is the state before it.
    fn searched(
        &mut self,
        _searcher: &Searcher<'_, O>,
        _tally: &Tally,
        _score: Score,
        _nodes: u64,
    ) {
    }
}

/// The moves of a node below the root, best first.
pub(super) struct OrderedMoves {
    picker: MovePicker,
    /// Moves that another thread is searching come last.
    deferred: Deferred,
    /// The move that is left out; usually `NONE`.
    excluded: Move,
}

impl OrderedMoves {
    pub(super) fn new(picker: MovePicker, excluded: Move) -> Self {
        Self { picker, deferred: Deferred::new(), excluded }
    }

    /// Gives the memory back; call when the node is left.
    pub(super) fn finish(self, moves: &mut MoveStack) {
        self.picker.finish(moves);
    }
}

impl<O: SearchObserver> NodeMoves<O> for OrderedMoves {
    const ROOT: bool = false;

    #[inline(always)]
    fn next(&mut self, searcher: &mut Searcher<'_, O>, node: &Node, tally: &Tally) -> Option<Move> {
        loop {
            // 11. Late move pruning: no further quiet moves.
            if searcher.late_move_pruning(node, tally) {
                self.picker.skip_quiets();
            }
            // 12. The next move; moves that another thread is searching come last.
            let mv = searcher.pick(&mut self.picker).or_else(|| self.deferred.next())?;
            let waits =
                |deferred: &mut Deferred| abdada::puts_off(searcher, node, tally, mv, deferred);
            if mv != self.excluded && !waits(&mut self.deferred) {
                return Some(mv);
            }
        }
    }
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// Searches the moves of `node` until one of them cuts; the result is in
    /// `tally`. A value: the node returns it immediately, because several moves are good enough.
    #[inline(always)]
    pub(super) fn move_loop<M: NodeMoves<O>>(
        &mut self,
        node: &mut Node,
        tally: &mut Tally,
        context: &HistoryContext,
        moves: &mut M,
    ) -> Result<Option<Score>, Stopped> {
        let parent = if M::ROOT { None } else { self.futility_parent(node) };
        while let Some(mv) = moves.next(self, node, tally) {
            tally.seen += 1;
            let candidate = self.candidate(mv, tally.seen);
            if self.beyond_selective_width(node, &candidate) {
                moves.skipped();
                continue;
            }
            let (mut extension, mut extended_by) = self.extension_of(node, &candidate);
            let before = ((extension, extended_by), tally.alpha);
            extension = self.technique_extension(node, &candidate, before);
            let expected = self.base_reduction(node, candidate.number, tally.alpha);
            if !M::ROOT {
                // 13. Futility pruning [bonanza2006]: the move cannot bring the evaluation up to
                // alpha.
                let depth = node.depth + extension;
                if let Some(bound) = self.futility_skip(parent, &candidate, depth, tally.alpha) {
                    tally.best = tally.best.max(bound);
                    continue;
                }
                // 14. Pruning of single moves by evaluation, history and exchange.
                if let Some(bound) = self.prune(node, &candidate, tally, expected, context) {
                    tally.best = tally.best.max(bound);
                    continue;
                }
                let now = ((extension, extended_by), tally.alpha);
                if self.technique_skips(node, &candidate, now) {
                    tally.best = tally.best.max(tally.alpha);
                    continue;
                }
            }
            // The table entry of the next position is prefetched meanwhile.
            self.prefetch(mv);
            // 15. Singular extension: the table's move is the only good one, or one of several.
            let one_less = node.depth - Depth::ONE;
            match self.singular_extension(node, &candidate)? {
                Singular::Extend(more) if more > Depth::ZERO => {
                    let singular = (more, ExtensionKind::Singular);
                    (extension, extended_by) = larger_extension((extension, extended_by), singular);
                    node.depth += self.singular_bonus();
                }
                Singular::Extend(_) => {}
                Singular::Reduce(less) => extension -= less,
                Singular::Cut(score) => return Ok(Some(score)),
            }
            // 16. Late move reduction: how deep.
            let depth = one_less + extension;
            let reduction = self.lmr_reduction(node, &candidate, (expected, tally.alpha), context);
            let now = ((extension, extended_by), tally.alpha);
            let reduction = self.technique_reduction(node, &candidate, now, reduction);
            // 17. Principal-variation search: the move's value.
            self.tell_try(node, &candidate, now);
            let begun = if M::ROOT { None } else { abdada::begin(self, node, mv) };
            let before = self.nodes();
            let score = self.search_move(node, &candidate, depth, reduction, tally)?;
            abdada::end(self, begun);
            moves.searched(self, tally, score, self.nodes() - before);
            // 18. Alpha update and beta cut.
            if score > tally.best {
                tally.best = score;
                if score > tally.alpha {
                    tally.best_move = mv;
                    tally.alpha = score;
                    if node.pv {
                        self.data.stack.update_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        let counts = node.pv || extension < Depth::plies(2);
                        self.data.stack.at_mut(node.ply).cutoffs += u32::from(counts);
                        break;
                    }
                    self.reduce_after_alpha_raise(node, score);
                }
            }
            if mv != tally.best_move {
                tally.remember(&candidate);
            }
        }
        Ok(None)
    }
}
