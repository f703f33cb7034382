//! The linear sum of the goals paper's programs: material, the activity of the pieces by their
//! squares, and the safety of the kings [goals2001] 3.1.

use crate::evaluator::{EvalPart, Evaluator};
use crate::king_distance::KingDistance;
use crate::piece_square::PieceSquare;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Position};

/// [`PieceSquare`] plus the distance terms of [`KingDistance`].
#[derive(Clone, Debug)]
pub struct Linear {
    squares: PieceSquare,
    kings: KingDistance,
}

impl Linear {
    /// An evaluator with the piece values of `params`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        Self { squares: PieceSquare::new(params), kings: KingDistance::new(params) }
    }
}

impl Evaluator for Linear {
    fn refresh(&mut self, position: &Position) {
        self.squares.refresh(position);
        self.kings.refresh(position);
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.squares.apply(delta, after);
        self.kings.apply(delta, after);
    }

    #[inline]
    fn undo(&mut self) {
        self.squares.undo();
        self.kings.undo();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.squares.evaluate(position) + self.kings.kings(position)
    }

    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.squares.move_gain(position, mv) + KingDistance::kings_gain(position, mv)
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        self.squares.material(position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let mut parts = self.squares.parts(position);
        parts.push(EvalPart { name: "king-distance", cp: self.kings.kings(position) });
        parts
    }
}
