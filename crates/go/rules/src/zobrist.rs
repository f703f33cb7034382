//! Hash keys: a position's hash is the exclusive or of the keys of its stones [zobrist1970].

use zenpuku_core::random::mix;

use crate::{Color, Point, PointSet, Size};

const POINTS: usize = Size::MAX * Size::MAX;

static STONES: [[u64; POINTS]; 2] = stone_keys();

/// The output number `index` of SplitMix64 with seed 0.
const fn key(index: u64) -> u64 {
    mix(index.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

const fn stone_keys() -> [[u64; POINTS]; 2] {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < POINTS {
        keys[0][i] = key(1 + 2 * i as u64);
        keys[1][i] = key(2 + 2 * i as u64);
        i += 1;
    }
    keys
}

/// The key of a stone.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// The key of an empty board of this size.
pub(crate) fn size(size: Size) -> u64 {
    key(1_000_000 + (size.width() * 32 + size.height()) as u64)
}

/// The key of a point that may not be retaken now.
pub(crate) fn ko(point: Point) -> u64 {
    key(2_000_000 + point.index() as u64)
}

/// The key of White to move.
pub(crate) const WHITE_TO_MOVE: u64 = key(3_000_000);

/// The hash of a whole position, computed from scratch.
pub(crate) fn stones<S: PointSet>(board_size: Size, stones: [S; 2]) -> u64 {
    Color::BOTH.iter().fold(size(board_size), |hash, &color| {
        stones[color.index()].iter().fold(hash, |hash, point| hash ^ stone(color, point))
    })
}
