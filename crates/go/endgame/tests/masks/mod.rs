//! Sets of a small board's points as masks, written down apart from the library that is tested.

/// The board's masks, one bit a point, row by row; at most 25 points.
pub(crate) struct Masks {
    pub(crate) width: u32,
    pub(crate) full: u32,
    /// The leftmost and the rightmost column.
    pub(crate) rims: [u32; 2],
}

impl Masks {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let column = (0..height).fold(0, |mask, y| mask | 1 << (y * width));
        let full = (1 << (width * height)) - 1;
        Self { width, full, rims: [column, column << (width - 1)] }
    }

    pub(crate) fn area(&self) -> u32 {
        self.full.count_ones()
    }

    /// The points adjacent to those of `mask`.
    pub(crate) fn near(&self, mask: u32) -> u32 {
        let sideways = (mask & !self.rims[1]) << 1 | (mask & !self.rims[0]) >> 1;
        (sideways | mask << self.width | mask >> self.width) & self.full & !mask
    }

    /// The points connected with `seed` within a set.
    pub(crate) fn chain(&self, seed: u32, within: u32) -> u32 {
        let mut chain = seed;
        loop {
            let grown = chain | self.near(chain) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// The connected parts of a set.
    pub(crate) fn chains(&self, mut set: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::from_fn(move || {
            let seed = lowest(set);
            (seed != 0).then(|| {
                let chain = self.chain(seed, set);
                set &= !chain;
                chain
            })
        })
    }
}

/// The first point of a set.
pub(crate) fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}
