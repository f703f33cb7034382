//! The depths at which the prunings act, and the values to which they apply.

use zenpuku_core::Score;

/// From here on a value is a mate or foretells one: margins and lines do not apply to it.
pub(super) const DECIDED: i32 = zenpuku_shogi_learn::leaf::DECIDED;
/// The greatest depth at which futility pruning cuts, in plies: frontier and pre-frontier nodes.
pub(super) const FUTILITY_DEPTH: u32 = 2;
/// The least depth at which ProbCut cuts, in plies: its shallow search is two plies shallower.
pub(super) const PROBCUT_DEPTH: u32 = 3;
/// How much shallower the search of ProbCut is, in plies.
pub(super) const PROBCUT_REDUCTION: u32 = 2;

/// Is it a value to which margins and lines apply?
pub(super) fn is_plain(value: Score) -> bool {
    value.abs() < Score::new(DECIDED)
}
