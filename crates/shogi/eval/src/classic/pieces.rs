//! Features of single pieces: material, effects, mobility, pins, pawns and lines.

use super::layout::{CODES, OCCUPANTS};
use super::view::{View, kind_code};
use zenpuku_shogi::{HandPiece, PieceType, Position, SLIDERS, Square};

/// [`super::Group::Material`].
#[inline]
pub(super) fn material(view: &View<'_>, each: &mut impl FnMut(usize)) {
    for square in view.position.pieces_of(view.us).iter() {
        let kind = view.position.piece_on(square).piece_type();
        if kind != PieceType::KING {
            each(kind_code(kind));
        }
    }
    let hand = view.position.hand(view.us);
    for piece in HandPiece::iter() {
        let index = 13 + kind_code(piece.to_piece_type());
        (0..hand.count(piece)).for_each(|_| each(index));
    }
}

/// The kinds whose effects count.
pub(super) const ATTACKERS: [PieceType; 6] = [
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::HORSE,
    PieceType::DRAGON,
];

/// [`super::Group::PieceEffects`].
pub(super) fn effects(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    for (attacker, kind) in ATTACKERS.into_iter().enumerate() {
        for square in view.own(kind) {
            let reached = view.position.attacks_from(square) & view.position.occupied();
            for target in reached.iter() {
                each(effect_index(attacker, view.code(view.position.piece_on(target))));
            }
        }
    }
}

/// Index of one of [`ATTACKERS`] and the code of a piece it attacks.
#[inline]
pub(super) const fn effect_index(attacker: usize, code: usize) -> usize {
    attacker * CODES + code
}

/// [`super::Group::Mobility`].
pub(super) fn mobility(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    for (slider, kind) in SLIDERS.into_iter().enumerate() {
        for square in view.own(kind) {
            each(mobility_index(slider, view.position.mobility(square) as usize));
        }
    }
}

/// Index of `slider` with a number of squares to move to.
#[inline]
pub(super) fn mobility_index(slider: usize, squares: usize) -> usize {
    slider * 21 + squares.min(20)
}

/// [`super::Group::Pins`].
pub(super) fn pins(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    let Some(king) = view.position.king(view.us) else { return };
    for pin in view.position.pins(view.us) {
        let kind_on = |square: Square| view.position.piece_on(square).piece_type();
        let pinner = kind_on(pin.pinner);
        let Some(slider) = SLIDERS.into_iter().position(|kind| kind == pinner) else { continue };
        let distance = king.distance(pin.pinned).clamp(1, 8) as usize - 1;
        each((kind_code(kind_on(pin.pinned)) * SLIDERS.len() + slider) * 8 + distance);
    }
}

/// Colour of a square as on a chessboard, 0 or 1.
pub(super) const fn colour(square: Square) -> i8 {
    (square.file().raw() + square.rank().raw()) & 1
}

/// [`super::Group::BishopColour`].
pub(super) fn bishop_colour(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    for (index, kind) in [PieceType::BISHOP, PieceType::HORSE].into_iter().enumerate() {
        for bishop in view.own(kind) {
            let alike = |&pawn: &Square| colour(pawn) == colour(bishop);
            each(bishop_colour_index(index, view.own(PieceType::PAWN).filter(alike).count()));
        }
    }
}

/// Index of a bishop (0) or horse (1) with a number of pawns on its colour.
#[inline]
pub(super) fn bishop_colour_index(kind: usize, pawns: usize) -> usize {
    kind * 10 + pawns.min(9)
}

/// [`super::Group::Advance`].
pub(super) fn advance(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    for (kind, steps) in ADVANCES {
        for square in view.own(kind) {
            for &(file, rank) in steps {
                let occupant = view.occupant(view.place(square).step(file, rank));
                advance_index(kind, (file, rank), occupant).into_iter().for_each(&mut *each);
            }
        }
    }
}

/// Steps of pawn and knight, retreats of the silver, as files and ranks.
const ADVANCES: [(PieceType, &[(i8, i8)]); 3] = [
    (PieceType::PAWN, &[(0, -1)]),
    (PieceType::KNIGHT, &[(-1, -2), (1, -2)]),
    (PieceType::SILVER, &[(-1, 1), (1, 1)]),
];

/// Index of the occupant a step from a piece; `None` if its kind or the step does not matter.
#[inline]
pub(super) fn advance_index(kind: PieceType, step: (i8, i8), occupant: usize) -> Option<usize> {
    let way = |&(of, steps): &(PieceType, &[(i8, i8)])| of == kind && steps.contains(&step);
    ADVANCES.iter().position(way).map(|index| index * OCCUPANTS + occupant)
}

/// [`super::Group::PawnLines`].
pub(super) fn pawn_lines(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    let pawns = |position: &Position, enemy: usize| {
        let color = if enemy == 0 { view.us } else { view.us.flip() };
        position.pieces(PieceType::PAWN, color)
    };
    let kinds = [PieceType::LANCE, PieceType::ROOK, PieceType::DRAGON];
    for (index, kind) in kinds.into_iter().enumerate() {
        for place in view.own(kind).map(|square| view.place(square)) {
            for enemy in 0..2 {
                for pawn in pawns(view.position, enemy).iter().map(|square| view.place(square)) {
                    if pawn.file == place.file {
                        let behind = usize::from(pawn.rank > place.rank);
                        let distance = pawn.rank.abs_diff(place.rank) as usize;
                        each(pawn_line_index(index, behind, enemy, distance));
                    }
                }
            }
        }
    }
}

/// Index of a lance, rook or dragon (0 to 2) and a pawn on its file: behind it
/// (1) or ahead, an enemy's (1) or own, by distance in ranks.
#[inline]
pub(super) const fn pawn_line_index(
    kind: usize,
    behind: usize,
    enemy: usize,
    distance: usize,
) -> usize {
    ((kind * 2 + behind) * 2 + enemy) * 9 + distance
}
