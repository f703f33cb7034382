//! Comparison training of the classic evaluation: a move that an expert played should look better
//! than the moves he did not play [bonanza2006] [hoki-kaneko2014].
//!
//! For every position of the games the quiescence search ([`crate::leaf`]) leads from the move played and from each
//! alternative to a quiet leaf. With the value `v(m)` of the leaf of `m` for the side to move, the
//! objective is the mean over the positions of `sum over m of T(v(m) - v(played))`, with the
//! sigmoid `T(x) = 1 / (1 + exp(-x / steepness))`: roughly the number of moves that the evaluation
//! prefers to the expert's. Added is a penalty on the squared distance of the weights from where
//! they started. Weights used alone keep the exchange of a pawn at 100, and the sum of the other
//! piece values constant, so that the scale cannot drift. Together with a network `v(m)` is the
//! mean with its value, which fixes the scale.
//!
//! - [`games`]: the experts' games;
//! - [`objective`]: the objective and its gradient;
//! - [`weights`]: the weights as sums of own parts and parts of families;
//! - [`descent`]: the optimiser;
//! - [`trainer`]: batches, threads, validation;
//! - [`curve`]: the results of each epoch.

pub mod curve;
pub(crate) mod descent;
pub mod games;
pub mod objective;
pub mod trainer;
pub mod weights;
