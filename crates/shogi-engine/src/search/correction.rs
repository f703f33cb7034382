//! Correction history: how much searches differed from the evaluation in positions that share a
//! part with this one [chessprogramming]. Switch: `CorrectionHistory`.

use super::history::{LIMIT, adjust};
use super::stack::{NO_MOVE, PIECE_TO};
use zenpuku_gametree::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Position};

/// Entries per part and side to move, a power of two.
const ENTRIES: usize = 1 << 14;
/// Parts of a position with a hash of their own.
const PARTS: usize = 4;

/// The tables of one thread.
pub(crate) struct CorrectionHistory {
    parts: Box<[i16]>,
    /// By side to move and the previous move's (piece, target).
    previous: Box<[i16]>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> Self {
        Self {
            parts: vec![0; Color::COUNT * PARTS * ENTRIES].into(),
            previous: vec![0; Color::COUNT * (PIECE_TO + 1)].into(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.parts.fill(0);
        self.previous.fill(0);
    }

    /// What to add to the evaluation, in centipawns for the side to move. `previous` is the
    /// (piece, target) of the last move, or [`NO_MOVE`].
    #[inline]
    pub(crate) fn correction(&self, position: &Position, previous: usize, params: &Params) -> i32 {
        let mut parts = 0;
        for index in part_indices(position) {
            parts += i32::from(self.parts[index]);
        }
        let last = self.previous[previous_index(position, previous)];
        (parts + i32::from(last)) * params.correction_limit / LIMIT
    }

    /// Learns that a search `depth` plies deep found `score` where the evaluation was `eval`.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        previous: usize,
        (score, eval, depth): (Score, Score, i32),
    ) {
        let bonus = ((score.value() - eval.value()) * 2 * depth).clamp(-LIMIT / 4, LIMIT / 4);
        for index in part_indices(position) {
            adjust(&mut self.parts[index], bonus);
        }
        if previous != NO_MOVE {
            adjust(&mut self.previous[previous_index(position, previous)], bonus);
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

#[inline]
fn previous_index(position: &Position, previous: usize) -> usize {
    position.side_to_move().to_index() * (PIECE_TO + 1) + previous
}
