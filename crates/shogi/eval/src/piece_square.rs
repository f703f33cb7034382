//! Material and the squares of the pieces.

use crate::evaluator::{EvalPart, Evaluator, for_side_to_move};
use crate::tables::PIECE_SQUARE;
use crate::values::PieceValues;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Piece, Position, Square};

/// The state per position, from Black's view in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    material: i32,
    squares: i32,
}

/// Material plus a fixed worth per piece and square.
#[derive(Clone, Debug)]
pub struct PieceSquare {
    values: PieceValues,
    /// The current position last; never empty.
    stack: Vec<Accumulator>,
}

/// Worth of `square` to `piece`, from Black's view.
#[inline]
fn square_value(piece: Piece, square: Square) -> i32 {
    i32::from(PIECE_SQUARE[piece.to_index()][square.to_index()])
}

impl PieceSquare {
    /// An evaluator with the piece values of `params`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        Self { values: PieceValues::new(params), stack: vec![Accumulator::default()] }
    }

    #[inline]
    fn current(&self) -> Accumulator {
        self.stack.last().copied().unwrap_or_default()
    }
}

fn squares(position: &Position) -> i32 {
    Square::iter().map(|square| square_value(position.piece_on(square), square)).sum()
}

#[inline]
fn squares_change(delta: &MoveDelta) -> i32 {
    match *delta {
        MoveDelta::Drop { color, piece_type, to, .. } => {
            square_value(Piece::from_parts(color, piece_type), to)
        }
        MoveDelta::Board { from, to, moved_piece_before, moved_piece_after, captured, .. } => {
            let moved =
                square_value(moved_piece_after, to) - square_value(moved_piece_before, from);
            moved - captured.map_or(0, |captured| square_value(captured.piece, to))
        }
    }
}

impl Evaluator for PieceSquare {
    fn refresh(&mut self, position: &Position) {
        self.stack.clear();
        self.stack.push(Accumulator {
            material: self.values.balance(position),
            squares: squares(position),
        });
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, _after: &Position) {
        let before = self.current();
        self.stack.push(Accumulator {
            material: before.material + self.values.balance_change(delta),
            squares: before.squares + squares_change(delta),
        });
    }

    #[inline]
    fn undo(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let current = self.current();
        for_side_to_move(current.material + current.squares, position)
    }

    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        let (after, to) = (mv.piece_after(), mv.to());
        let mut squares = square_value(after, to) - square_value(position.piece_on(to), to);
        if let Some(from) = mv.from() {
            squares -= square_value(position.piece_on(from), from);
        }
        self.values.move_gain(position, mv) + for_side_to_move(squares, position)
    }

    fn move_gain_is_exact(&self) -> bool {
        true
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        for_side_to_move(self.current().material, position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let current = self.current();
        vec![
            EvalPart { name: "material", cp: for_side_to_move(current.material, position) },
            EvalPart { name: "piece-square", cp: for_side_to_move(current.squares, position) },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Color, PieceType};

    #[test]
    fn tables_are_mirrored_and_turn_with_the_colour() {
        for kind in PieceType::iter() {
            let black = Piece::from_parts(Color::BLACK, kind);
            let white = Piece::from_parts(Color::WHITE, kind);
            for square in Square::iter() {
                let value = square_value(black, square);
                assert_eq!(value, square_value(black, square.mirror_file()));
                assert_eq!(value, -square_value(white, square.flip()));
            }
        }
    }
}
