//! The evaluation of Bonanza's appendix: many small features, each with a learned weight
//! [bonanza2006], and two groups of ours ([`GroupSet::APPENDIX`] leaves these out).
//!
//! A position switches features on for Black (+1) and for White (-1, seen from White's side of
//! the board), so exchanging the colours negates the value; indices do not distinguish left
//! from right, so a mirror image has the same value. The value is the dot product of the
//! features with the [`Weights`]. Each [`Group`] of features can be left out.
//!
//! A learner uses [`features`] and writes [`Weights`]; the evaluation computes
//! the same sum without listing features, and updates it incrementally.

mod control;
mod evaluator;
mod families;
mod features;
mod layout;
mod neighbours;
mod numbers;
mod pieces;
mod sums;
mod view;
mod weights;

pub use evaluator::Classic;
pub use families::{FAMILIES, families};
pub use features::{FeatureList, features};
pub use layout::{Group, GroupSet, UnknownGroup, WEIGHTS};
pub use weights::{UNIT, Weights};
