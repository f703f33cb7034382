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
    let (king, piece) = if king.file > 4 || (king.file == 4 && piece.file > 4) {
        (king.mirrored(), piece.mirrored())
    } else {
        (king, piece)
    };
    (king.index() * 81 + piece.index()) * CODES + code
}

const AROUND: [(i8, i8); 8] =
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
            let index = |direction: usize, file: i8| {
                let offset = (file + 8) as usize * 17 + (other.rank - king.rank + 8) as usize;
                ((direction * MERGED + kind) * MERGED + other_kind) * OFFSETS + offset
            };
            let file = other.file - king.file;
            let (plain, mirror) = (index(direction, file), index(MIRRORED[direction], -file));
            each(match king.file {
                0..=3 => plain,
                4 => plain.min(mirror),
                _ => mirror,
            });
        }
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
            let mut kinds = (kind, kind_code(other.piece_type()));
            let direction = match (other.color() == view.us, rank, file) {
                // Each own pair once: from behind, or from its lower file.
                (true, -1, 0) => 0,
                (true, -1, _) => 1,
                (true, 0, 1) => {
                    kinds = (kinds.0.min(kinds.1), kinds.0.max(kinds.1));
                    2
                }
                (true, ..) => continue,
                (false, -1, 0) => 3,
                (false, -1, _) => 4,
                (false, 0, _) => 5,
                (false, _, 0) => 6,
                (false, ..) => 7,
            };
            each(((direction * KINDS + kinds.0) * KINDS + kinds.1) * 9 + place.rank as usize);
        }
    }
}

/// [`super::Group::KingEffects`].
#[inline]
pub(super) fn king_effects(view: &View<'_>, effects: &EffectMap, each: &mut impl FnMut(usize)) {
    let Some(king) = view.position.king(view.us) else { return };
    for index in 0..25 {
        let column = index % 5;
        let place = index / 5 * 3 + column.min(4 - column);
        let pattern = match zone_square(king, view.us, index) {
            Some(square) => {
                let times = |color| usize::from(effects.count(color, square).min(3));
                times(view.us) * 4 + times(view.us.flip())
            }
            None => EFFECTS - 1,
        };
        each(place * EFFECTS + pattern);
    }
}
