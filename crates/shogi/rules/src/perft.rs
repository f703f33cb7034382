//! Perft: counting the positions at a depth, the proof of a move generator.

use crate::move_list::MoveList;
use crate::moves::Move;
use crate::position::Position;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Counts the leaves of all legal lines of `depth` plies. The last ply is
/// counted from the generator without being played ("bulk").
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    Walk::new(depth).bulk(&mut position.without_history(), depth)
}

/// As [`perft`], but every leaf is played and taken back.
#[must_use]
pub fn perft_plain(position: &Position, depth: u8) -> u64 {
    Walk::new(depth).plain(&mut position.without_history(), depth)
}

/// Leaves below each legal move, in the generator's order; empty at depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    divide_parallel(position, depth, 1)
}

/// As [`perft`], on `threads` threads (at least one).
#[must_use]
pub fn perft_parallel(position: &Position, depth: u8, threads: usize) -> u64 {
    match depth {
        0 | 1 => perft(position, depth),
        _ => divide_parallel(position, depth, threads).iter().map(|&(_, leaves)| leaves).sum(),
    }
}

/// As [`divide`], on `threads` threads (at least one).
#[must_use]
pub fn divide_parallel(position: &Position, depth: u8, threads: usize) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let next = AtomicUsize::new(0);
    let worker = || count_moves(position, &moves, below, &next);
    let mut counts: Vec<(usize, u64)> = if threads <= 1 {
        worker()
    } else {
        thread::scope(|scope| {
            let handles: Vec<_> =
                (0..threads.min(moves.len())).map(|_| scope.spawn(worker)).collect();
            handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
        })
    };
    counts.sort_unstable();
    counts.into_iter().map(|(index, leaves)| (moves[index], leaves)).collect()
}

/// Takes moves from the common list until none is left.
fn count_moves(
    position: &Position,
    moves: &MoveList,
    below: u8,
    next: &AtomicUsize,
) -> Vec<(usize, u64)> {
    let mut position = position.without_history();
    let mut walk = Walk::new(below);
    let mut counts = Vec::new();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(&mv) = moves.get(index) else { return counts };
        position.do_move(mv);
        counts.push((index, walk.bulk(&mut position, below)));
        position.undo_move(mv);
    }
}

/// One list of moves per ply.
struct Walk {
    lists: Vec<MoveList>,
}

impl Walk {
    fn new(depth: u8) -> Self {
        Self { lists: vec![MoveList::new(); usize::from(depth)] }
    }

    fn bulk(&mut self, position: &mut Position, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => position.count_legal_moves().into(),
            _ => bulk(position, &mut self.lists),
        }
    }

    fn plain(&mut self, position: &mut Position, depth: u8) -> u64 {
        plain(position, &mut self.lists[..usize::from(depth)])
    }
}

/// Bulk count for the depth that equals the number of lists, at least 2.
fn bulk(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    let depth = lists.len();
    let Some((list, rest)) = lists.split_last_mut() else { return 1 };
    position.legal_moves(list);
    let mut leaves = 0;
    for &mv in &*list {
        position.do_move(mv);
        leaves +=
            if depth == 2 { position.count_legal_moves().into() } else { bulk(position, rest) };
        position.undo_move(mv);
    }
    leaves
}

fn plain(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_last_mut() else { return 1 };
    position.legal_moves(list);
    let mut leaves = 0;
    for &mv in &*list {
        position.do_move(mv);
        leaves += plain(position, rest);
        position.undo_move(mv);
    }
    leaves
}
