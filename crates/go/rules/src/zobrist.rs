//! Hash keys: a position's hash is the exclusive or of the keys of its stones [zobrist1970].

use crate::{Color, Point, PointSet, Size};

const POINTS: usize = Size::MAX * Size::MAX;

static STONES: [[u64; POINTS]; 2] = stone_keys();

/// One step of SplitMix64: seeds differ by the golden ratio, outputs are well mixed.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn stone_keys() -> [[u64; POINTS]; 2] {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < POINTS {
        keys[0][i] = mix(1 + 2 * i as u64);
        keys[1][i] = mix(2 + 2 * i as u64);
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
    mix(1_000_000 + (size.width() * 32 + size.height()) as u64)
}

/// The key of a point that may not be retaken now.
pub(crate) fn ko(point: Point) -> u64 {
    mix(2_000_000 + point.index() as u64)
}

/// The key of White to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(3_000_000);

/// The hash of a whole position, from nothing.
pub(crate) fn stones<S: PointSet>(board_size: Size, stones: [S; 2]) -> u64 {
    Color::BOTH.iter().fold(size(board_size), |hash, &color| {
        stones[color.index()].iter().fold(hash, |hash, point| hash ^ stone(color, point))
    })
}
