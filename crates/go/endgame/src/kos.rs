//! How kos count in the value of a region.

use zenpuku_go::Color;

/// What becomes of what the theory does not allow, where a likely value is better than none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Kos {
    /// A ko and a position in which nobody wants to move are errors: what is found is exact.
    #[default]
    Exact,
    /// Who takes a ko wins it, unless the other side has an answer beside it. A position in which nobody wants to move counts as it stands.
    FirstTaker,
    /// This colour wins every ko, whoever takes it first.
    WonBy(Color),
}
