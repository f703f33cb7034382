//! How kos count in the value of a region.

use zenpuku_go::Color;

/// The treatment of positions that the theory does not allow, if a likely value
/// is better than none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Kos {
    /// A ko, or a position in which neither side wants to move, is an error: values are exact.
    #[default]
    Exact,
    /// The side that takes a ko wins it, unless the other side has an answer
    /// next to it. A position in which neither side wants to move counts without play.
    FirstTaker,
    /// This colour wins every ko, regardless of who takes it first.
    WonBy(Color),
}
