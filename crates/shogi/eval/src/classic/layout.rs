//! The layout of the weights.
//!
//! All weights are one list, group after group in the order of [`Group::ALL`]; within a group the
//! index is made of the numbers that the group's documentation lists, the last one fastest.
//!
//! Kinds are numbered pawn, lance, knight, silver, bishop, rook, gold (0 to 6), promoted pawn,
//! lance, knight, silver, horse, dragon (7 to 12), king (13). A *piece code* is the kind, plus 14
//! for the enemy's. Squares, ranks and files are seen by the side whose feature it is, rank 0
//! farthest from it.

use core::fmt;
use core::str::FromStr;

/// Kinds, the king included.
pub(super) const KINDS: usize = 14;
/// Kinds of both sides.
pub(super) const CODES: usize = 2 * KINDS;
/// Kinds when everything that moves like a gold is one, without the king.
pub(super) const MERGED: usize = 9;
/// King squares when left and right are the same.
const HALF_BOARD: usize = 45;
/// Steps from a king to any square: -8 to 8 both ways.
pub(super) const OFFSETS: usize = 17 * 17;
/// The contents of a square: empty, a piece code, or off the board.
pub(super) const OCCUPANTS: usize = CODES + 2;
/// Patterns of effects on a square: 0 to 3 own by 0 to 3 enemy ones, or no square.
pub(super) const EFFECTS: usize = 17;

/// The occupant of a square (empty, own or enemy piece), by 0 to 2 own and enemy effects each.
pub(super) const CONTROLS: usize = 27;

/// A group of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Pieces by kind (13 without the king) on the board, then by kind (7) in hand.
    Material,
    /// King and one other piece: king's square (45, the king on files 1 to 5), square (81), whose
    /// (2), kind (14, the enemy king too). With the king on file 5 the piece is on files 1 to 5.
    KingPiece,
    /// King, an own piece next to it and another own piece: direction of the neighbour (8), its
    /// kind, the other's kind (9 each: kinds 0 to 6 with all golds as 6, horse, dragon), the
    /// other's place relative to the king (17 files by 17 ranks). The paper says three squares;
    /// ours keeps their relation and not where on the board it is, to be learned from fewer games.
    KingTwoPieces,
    /// Pieces next to each other: direction (8: own piece ahead, diagonally
    /// ahead, next to it; enemy piece ahead, diagonally ahead, next to it,
    /// behind, diagonally behind), kinds (14 by 14), rank of the first (9).
    AdjacentPairs,
    /// Pieces on the squares of effect of lance, knight, bishop, rook, horse, dragon (6): piece
    /// code (28), once for each piece.
    PieceEffects,
    /// Number of squares (0 to 20) that lance, bishop, rook, horse, dragon (5) can move to.
    Mobility,
    /// Own pieces pinned to the king: kind (13), kind of the pinner (5, as in mobility), distance
    /// from the king (1 to 8).
    Pins,
    /// For bishop and horse (2) the number of own pawns on squares of its colour (0 to 9).
    BishopColour,
    /// The occupant of the square where a pawn steps, a knight jumps, a silver
    /// retreats (3): empty, a piece code, or the edge (30).
    Advance,
    /// Pawns on the file of a lance, rook, dragon (3): before or behind it (2), whose (2),
    /// distance (0 to 8).
    PawnLines,
    /// Effects on the 25 squares around the king: square (5 rows by 3 columns, left as right), own
    /// and enemy effects (0 to 3 each) or off the board (17).
    KingEffects,
    /// Effects on every square of the board, by the king's square (45, as in
    /// king-piece) and the square (81): empty, an own or an enemy piece there (3), own
    /// and enemy effects (0 to 2 each). Not of the paper: a network of pieces and
    /// squares does not see who attacks what.
    SquareControl,
    /// Pieces on the board by kind (14), rank (9), whether their side is to move (2), own and enemy
    /// effects on them (0 to 2 each). Not of the paper.
    PieceControl,
}

impl Group {
    /// All groups in the order of their weights.
    pub const ALL: [Self; 13] = [
        Self::Material,
        Self::KingPiece,
        Self::KingTwoPieces,
        Self::AdjacentPairs,
        Self::PieceEffects,
        Self::Mobility,
        Self::Pins,
        Self::BishopColour,
        Self::Advance,
        Self::PawnLines,
        Self::KingEffects,
        Self::SquareControl,
        Self::PieceControl,
    ];

    /// Those of the paper's appendix [bonanza2006], which come first.
    pub(super) const APPENDIX: &'static [Self] = {
        let all: &[Self] = &Self::ALL;
        all.split_at(Self::SquareControl as usize).0
    };

    /// The name for options and documents, without blanks.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::KingPiece => "king-piece",
            Self::KingTwoPieces => "king-two-pieces",
            Self::AdjacentPairs => "adjacent-pairs",
            Self::PieceEffects => "piece-effects",
            Self::Mobility => "mobility",
            Self::Pins => "pins",
            Self::BishopColour => "bishop-colour",
            Self::Advance => "advance",
            Self::PawnLines => "pawn-lines",
            Self::KingEffects => "king-effects",
            Self::SquareControl => "square-control",
            Self::PieceControl => "piece-control",
        }
    }

    /// Number of weights.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Material => 13 + 7,
            Self::KingPiece => HALF_BOARD * 81 * CODES,
            Self::KingTwoPieces => 8 * MERGED * MERGED * OFFSETS,
            Self::AdjacentPairs => 8 * KINDS * KINDS * 9,
            Self::PieceEffects => 6 * CODES,
            Self::Mobility => 5 * 21,
            Self::Pins => 13 * 5 * 8,
            Self::BishopColour => 2 * 10,
            Self::Advance => 3 * OCCUPANTS,
            Self::PawnLines => 3 * 2 * 2 * 9,
            Self::KingEffects => 15 * EFFECTS,
            Self::SquareControl => HALF_BOARD * 81 * CONTROLS,
            Self::PieceControl => KINDS * 9 * 2 * 9,
        }
    }

    /// Where its weights begin in the list of all.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS_OF_GROUPS[self as usize]
    }

    /// Where its weights are in the list of all.
    #[must_use]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.offset()..self.offset() + self.size()
    }
}

const OFFSETS_OF_GROUPS: [usize; Group::ALL.len()] = offsets();

const fn offsets() -> [usize; Group::ALL.len()] {
    let mut offsets = [0; Group::ALL.len()];
    let mut index = 1;
    while index < offsets.len() {
        offsets[index] = offsets[index - 1] + Group::ALL[index - 1].size();
        index += 1;
    }
    offsets
}

/// Number of all weights.
pub const WEIGHTS: usize = Group::PieceControl.offset() + Group::PieceControl.size();

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No group has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown group of features `{0}`; known: {known}", known = Group::ALL.map(Group::name).join(", "))]
pub struct UnknownGroup(pub String);

impl FromStr for Group {
    type Err = UnknownGroup;

    /// Reads a name, without regard to case.
    fn from_str(name: &str) -> Result<Self, UnknownGroup> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|group| group.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownGroup(name.into()))
    }
}

/// Some of the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupSet(u16);

impl GroupSet {
    /// Every group.
    pub const ALL: Self = Self((1 << Group::ALL.len()) - 1);
    /// No group.
    pub const NONE: Self = Self(0);
    /// The groups of the paper's appendix [bonanza2006].
    pub const APPENDIX: Self = Self((1 << Group::APPENDIX.len()) - 1);

    /// Is `group` one of them?
    #[must_use]
    #[inline]
    pub const fn has(self, group: Group) -> bool {
        self.0 >> group as u16 & 1 == 1
    }

    /// These and `group`.
    #[must_use]
    pub const fn with(self, group: Group) -> Self {
        Self(self.0 | 1 << group as u16)
    }

    /// These without `group`.
    #[must_use]
    pub const fn without(self, group: Group) -> Self {
        Self(self.0 & !(1 << group as u16))
    }

    /// All groups but those in `names`, which are parted by commas; empty: all groups.
    ///
    /// # Errors
    /// [`UnknownGroup`] for the first name that no group has.
    pub fn all_but(names: &str) -> Result<Self, UnknownGroup> {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(str::parse).try_fold(Self::ALL, |set, group| Ok(set.without(group?)))
    }

    /// The groups that either has.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The groups that both have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Default for GroupSet {
    /// All of them.
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_one_another_and_are_found_by_name() {
        let mut next = 0;
        for group in Group::ALL {
            assert_eq!(group.range(), next..next + group.size());
            next += group.size();
            assert_eq!(group.name().to_uppercase().parse(), Ok(group));
            assert!(!GroupSet::ALL.without(group).has(group));
            assert!(GroupSet::NONE.with(group).has(group));
        }
        assert_eq!(next, WEIGHTS);
        assert!("kpp".parse::<Group>().is_err());
        let set = GroupSet::all_but(" pins, Mobility").unwrap();
        assert_eq!(set, GroupSet::ALL.without(Group::Pins).without(Group::Mobility));
        assert_eq!(GroupSet::all_but(""), Ok(GroupSet::default()));
        assert!(GroupSet::all_but("pins,kpp").is_err());
    }
}
