//! Effects on the 25 squares around a king, some squares at a time.

use super::super::layout::Group;
use super::super::neighbours::zone_index;
use super::super::numbers::Numbers;
use super::effects::EffectCounts;
use super::{COLORS, sign};
use zenpuku_shogi::{Color, Position, Square, zone_square};

/// Weights of the squares of a file's five by rank from the lowest: two, two and one. The index is
/// made of the bits of one of the own effects, of two, and the same of the enemy's, a bit a square.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    pairs: [[i32; 256]; 2],
    last: [i32; 16],
}

/// Weights for the king of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    /// By the king's colour, and files between: 0 to 2.
    columns: [[Column; 3]; 2],
    /// What squares off the board are worth beyond squares without effects, by the king's colour
    /// and square.
    beyond: [[i32; 81]; 2],
}

/// The five files of a zone, nine bits each, of which five are used: all with bits 0 and 1.
const PAIR: u64 = 0x3 * FILES;
const FILES: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;

/// Files from the king's.
const DISTANCES: [usize; 5] = [2, 1, 0, 1, 2];

/// The ranks of the zone that are on the board, by the king's rank.
const RANKS: [u64; 9] = {
    let mut ranks = [0; 9];
    let mut king = 0;
    while king < 9 {
        let mut row = 0;
        while row < 5 {
            if king + row >= 2 && king + row < 11 {
                ranks[king] |= FILES << row;
            }
            row += 1;
        }
        king += 1;
    }
    ranks
};

impl Zone {
    pub(super) fn new(numbers: &Numbers) -> Self {
        Self {
            columns: COLORS.map(|us| core::array::from_fn(|files| column(numbers, us, files))),
            beyond: COLORS.map(|us| {
                core::array::from_fn(|king| beyond(numbers, us, Square::from_index(king)))
            }),
        }
    }

    /// The terms for both kings.
    #[inline]
    pub(super) fn sum(&self, position: &Position, counts: &[EffectCounts; 2]) -> i32 {
        let (black, white) = (counts[0].planes(), counts[1].planes());
        self.around(position, Color::BLACK, [black[0], black[1], white[0], white[1]])
            + self.around(position, Color::WHITE, [white[0], white[1], black[0], black[1]])
    }

    #[inline]
    fn around(&self, position: &Position, us: Color, planes: [u128; 4]) -> i32 {
        let Some(king) = position.king(us) else { return 0 };
        let ranks = RANKS[king.rank().to_index()];
        // The lowest file and rank of the zone are 20 squares before the king.
        let zone = |plane: usize| ((planes[plane] << 20) >> king.to_index()) as u64 & ranks;
        let zone = [zone(0), zone(1), zone(2), zone(3)];
        let pair = |row: u32| {
            let bits = |plane: usize| (zone[plane] >> row & PAIR) << (2 * plane);
            bits(0) | bits(1) | bits(2) | bits(3)
        };
        let pairs = [pair(0), pair(2)];
        let bits = |plane: usize| (zone[plane] >> 4 & FILES) << plane;
        let last = bits(0) | bits(1) | bits(2) | bits(3);
        let mut sum = self.beyond[us.to_index()][king.to_index()];
        let columns = &self.columns[us.to_index()];
        for file in 0..5 {
            let column = &columns[DISTANCES[file]];
            sum += column.pairs[0][(pairs[0] >> (9 * file)) as usize & 255]
                + column.pairs[1][(pairs[1] >> (9 * file)) as usize & 255]
                + column.last[(last >> (9 * file)) as usize & 15];
        }
        sum
    }
}

/// Weights of the file at this distance from the king of `us`.
fn column(numbers: &Numbers, us: Color, files: usize) -> Column {
    // `row` counts from the lowest rank; the index counts from the side's far end.
    let square = |row: usize, own: usize, enemy: usize| {
        let row = if us == Color::BLACK { row } else { 4 - row };
        let index = zone_index(row, 2 - files, Some((own, enemy)));
        sign(us) * numbers.of(Group::KingEffects, index)
    };
    let pair = |row: usize, index: usize| {
        let bit = |bit: usize| index >> bit & 1;
        let one =
            |at: usize| square(row + at, bit(at) + 2 * bit(2 + at), bit(4 + at) + 2 * bit(6 + at));
        one(0) + one(1)
    };
    Column {
        pairs: [0, 2].map(|row| core::array::from_fn(|index| pair(row, index))),
        last: core::array::from_fn(|index| square(4, index & 3, index >> 2)),
    }
}

/// The contribution of squares off the board for a king of `us` on `king`.
fn beyond(numbers: &Numbers, us: Color, king: Square) -> i32 {
    let worth = |index: usize, effects: Option<(usize, usize)>| {
        numbers.of(Group::KingEffects, zone_index(index / 5, index % 5, effects))
    };
    let off = (0..25).filter(|&index| zone_square(king, us, index).is_none());
    sign(us) * off.map(|index| worth(index, None) - worth(index, Some((0, 0)))).sum::<i32>()
}
