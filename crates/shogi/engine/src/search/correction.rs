//! Correction history: how much searches differed from the evaluation in positions that share a
//! part with this one, or the last moves [chessprogramming] [stockfish]. Switch:
//! `CorrectionHistory`.

use super::history::{LIMIT, adjust};
use super::stack::{NO_MOVE, PIECE_TO, Stack};
use crate::large_pages::LargePages;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Position};

/// Entries per part and side to move, a power of two.
const ENTRIES: usize = 1 << 14;
/// Parts of a position with a separate hash.
const PARTS: usize = 4;
/// Pairs of moves: the last one, and the one this many plies before the node.
const PAIRS: [usize; 2] = [2, 4];

/// The learning rate and the weight of a table, in 1024ths.
#[derive(Clone, Copy)]
struct Weight {
    learns: i32,
    counts: i32,
}

/// Those of pawns, hands, Black's other pieces, White's other pieces.
#[inline]
const fn part_weights(params: &Params) -> [Weight; PARTS] {
    let pieces =
        Weight { learns: params.correction_pieces_rate, counts: params.correction_pieces_weight };
    [
        Weight { learns: params.correction_pawns_rate, counts: params.correction_pawns_weight },
        Weight { learns: params.correction_hands_rate, counts: params.correction_hands_weight },
        pieces,
        pieces,
    ]
}

/// Those of [`PAIRS`].
#[inline]
const fn pair_weights(params: &Params) -> [Weight; PAIRS.len()] {
    [
        Weight { learns: params.correction_move_2_rate, counts: params.correction_move_2_weight },
        Weight { learns: params.correction_move_4_rate, counts: params.correction_move_4_weight },
    ]
}

/// The result of a search and its node.
pub(crate) struct CorrectionUpdate {
    pub(crate) score: Score,
    pub(crate) eval: Score,
    /// Depth in plies.
    pub(crate) depth: i32,
}

/// The tables of one thread.
pub(crate) struct CorrectionHistory {
    parts: LargePages<i16>,
    /// By the (piece, target) of an own move, or none, and that of the last move.
    pairs: LargePages<i16>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> Self {
        Self {
            parts: LargePages::zeroed(Color::COUNT * PARTS * ENTRIES),
            pairs: LargePages::zeroed((PIECE_TO + 1) * PIECE_TO),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.parts.fill(0);
        self.pairs.fill(0);
    }

    /// Has the memory fetched that [`Self::correction`] of the node at `ply` will read.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, (stack, ply): (&Stack, usize)) {
        part_indices(position).into_iter().for_each(|index| self.parts.prefetch(index));
        pair_indices(stack, ply).into_iter().flatten().for_each(|index| self.pairs.prefetch(index));
    }

    /// What to add to the evaluation of the node at `ply`, in centipawns for the side to move.
    #[inline]
    pub(crate) fn correction(
        &self,
        position: &Position,
        (stack, ply): (&Stack, usize),
        params: &Params,
    ) -> i32 {
        let mut sum = 0;
        for (index, weight) in part_indices(position).into_iter().zip(part_weights(params)) {
            sum += i32::from(self.parts[index]) * weight.counts;
        }
        for (index, weight) in pair_indices(stack, ply).into_iter().zip(pair_weights(params)) {
            if let Some(index) = index {
                sum += i32::from(self.pairs[index]) * weight.counts;
            }
        }
        sum / 1024 * params.correction_limit / LIMIT
    }

    /// Learns from the result of a search at the node at `ply`.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        (stack, ply): (&Stack, usize),
        update: &CorrectionUpdate,
        params: &Params,
    ) {
        let error = (update.score - update.eval).value();
        let rate = if error > 0 { params.correction_rise } else { params.correction_fall };
        let most = LIMIT / 4;
        let bonus = (error * update.depth * rate / 128).clamp(-most, most);
        for (index, weight) in part_indices(position).into_iter().zip(part_weights(params)) {
            adjust(&mut self.parts[index], bonus * weight.learns / 1024);
        }
        for (index, weight) in pair_indices(stack, ply).into_iter().zip(pair_weights(params)) {
            if let Some(index) = index {
                adjust(&mut self.pairs[index], bonus * weight.learns / 1024);
            }
        }
    }
}

#[inline]
fn part_indices(position: &Position) -> [usize; PARTS] {
    let side = position.side_to_move().to_index() * PARTS;
    let [a, b, c, d] = position.part_keys();
    let index = |part: usize, key: u64| (side + part) * ENTRIES + (key as usize & (ENTRIES - 1));
    [index(0, a), index(1, b), index(2, c), index(3, d)]
}

/// `None` after a pass, and at the root.
#[inline]
fn pair_indices(stack: &Stack, ply: usize) -> [Option<usize>; PAIRS.len()] {
    let last = stack.previous(ply, 1);
    let index = |back| (last != NO_MOVE).then(|| stack.previous(ply, back) * PIECE_TO + last);
    [index(PAIRS[0]), index(PAIRS[1])]
}
