//! Static evaluation of shogi positions.
//!
//! The boundary is [`Evaluator`]: the search reports changes of the position, and the
//! evaluator keeps its accumulators on its own stack. The law, checked by a property
//! test for every evaluator: the incrementally updated value equals the one that
//! [`Evaluator::refresh`] computes from the position.
//!
//! Values are centipawns, where a pawn on the board or in hand is worth
//! [`zenpuku_params::Params::pawn_value`].
#![deny(unsafe_code)]

mod any;
mod calibration;
pub mod classic;
mod container;
mod ensemble;
mod evaluator;
mod file_error;
mod king_distance;
mod linear;
mod material;
pub mod nnue;
mod own;
mod piece_square;
mod tables;
mod values;

pub use any::{AnyEvaluator, EvalData, EvalKind, UnknownEvaluator};
pub use calibration::{
    Calibration, CpScale, MOST_SHOWN, SHOWN_SCALE, factors as calibration_factors, points_in_hand,
};
pub use ensemble::Ensemble;
pub use evaluator::{EvalPart, Evaluator};
pub use king_distance::KingDistance;
pub use linear::Linear;
pub use material::Material;
pub use own::{OwnEvaluation, OwnEvaluator};
pub use piece_square::PieceSquare;
pub use values::PieceValues;
