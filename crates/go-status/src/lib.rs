//! The status of chains and points in the endgame: who is alive, dead, in seki, whose territory is whose, and by what
//! that is known.
//!
//! [`judge`] gives a [`StatusMap`]. What holds *unconditionally* [benson1976] or is *proved* if every move is
//! answered [mueller1997] is never wrong; the rest is *assumed*: what seeded random games make likely, with a
//! chance. No network and no opening knowledge is used.
#![forbid(unsafe_code)]

mod judge;
mod ownership;
mod playout;
mod quick_board;
mod random;
mod status;
mod tree;

pub use judge::{JudgeOptions, judge};
pub use ownership::{Ownership, Promising, Search};
pub use random::Random;
pub use status::{ChainStatus, How, PointStatus, Status, StatusMap};
