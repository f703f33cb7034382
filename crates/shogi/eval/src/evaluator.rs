//! The boundary between search and evaluation.

use zenpuku_shogi::{Move, MoveDelta, Position};

/// One named term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalPart {
    /// The name of the term, for example `material`.
    pub name: &'static str,
    /// Its worth in centipawns for the side to move.
    pub cp: i32,
}

/// A static evaluation that follows a game or a search.
///
/// Call [`Evaluator::refresh`] once at a root, then [`Evaluator::apply`] after each move played
/// and [`Evaluator::undo`] for each move taken back. A pass (null move) does not change an
/// evaluator's state, so it is not passed on. After warm-up there are no allocations.
pub trait Evaluator {
    /// Computes everything from `position` and drops the earlier moves.
    fn refresh(&mut self, position: &Position);

    /// Follows a move. `after` is the position in which `delta` has happened.
    fn apply(&mut self, delta: &MoveDelta, after: &Position);

    /// Undoes the last move of [`Evaluator::apply`]; does nothing without one.
    fn undo(&mut self);

    /// The value of `position`, the current one, in centipawns for the side to move.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// The value of any `position`: [`Evaluator::refresh`], then [`Evaluator::evaluate`].
    fn evaluate_afresh(&mut self, position: &Position) -> i32 {
        self.refresh(position);
        self.evaluate(position)
    }

    /// How much the side that plays `mv` can expect its evaluation to rise, in centipawns:
    /// the gain by capture and promotion plus the change of the moved piece's own terms,
    /// `Mcap(m) + Mpiece-king(m)` of formula (8) [bonanza2006]. The slack `Vmax(m)` for all
    /// other terms belongs to the search.
    fn move_gain(&self, position: &Position, mv: Move) -> i32;

    /// Is [`Evaluator::move_gain`] exact, so that no slack `Vmax(m)` is needed?
    fn move_gain_is_exact(&self) -> bool {
        false
    }

    /// The material balance alone, in centipawns for the side to move: M of formulas (3) to (5)
    /// [bonanza2006].
    fn material(&self, position: &Position) -> i32;

    /// The evaluation taken apart; the parts add up to [`Evaluator::evaluate`].
    fn parts(&mut self, position: &Position) -> Vec<EvalPart>;
}

/// `value`, which counts for Black, from the view of the side to move.
#[inline]
pub(crate) fn for_side_to_move(value: i32, position: &Position) -> i32 {
    // Branch-free: the sign is data, and the side to move alternates unpredictably in a search.
    let sign = 1 - 2 * i32::from(position.side_to_move().raw());
    value * sign
}
