//! The evaluation of Bonanza's appendix: many small features, each with a learned weight
//! [bonanza2006], and two groups of ours beside them ([`GroupSet::APPENDIX`] leaves these out).
//!
//! A position switches features on for Black (+1) and for White (-1, seen from White's side of
//! the board), so exchanging the colours negates the value; indices do not tell left from right,
//! so a mirror image is worth the same. The value is the dot product of the features with the
//! [`Weights`]. Each [`Group`] of features can be left out.
//!
//! A learner asks for [`features`] and writes [`Weights`]; the evaluation adds up the same without
//! listing it, and keeps what it can from move to move.

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
