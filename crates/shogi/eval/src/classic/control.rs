//! Features of who attacks what: every square of the board, and every piece.
//! Not in the paper; [yaneuraou] shows that effects by the king's square make a
//! strong evaluation.

use super::layout::CONTROLS;
use super::neighbours::king_square_index;
use super::view::{Place, View, kind_code};
use zenpuku_shogi::{Color, EffectMap, Square};

/// [`super::Group::SquareControl`].
pub(super) fn square_control(view: &View<'_>, effects: &EffectMap, each: &mut impl FnMut(usize)) {
    let Some(king) = view.king else { return };
    for square in Square::iter() {
        let piece = view.position.piece_on(square);
        let owner = (!piece.is_empty()).then(|| piece.color());
        let control = control(view.us, owner, counts(view.us, effects, square));
        each(square_control_index(king, view.place(square), control));
    }
}

/// Index of a king, a square and what [`control`] says of the square.
#[inline]
pub(super) fn square_control_index(king: Place, square: Place, control: usize) -> usize {
    king_square_index(king, square) * CONTROLS + control
}

/// Index of the owner of a piece on a square with the own and enemy effects on it.
#[inline]
pub(super) fn control(us: Color, owner: Option<Color>, counts: (usize, usize)) -> usize {
    let occupant = match owner {
        None => 0,
        Some(owner) if owner == us => 1,
        Some(_) => 2,
    };
    occupant * 9 + pattern(counts)
}

/// [`super::Group::PieceControl`].
pub(super) fn piece_control(view: &View<'_>, effects: &EffectMap, each: &mut impl FnMut(usize)) {
    let to_move = view.position.side_to_move() == view.us;
    for square in view.position.pieces_of(view.us).iter() {
        let kind = kind_code(view.position.piece_on(square).piece_type());
        let rank = view.place(square).rank as usize;
        each(piece_control_index(kind, rank, to_move, counts(view.us, effects, square)));
    }
}

/// Index of a piece by kind and rank, with own and enemy effects on it.
#[inline]
pub(super) fn piece_control_index(
    kind: usize,
    rank: usize,
    to_move: bool,
    counts: (usize, usize),
) -> usize {
    ((kind * 9 + rank) * 2 + usize::from(to_move)) * 9 + pattern(counts)
}

/// Own and enemy effects on a square.
fn counts(us: Color, effects: &EffectMap, square: Square) -> (usize, usize) {
    let count = |color| effects.count(color, square).into();
    (count(us), count(us.flip()))
}

/// Number of own and enemy effects, more than two counting as two.
#[inline]
fn pattern((own, enemy): (usize, usize)) -> usize {
    own.min(2) * 3 + enemy.min(2)
}
