//! Results as data: for the JSON of the command line, the app's page, and Python.
//!
//! Points are named as in GTP (`C3`), moves too (`C3`, `pass`). Scores are points for Black, without
//! komi. Colours are `black` and `white`.

mod regions;
mod review;
mod solution;
mod status;

use zenpuku_go::{Move, PointSet as _, Size, Wide};

pub use regions::{
    KoBounds, KoThermograph, KoValues, LocalMove, Regions, SolvedRegion, Teire, UnsolvedRegion,
};
pub use review::ReviewedMove;
pub use solution::{Answer, BentFours, Candidate, ScoreRange, Solution};
pub use status::{ChainStatus, Estimate, PointStatus, Status};

/// The points of a set, row by row from the top.
#[must_use]
pub fn points(size: Size, points: Wide) -> Vec<String> {
    points.iter().map(|point| size.vertex(point)).collect()
}

/// The names of moves.
#[must_use]
pub fn moves(size: Size, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| size.move_name(mv)).collect()
}
