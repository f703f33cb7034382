//! The steps of a node, one file per technique.
//!
//! A step answers with a score, which cuts the node, or with a verdict on a move. Each names
//! its source and its switch in the table of parameters.

pub(super) mod aspiration;
pub(super) mod capture_prob_cut;
pub(super) mod check_extension;
pub(super) mod declaration;
pub(super) mod extension;
pub(super) mod former_pv;
pub(super) mod forward_pruning;
pub(super) mod futility;
pub(crate) mod goals;
pub(super) mod hindsight;
pub(super) mod history_pruning;
pub(super) mod improving;
pub(super) mod internal_deepening;
pub(super) mod internal_reduction;
pub(super) mod late_move_pruning;
pub(crate) mod late_move_reduction;
pub(crate) mod mate_beside;
pub(super) mod mate_distance;
pub(super) mod mate_in_one;
pub(super) mod move_futility;
pub(super) mod null_move;
pub(super) mod one_reply_extension;
pub(super) mod prob_cut;
pub(super) mod quiescence_limits;
pub(super) mod razoring;
pub(super) mod recapture_extension;
pub(super) mod reverse_futility;
pub(super) mod see_pruning;
pub(super) mod selective_width;
pub(super) mod singular_extension;
pub(super) mod static_eval;
pub(super) mod table_cut;
pub(super) mod upcoming_repetition;
