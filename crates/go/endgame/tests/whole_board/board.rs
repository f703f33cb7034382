//! The rules of a small board on masks: simple ko, suicide forbidden.

use std::ops::Deref;

use zenpuku_go::{Board, Color};

use crate::masks::{Masks, lowest};

/// The board's masks and its symmetries.
pub(crate) struct Shape {
    masks: Masks,
    /// By third of a mask and its nine bits: the images under the board's symmetries.
    images: Vec<[u32; 8]>,
}

impl Deref for Shape {
    type Target = Masks;

    fn deref(&self) -> &Masks {
        &self.masks
    }
}

impl Shape {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let area = width * height;
        let turned = |point: u32, symmetry: u32| {
            let (mut x, mut y) = (point % width, point / width);
            if symmetry & 1 != 0 {
                x = width - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = height - 1 - y;
            }
            let (x, y) = if symmetry & 4 != 0 && width == height { (y, x) } else { (x, y) };
            1 << (y * width + x)
        };
        let image = |number: u32, symmetry: u32| {
            let points =
                (0..9).filter(|bit| number >> bit & 1 == 1).map(|bit| number / 512 * 9 + bit);
            points.filter(|&point| point < area).fold(0, |set, point| set | turned(point, symmetry))
        };
        let images = (0..3 * 512).map(|number| std::array::from_fn(|i| image(number, i as u32)));
        Self { masks: Masks::new(width, height), images: images.collect() }
    }

    fn turned(&self, mask: u32) -> [u32; 8] {
        let part = |i: u32| &self.images[(i * 512 + (mask >> (9 * i) & 511)) as usize];
        let parts = [part(0), part(1), part(2)];
        std::array::from_fn(|i| parts[0][i] | parts[1][i] | parts[2][i])
    }

    /// All of a position, the same for its turned and mirrored images. Never 0.
    pub(crate) fn key(&self, at: &Position) -> u64 {
        let [black, white] = at.stones.map(|mask| self.turned(mask));
        let ko = self.turned(at.ko);
        let one = |i: usize| {
            let stones = u64::from(black[i]) << self.area() | u64::from(white[i]);
            stones << 6 | u64::from(ko[i].trailing_zeros())
        };
        let least = (0..8).map(one).min().unwrap_or_default();
        least << 1 | u64::from(at.white)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Position {
    /// Black's and White's.
    pub(crate) stones: [u32; 2],
    /// The point that may not be retaken.
    pub(crate) ko: u32,
    /// Whether White is to move.
    pub(crate) white: bool,
}

impl Position {
    pub(crate) fn of(board: &Board<u64>) -> Self {
        let stones = Color::BOTH.map(|color| board.stones(color) as u32);
        let ko = board.ko().map_or(0, |point| 1 << point.index());
        Self { stones, ko, white: board.to_move() == Color::White }
    }

    pub(crate) fn empty(&self, shape: &Shape) -> u32 {
        shape.full & !(self.stones[0] | self.stones[1])
    }

    pub(crate) fn passed(&self) -> Self {
        Self { ko: 0, white: !self.white, ..*self }
    }

    pub(crate) fn played(&self, shape: &Shape, point: u32) -> Option<Self> {
        let (own, other) =
            (self.stones[usize::from(self.white)], self.stones[usize::from(!self.white)]);
        let (near, left) = (shape.near(point), self.empty(shape) & !point);
        let captured = captured(shape, near & other, other, left);
        let left = left | captured;
        if near & left == 0 && shape.near(shape.chain(point, own | point)) & left == 0 {
            return None;
        }
        let retakes = captured.count_ones() == 1 && near & own == 0 && near & left == captured;
        let mut stones = [own | point, other & !captured];
        if self.white {
            stones.swap(0, 1);
        }
        Some(Self { stones, ko: if retakes { captured } else { 0 }, white: !self.white })
    }
}

/// The chains among the stones, of those touched, that have no liberty left.
fn captured(shape: &Shape, mut touched: u32, stones: u32, left: u32) -> u32 {
    let mut captured = 0;
    while touched != 0 {
        let chain = shape.chain(lowest(touched), stones);
        if shape.near(chain) & left == 0 {
            captured |= chain;
        }
        touched &= !chain;
    }
    captured
}
