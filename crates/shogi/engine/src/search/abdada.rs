//! ABDADA [weill1996] in the simplified form of [kerrigan2017]: a thread defers
//! moves that others are currently searching, and finds their results in the
//! table later. Switch: `DeferBusyMoves`.

use super::Searcher;
use super::node_state::Node;
use super::tally::Tally;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use core::sync::atomic::{AtomicU64, Ordering};
use zenpuku_shogi::Move;

/// Least remaining depth at which moves are deferred; below it, the test costs more than it saves.
const MIN_DEPTH: Depth = Depth::plies(3);

/// Slots of the table, a power of two; each holds one position being searched.
const SLOTS: usize = 1 << 12;

/// Maximum number of deferred moves of one node; further ones are searched in order.
const MOST_DEFERRED: usize = 16;

/// The positions being searched by any thread. Wrong answers only cost time.
pub(crate) struct Abdada(Box<[AtomicU64]>);

impl Abdada {
    pub(crate) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % SLOTS]
    }
}

/// The moves of one node that wait for its other moves.
pub(super) struct Deferred {
    moves: [Move; MOST_DEFERRED],
    count: usize,
    next: usize,
}

impl Deferred {
    pub(super) const fn new() -> Self {
        Self { moves: [Move::NONE; MOST_DEFERRED], count: 0, next: 0 }
    }

    /// The next deferred move; after the first call, no further move is deferred.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let mv = (self.next < self.count).then(|| self.moves[self.next]);
        self.next += 1;
        mv
    }

    #[inline]
    fn push(&mut self, mv: Move) -> bool {
        let room = self.next == 0 && self.count < MOST_DEFERRED;
        if room {
            self.moves[self.count] = mv;
            self.count += 1;
        }
        room
    }
}

/// Puts the move off if it is not the node's first and another thread is searching it.
#[inline]
pub(super) fn puts_off<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    tally: &Tally,
    mv: Move,
    deferred: &mut Deferred,
) -> bool {
    let Some(abdada) = &searcher.shared.abdada else { return false };
    if node.depth < MIN_DEPTH || tally.seen == 0 {
        return false;
    }
    let key = searcher.position.key_after(mv);
    abdada.slot(key).load(Ordering::Relaxed) == key && deferred.push(mv)
}

/// Marks the move of `node` as being searched, for the other threads; the
/// result is passed to [`end`].
#[inline]
pub(super) fn begin<O: SearchObserver>(
    searcher: &Searcher<'_, O>,
    node: &Node,
    mv: Move,
) -> Option<u64> {
    let abdada = searcher.shared.abdada.as_ref().filter(|_| node.depth >= MIN_DEPTH)?;
    let key = searcher.position.key_after(mv);
    abdada.slot(key).store(key, Ordering::Relaxed);
    Some(key)
}

/// Removes the mark of [`begin`], unless another position has taken the slot.
#[inline]
pub(super) fn end<O: SearchObserver>(searcher: &Searcher<'_, O>, begun: Option<u64>) {
    let (Some(abdada), Some(key)) = (&searcher.shared.abdada, begun) else { return };
    let slot = abdada.slot(key);
    if slot.load(Ordering::Relaxed) == key {
        slot.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Color, File, PieceType, Rank, Square};

    #[test]
    fn deferred_moves_come_once_and_in_order_and_none_is_put_off_after_that() {
        let moves = [PieceType::PAWN, PieceType::LANCE, PieceType::GOLD].map(|kind| {
            Move::drop(kind, Square::from_file_rank(File::FILE_5, Rank::RANK_5), Color::Black)
        });
        let mut deferred = Deferred::new();
        for mv in moves {
            assert!(deferred.push(mv));
        }
        for mv in moves {
            assert_eq!(deferred.next(), Some(mv));
            assert!(!deferred.push(mv));
        }
        assert_eq!(deferred.next(), None);
    }

    #[test]
    fn more_moves_than_there_is_room_for_are_not_put_off() {
        let mut deferred = Deferred::new();
        let taken = (0..MOST_DEFERRED + 3).filter(|_| deferred.push(Move::RESIGN)).count();
        assert_eq!(taken, MOST_DEFERRED);
    }
}
