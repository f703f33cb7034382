//! Features that resemble one another.
//!
//! A few hundred games show most features of the large groups never or once. A
//! learner that moves a whole family with each of its members learns something
//! about rare members too; the evaluation does not use families, since the
//! weight of a feature is the sum of its own part and of theirs.

use super::layout::{CODES, CONTROLS, Group, KINDS, MERGED, OFFSETS};

const BY_SQUARE: usize = 81 * CODES;
const BY_OFFSET: usize = OFFSETS * CODES;
const WITHOUT_NEIGHBOUR: usize = MERGED * MERGED * OFFSETS;
const WITHOUT_PLACE: usize = 8 * MERGED * MERGED;
const WITHOUT_RANK: usize = 8 * KINDS * KINDS;
const CONTROL_BY_SQUARE: usize = 81 * CONTROLS;
const CONTROL_BY_OFFSET: usize = OFFSETS * CONTROLS;
const PIECE_WITHOUT_RANK: usize = KINDS * 2 * 9;

/// Where the families of the groups begin.
const NEIGHBOURS: usize = BY_SQUARE + BY_OFFSET;
const PAIRS: usize = NEIGHBOURS + WITHOUT_NEIGHBOUR + WITHOUT_PLACE;
const CONTROL: usize = PAIRS + WITHOUT_RANK;
const PIECES: usize = CONTROL + CONTROL_BY_SQUARE + CONTROL_BY_OFFSET;

/// Number of families.
pub const FAMILIES: usize = PIECES + PIECE_WITHOUT_RANK;

/// The families, 0 to [`FAMILIES`] - 1, of the feature with the weight `index`:
///
/// - king and piece: the same piece on the same square for every square of the
///   king, and the same piece at the same place relative to the king;
/// - king, neighbour and piece: the same without the direction of the neighbour, and the same
///   without the place of the other piece;
/// - pieces next to each other: the same on all ranks;
/// - effects on a square: as king and piece;
/// - effects on a piece: the same on all ranks.
///
/// The small groups have none.
#[must_use]
pub fn families(index: usize) -> [Option<usize>; 2] {
    let within = |group: Group| group.range().contains(&index).then(|| index - group.offset());
    if let Some(index) = within(Group::KingPiece) {
        return by_king(index, CODES, [0, BY_SQUARE]).map(Some);
    }
    if let Some(index) = within(Group::KingTwoPieces) {
        let without_neighbour = NEIGHBOURS + index % WITHOUT_NEIGHBOUR;
        let without_place = NEIGHBOURS + WITHOUT_NEIGHBOUR + index / OFFSETS;
        return [Some(without_neighbour), Some(without_place)];
    }
    if let Some(index) = within(Group::AdjacentPairs) {
        return [Some(PAIRS + index / 9), None];
    }
    if let Some(index) = within(Group::SquareControl) {
        return by_king(index, CONTROLS, [CONTROL, CONTROL + CONTROL_BY_SQUARE]).map(Some);
    }
    if let Some(index) = within(Group::PieceControl) {
        let (kind, rest) = (index / (9 * 2 * 9), index % (2 * 9));
        return [Some(PIECES + kind * 2 * 9 + rest), None];
    }
    [None; 2]
}

/// The families of a feature with a king's square, a square and one of `count` things there: by
/// square, and by place relative to the king, which begin at `starts`.
const fn by_king(index: usize, count: usize, starts: [usize; 2]) -> [usize; 2] {
    let (king, square, thing) = (index / count / 81, index / count % 81, index % count);
    let (files, ranks) = (square / 9 + 8 - king / 9, square % 9 + 8 - king % 9);
    let offset = files * 17 + ranks;
    [starts[0] + square * count + thing, starts[1] + offset * count + thing]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_number_is_in_range_and_of_one_group() {
        let mut owner = vec![None; FAMILIES];
        for group in Group::ALL {
            for family in group.range().flat_map(families).flatten() {
                assert_eq!(*owner[family].get_or_insert(group), group, "{family}");
            }
        }
        assert_eq!(owner[FAMILIES - 1], Some(Group::PieceControl));
        assert_eq!(families(Group::KingEffects.range().end - 1), [None; 2]);
    }

    #[test]
    fn kings_and_pieces_at_the_same_distance_are_relatives() {
        let index =
            |king: usize, piece: usize| Group::KingPiece.offset() + (king * 81 + piece) * CODES + 3;
        let (one, moved, other) = (index(20, 31), index(12, 23), index(12, 31));
        assert_eq!(families(one)[1], families(moved)[1]);
        assert_eq!(families(one)[0], families(other)[0]);
        assert_ne!(families(one)[1], families(other)[1]);
        assert_ne!(families(one)[0], families(moved)[0]);
    }
}
