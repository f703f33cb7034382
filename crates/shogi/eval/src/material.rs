//! Material only: the smallest evaluation [bonanza2006].

use crate::evaluator::{EvalPart, Evaluator, for_side_to_move};
use crate::values::PieceValues;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Position};

/// The material balance: worth of the pieces on the board and in hand, side against side.
#[derive(Clone, Debug)]
pub struct Material {
    values: PieceValues,
    /// Balance from Black's view, the current position last; never empty.
    stack: Vec<i32>,
}

impl Material {
    /// An evaluator with the piece values of `params`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        Self { values: PieceValues::new(params), stack: vec![0] }
    }

    #[inline]
    fn current(&self) -> i32 {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl Evaluator for Material {
    fn refresh(&mut self, position: &Position) {
        self.stack.clear();
        self.stack.push(self.values.balance(position));
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, _after: &Position) {
        self.stack.push(self.current() + self.values.balance_change(delta));
    }

    #[inline]
    fn undo(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.material(position)
    }

    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.values.move_gain(position, mv)
    }

    fn move_gain_is_exact(&self) -> bool {
        true
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        for_side_to_move(self.current(), position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        vec![EvalPart { name: "material", cp: self.material(position) }]
    }
}
