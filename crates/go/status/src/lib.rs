//! The status of chains and points in the endgame: living, dead and seki
//! groups, territory, and the basis of each result.
//!
//! [`judge`] gives a [`StatusMap`]. What holds *unconditionally* [benson1976] or is *proved* if every move is
//! answered, by static rules [mueller1997] or by a local search whose strategy is checked on its own, is never wrong; the
//! rest is *assumed*: what seeded random games make likely, sharpened by a local search for life and death
//! ([`Problem`]) between chains that nearly always live, with a chance. [`Place`] plays games in one place alone. No network
//! and no opening knowledge is used.
#![forbid(unsafe_code)]

mod bent_four;
mod chance;
mod fortress;
mod image;
mod judge;
mod life_and_death;
mod ownership;
mod place;
mod playout;
mod playout_board;
mod random;
mod reading;
mod seki;
mod status;
mod tree;

pub use bent_four::{BentFour, bent_fours};
pub use judge::{JudgeOptions, judge};
pub use life_and_death::{Defence, Fate, Keep, Problem, Verdict};
pub use ownership::{Ownership, Promising, Search};
pub use place::{Place, PlaceGames, PlaceMove};
pub use random::Random;
pub use status::{ChainStatus, PointStatus, Status, StatusBasis, StatusMap};
