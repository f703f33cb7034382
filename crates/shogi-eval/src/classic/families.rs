//! Features that resemble one another.
//!
//! A few hundred games show most features of the large groups never or once. A learner that moves
//! a whole family with each of its members learns something about those too; the evaluation knows
//! nothing of families, since the weight of a feature is the sum of its own part and of theirs.

use super::layout::{CODES, Group, KINDS, MERGED, OFFSETS};

const BY_SQUARE: usize = 81 * CODES;
const BY_OFFSET: usize = OFFSETS * CODES;
const WITHOUT_NEIGHBOUR: usize = MERGED * MERGED * OFFSETS;
const WITHOUT_PLACE: usize = 8 * MERGED * MERGED;
const WITHOUT_RANK: usize = 8 * KINDS * KINDS;

/// Number of families.
pub const FAMILIES: usize =
    BY_SQUARE + BY_OFFSET + WITHOUT_NEIGHBOUR + WITHOUT_PLACE + WITHOUT_RANK;

/// The families, 0 to [`FAMILIES`] - 1, of the feature with the weight `index`:
///
/// - king and piece: the same piece on the same square whatever the king's square, and the same
///   piece at the same place relative to the king;
/// - king, neighbour and piece: the same without the direction of the neighbour, and the same
///   without the place of the other piece;
/// - pieces next to each other: the same on all ranks.
///
/// The small groups have none.
#[must_use]
pub fn families(index: usize) -> [Option<usize>; 2] {
    let within = |group: Group| group.range().contains(&index).then(|| index - group.offset());
    if let Some(index) = within(Group::KingPiece) {
        let (king, piece, code) = (index / CODES / 81, index / CODES % 81, index % CODES);
        let step = |king: usize, piece: usize| piece + 8 - king;
        let offset = step(king / 9, piece / 9) * 17 + step(king % 9, piece % 9);
        return [Some(piece * CODES + code), Some(BY_SQUARE + offset * CODES + code)];
    }
    if let Some(index) = within(Group::KingTwoPieces) {
        let start = BY_SQUARE + BY_OFFSET;
        let without_neighbour = start + index % WITHOUT_NEIGHBOUR;
        return [Some(without_neighbour), Some(start + WITHOUT_NEIGHBOUR + index / OFFSETS)];
    }
    if let Some(index) = within(Group::AdjacentPairs) {
        return [Some(FAMILIES - WITHOUT_RANK + index / 9), None];
    }
    [None; 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::WEIGHTS;

    #[test]
    fn every_family_number_is_in_range_and_of_one_group() {
        let mut owner = vec![None; FAMILIES];
        for group in Group::ALL {
            for family in group.range().flat_map(families).flatten() {
                assert_eq!(*owner[family].get_or_insert(group), group, "{family}");
            }
        }
        assert_eq!(families(WEIGHTS - 1), [None; 2]);
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
