//! A seeded generator for random games.

/// xorshift64*: small, fast, and the same on every machine.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // A state of 0 would stay 0.
        Self((seed ^ 0x9E37_79B9_7F4A_7C15) | 1 << 63)
    }

    /// A number below `bound`, which must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Whether something of this chance, in 256ths, happens.
    #[inline]
    pub fn chance(&mut self, in_256: u32) -> bool {
        self.below(256) < in_256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_the_bound_and_follow_from_the_seed() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..1000).map(|_| random.below(7)).collect::<Vec<_>>()
        };
        assert!(draw(1).iter().all(|&n| n < 7));
        assert!((0..7).all(|n| draw(1).contains(&n)));
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
    }
}
