//! Features of pieces that belong together: kings and pieces, neighbours, effects at the king.

use super::layout::{CODES, EFFECTS, KINDS, MERGED, OFFSETS};
use super::view::{Place, View, kind_code, merged_code};
use zenpuku_shogi::{EffectMap, PieceType, zone_square};

/// [`super::Group::KingPiece`].
#[inline]
pub(super) fn king_piece(view: &View<'_>, each: &mut impl FnMut(usize)) {
    let Some(king) = view.king else { return };
    for square in view.position.occupied().iter() {
        let piece = view.position.piece_on(square);
        let place = view.place(square);
        if place != king {
            each(king_piece_index(king, place, view.code(piece)));
        }
    }
}

/// Index of a king and a piece with its code.
#[inline]
pub(super) fn king_piece_index(king: Place, piece: Place, code: usize) -> usize {
    king_square_index(king, piece) * CODES + code
}

/// Index of a king and a square, left as right: 0 to 45 * 81 - 1.
#[inline]
pub(super) fn king_square_index(king: Place, square: Place) -> usize {
    let (king, square) = if king.file > 4 || (king.file == 4 && square.file > 4) {
        (king.mirrored(), square.mirrored())
    } else {
        (king, square)
    };
    king.index() * 81 + square.index()
}

/// The squares around one, as files and ranks from it.
pub(super) const AROUND: [(i8, i8); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
/// Number of the direction in the mirror.
const MIRRORED: [usize; 8] = [5, 6, 7, 3, 4, 0, 1, 2];

/// [`super::Group::KingTwoPieces`].
#[inline]
pub(super) fn king_two_pieces(view: &View<'_>, each: &mut impl FnMut(usize)) {
    let Some(king) = view.king else { return };
    let mut own = [(Place { file: 0, rank: 0 }, 0); 40];
    let mut count = 0;
    for square in view.position.pieces_of(view.us).iter() {
        let kind = view.position.piece_on(square).piece_type();
        if kind != PieceType::KING && count < own.len() {
            own[count] = (view.place(square), merged_code(kind));
            count += 1;
        }
    }
    let own = &own[..count];
    for (direction, (file, rank)) in AROUND.into_iter().enumerate() {
        let near = king.step(file, rank);
        let Some(&(near, kind)) = own.iter().find(|(place, _)| Some(*place) == near) else {
            continue;
        };
        for &(other, other_kind) in own.iter().filter(|(place, _)| *place != near) {
            let step = (other.file - king.file, other.rank - king.rank);
            each(king_two_index(king.file, (direction, kind), other_kind, step));
        }
    }
}

/// Index of a king on a file, its neighbour by direction and kind, and another piece a step from
/// the king.
#[inline]
pub(super) fn king_two_index(
    king_file: i8,
    (direction, kind): (usize, usize),
    other: usize,
    (file, rank): (i8, i8),
) -> usize {
    let index = |direction: usize, file: i8| {
        let offset = (file + 8) as usize * 17 + (rank + 8) as usize;
        ((direction * MERGED + kind) * MERGED + other) * OFFSETS + offset
    };
    let (plain, mirror) = (index(direction, file), index(MIRRORED[direction], -file));
    match king_file {
        0..=3 => plain,
        4 => plain.min(mirror),
        _ => mirror,
    }
}

/// [`super::Group::AdjacentPairs`].
pub(super) fn adjacent_pairs(view: &View<'_>, each: &mut dyn FnMut(usize)) {
    for square in view.position.pieces_of(view.us).iter() {
        let place = view.place(square);
        let kind = kind_code(view.position.piece_on(square).piece_type());
        for (file, rank) in AROUND {
            let Some(other) = place.step(file, rank).map(|place| view.piece_at(place)) else {
                continue;
            };
            if other.is_empty() {
                continue;
            }
            let kinds = (kind, kind_code(other.piece_type()));
            let index =
                pair_index(other.color() == view.us, (file, rank), kinds, place.rank as usize);
            index.into_iter().for_each(&mut *each);
        }
    }
}

/// Index of a piece on a rank and its neighbour, an own or enemy one, a step from it; `None` when
/// the pair counts for the neighbour.
pub(super) fn pair_index(
    own: bool,
    (file, rank): (i8, i8),
    (kind, other): (usize, usize),
    on_rank: usize,
) -> Option<usize> {
    let mut kinds = (kind, other);
    let direction = match (own, rank, file) {
        _ if file.abs().max(rank.abs()) != 1 => return None,
        // Each own pair once: from behind, or from its lower file.
        (true, -1, 0) => 0,
        (true, -1, _) => 1,
        (true, 0, 1) => {
            kinds = (kind.min(other), kind.max(other));
            2
        }
        (true, ..) => return None,
        (false, -1, 0) => 3,
        (false, -1, _) => 4,
        (false, 0, _) => 5,
        (false, _, 0) => 6,
        (false, ..) => 7,
    };
    Some(((direction * KINDS + kinds.0) * KINDS + kinds.1) * 9 + on_rank)
}

/// [`super::Group::KingEffects`].
#[inline]
pub(super) fn king_effects(view: &View<'_>, effects: &EffectMap, each: &mut impl FnMut(usize)) {
    let Some(king) = view.position.king(view.us) else { return };
    for index in 0..25 {
        let counts = zone_square(king, view.us, index).map(|square| {
            let times = |color| usize::from(effects.count(color, square).min(3));
            (times(view.us), times(view.us.flip()))
        });
        each(zone_index(index / 5, index % 5, counts));
    }
}

/// Index of a row and column (0 to 4 each) of the 25 squares, with 0 to 3 own and enemy effects;
/// `None`: no square.
#[inline]
pub(super) fn zone_index(row: usize, column: usize, effects: Option<(usize, usize)>) -> usize {
    let pattern = effects.map_or(EFFECTS - 1, |(own, enemy)| own * 4 + enemy);
    (row * 3 + column.min(4 - column)) * EFFECTS + pattern
}
