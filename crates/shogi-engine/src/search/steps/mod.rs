//! The steps of a node, one file per technique.
//!
//! A step answers with a score, which cuts the node, or with a verdict on a move. Each names
//! its source and its switch in the table of parameters.

pub(super) mod check_extension;
pub(super) mod declaration;
pub(super) mod internal_deepening;
pub(crate) mod late_move_reduction;
pub(super) mod mate_distance;
pub(super) mod mate_in_one;
pub(super) mod move_futility;
pub(super) mod null_move;
pub(super) mod reverse_futility;
pub(super) mod static_eval;
pub(super) mod table_cut;
