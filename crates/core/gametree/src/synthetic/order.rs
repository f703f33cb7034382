//! Trees with their moves in best, worst or random order.

use super::tree::ExplicitTree;
use zenpuku_core::random::SplitMix64;

/// In which order a tree's moves are tried, judged by their true values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Order {
    /// Best move first everywhere: the optimal tree of Knuth and Moore.
    Best,
    /// Worst move first everywhere.
    Worst,
    /// Any order.
    Random,
}

impl Order {
    /// All orders, the best first.
    pub const ALL: [Order; 3] = [Order::Best, Order::Random, Order::Worst];

    /// `best`, `worst` or `random`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Order::Best => "best",
            Order::Worst => "worst",
            Order::Random => "random",
        }
    }
}

impl ExplicitTree {
    /// The same tree with its moves in another order; the seed is for
    /// [`Order::Random`]. Moves of equal value keep their order.
    #[must_use]
    pub fn ordered(&self, order: Order, seed: u64) -> ExplicitTree {
        let mut tree = self.clone();
        let values = self.solve();
        let mut rng = SplitMix64::new(seed);
        tree.rearrange(|children| match order {
            // A child's value is its mover's, so the least is the best for the parent.
            Order::Best => children.sort_by_key(|child| values[child.index()]),
            Order::Worst => children.sort_by_key(|child| -values[child.index()]),
            Order::Random => rng.shuffle(children),
        });
        tree
    }
}
