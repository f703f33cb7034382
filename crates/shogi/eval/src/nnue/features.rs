//! Which inputs of the network a position switches on.
//!
//! The numbers are those that the shogi world calls BonaPiece, so that networks of other
//! programs can be read [yaneuraou]. From one side's view, with its own pieces as `friend` and
//! the board turned by 180 degrees for White:
//!
//! * 0: a piece that is missing (handicap games), once for each;
//! * 1..90: pieces in hand. Each kind has a row of numbers for friend, then for enemy; of n pieces
//!   in hand the first n numbers are on;
//! * 90..1548: pieces on the board, 81 squares (file 1 rank a first, down the file) for each of
//!   friend and enemy pawn, lance, knight, silver, gold (and what moves like one), bishop, horse,
//!   rook, dragon.

use zenpuku_shogi::{Color, HandPiece, MoveDelta, Piece, PieceType, Position, Square};

/// Numbers of pieces other than kings.
const PIECE_NUMBERS: u32 = 1548;
/// With a plane of squares for both kings.
const NUMBERS_WITH_KINGS: u32 = PIECE_NUMBERS + SQUARES;
/// Squares of the files 1 to 5, to which a mirrored king comes.
const HALF_BOARD: u32 = 45;
/// Numbers of attacks distinguished: none, one, more; of both sides together.
const ATTACKS: u32 = 3;
/// First number of the pieces on the board.
const BOARD: u32 = 90;
const SQUARES: u32 = Square::COUNT as u32;
/// Pieces of the game without the kings.
const PIECES: usize = 38;

/// Maximum number of simultaneous features, including repetitions.
pub const MAX_ACTIVE: usize = PIECES + 2;

/// The input features of a network's first layer. In all sets but [`Self::KP`]
/// the number of a piece goes with the square of the friend's king, and no
/// feature is on without that king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// Every piece separately: 1,548 indices of pieces, then 81 squares of the
    /// friend's king and 81 of the enemy's. 40 features are on.
    KP,
    /// Every piece but the kings with the square of the friend's king: `square * 1548 + number`.
    /// 38 features are on.
    HalfKP,
    /// As [`Self::HalfKP`], the board mirrored if the friend's king is on the files 6 to 9.
    HalfKPVm,
    /// As [`Self::HalfKP`], for each piece on the board with the number of the friend's and of the
    /// enemy's attacks on its square, 0, 1 or more: `(3 * friend + enemy) * 125388` is added.
    HalfKPE9,
    /// Every piece with the square of the friend's king: `square * 1629 + number`, both kings with
    /// the numbers 1548 + square. 40 features are on.
    HalfKA2,
    /// As [`Self::HalfKA2`], mirrored as in [`Self::HalfKPVm`].
    HalfKAHm2,
}

impl FeatureSet {
    /// All there are.
    pub const ALL: [Self; 6] =
        [Self::KP, Self::HalfKP, Self::HalfKPVm, Self::HalfKPE9, Self::HalfKA2, Self::HalfKAHm2];

    /// The name in files and documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KP => "K-P",
            Self::HalfKP => "HalfKP",
            Self::HalfKPVm => "HalfKP_vm",
            Self::HalfKPE9 => "HalfKPE9",
            Self::HalfKA2 => "HalfKA2",
            Self::HalfKAHm2 => "HalfKA_hm2",
        }
    }

    /// Number of different features; their indices are below it.
    #[must_use]
    pub const fn dimensions(self) -> usize {
        let number = match self {
            Self::KP => PIECE_NUMBERS + 2 * SQUARES,
            Self::HalfKP => SQUARES * PIECE_NUMBERS,
            Self::HalfKPVm => HALF_BOARD * PIECE_NUMBERS,
            Self::HalfKPE9 => ATTACKS * ATTACKS * SQUARES * PIECE_NUMBERS,
            Self::HalfKA2 => SQUARES * NUMBERS_WITH_KINGS,
            Self::HalfKAHm2 => HALF_BOARD * NUMBERS_WITH_KINGS,
        };
        number as usize
    }

    /// Are the kings themselves features?
    const fn sees_kings(self) -> bool {
        matches!(self, Self::KP | Self::HalfKA2 | Self::HalfKAHm2)
    }

    /// The features of `position` as `perspective` sees it, in no particular order. A missing piece's
    /// feature is listed once for each such piece: its weights count as often.
    #[must_use]
    pub fn active(self, position: &Position, perspective: Color) -> FeatureList {
        let mut list = FeatureList::new();
        let king = position.king(perspective);
        if self != Self::KP && king.is_none() {
            return list;
        }
        let number = |number| self.index(number, king, perspective);
        pieces(position, perspective, |piece, square| {
            let attacks = square.map_or(0, |square| self.attacks(position, square, perspective));
            list.push(number(piece) + attacks);
        });
        if self.sees_kings() {
            for color in [Color::BLACK, Color::WHITE] {
                let square = position.king(color);
                list.extend(
                    square.map(|square| number(self.king_number(color, square, perspective))),
                );
            }
        }
        list
    }

    /// The offset of a piece's index by the attacks on its square.
    #[inline]
    fn attacks(self, position: &Position, square: Square, perspective: Color) -> u32 {
        if self != Self::HalfKPE9 {
            return 0;
        }
        let count = |color| {
            let attackers = position.attackers(color, square, position.occupied());
            attackers.count().min(ATTACKS - 1)
        };
        (ATTACKS * count(perspective) + count(perspective.flip())) * SQUARES * PIECE_NUMBERS
    }

    /// Index of the piece `number` seen by `perspective`, whose king is on `king`.
    #[inline]
    fn index(self, number: u32, king: Option<Square>, perspective: Color) -> u32 {
        let Some(king) = king.filter(|_| self != Self::KP) else { return number };
        let king = seen(king, perspective);
        match self {
            Self::KP | Self::HalfKP | Self::HalfKPE9 => king * PIECE_NUMBERS + number,
            Self::HalfKA2 => king * NUMBERS_WITH_KINGS + number,
            Self::HalfKPVm | Self::HalfKAHm2 => {
                let numbers =
                    if self == Self::HalfKPVm { PIECE_NUMBERS } else { NUMBERS_WITH_KINGS };
                if king < HALF_BOARD {
                    return king * numbers + number;
                }
                let on_board = number.checked_sub(BOARD);
                let mirrored = on_board
                    .map_or(number, |at| BOARD + at / SQUARES * SQUARES + mirrored(at % SQUARES));
                self::mirrored(king) * numbers + mirrored
            }
        }
    }

    /// Number of a king in the sets that see them.
    #[inline]
    fn king_number(self, color: Color, square: Square, perspective: Color) -> u32 {
        match self {
            Self::KP => king_index(color, square, perspective),
            _ => PIECE_NUMBERS + seen(square, perspective),
        }
    }

    /// Must the sums of `perspective` be recomputed after `delta`?
    #[inline]
    pub(super) fn needs_refresh(self, delta: &MoveDelta, perspective: Color) -> bool {
        match *delta {
            MoveDelta::Board { color, moved_piece_before, .. } => {
                let king =
                    color == perspective && moved_piece_before.piece_type() == PieceType::KING;
                self == Self::HalfKPE9 || king && self != Self::KP
            }
            MoveDelta::Drop { .. } => self == Self::HalfKPE9,
        }
    }

    /// The features that `delta` switches off and on for `perspective`, whose
    /// king is on `king` and did not move if the features depend on it.
    #[inline]
    pub(super) fn changes(
        self,
        delta: &MoveDelta,
        king: Option<Square>,
        perspective: Color,
    ) -> Changes {
        let mut changes = Changes::NONE;
        if self != Self::KP && king.is_none() {
            return changes;
        }
        match *delta {
            MoveDelta::Drop { color, piece_type, to, hand_count_before } => {
                let held = hand_number(color, piece_type, hand_count_before - 1, perspective);
                changes.swap(
                    self.index(held, king, perspective),
                    self.index(
                        board_number(Piece::from_parts(color, piece_type), to, perspective),
                        king,
                        perspective,
                    ),
                );
            }
            MoveDelta::Board {
                color,
                from,
                to,
                moved_piece_before,
                moved_piece_after,
                captured,
            } => {
                if moved_piece_before.piece_type() != PieceType::KING {
                    let number = |piece, square| {
                        self.index(board_number(piece, square, perspective), king, perspective)
                    };
                    changes.swap(number(moved_piece_before, from), number(moved_piece_after, to));
                } else if self.sees_kings() {
                    let number = |square| {
                        self.index(self.king_number(color, square, perspective), king, perspective)
                    };
                    changes.swap(number(from), number(to));
                }
                if let Some(captured) = captured {
                    let kind = captured.piece.base_piece_type();
                    let held = hand_number(color, kind, captured.hand_count_before, perspective);
                    changes.swap(
                        self.index(
                            board_number(captured.piece, to, perspective),
                            king,
                            perspective,
                        ),
                        self.index(held, king, perspective),
                    );
                }
            }
        }
        changes
    }
}

impl core::fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Features of one position from one view, at most [`MAX_ACTIVE`].
#[derive(Clone, Copy, Debug)]
pub struct FeatureList {
    indices: [u32; MAX_ACTIVE],
    len: usize,
}

impl FeatureList {
    const fn new() -> Self {
        Self { indices: [0; MAX_ACTIVE], len: 0 }
    }

    #[inline]
    fn push(&mut self, index: u32) {
        // A checked position always fits; further pieces of an unchecked one are dropped.
        if let Some(slot) = self.indices.get_mut(self.len) {
            *slot = index;
            self.len += 1;
        }
    }

    fn extend(&mut self, index: Option<u32>) {
        index.into_iter().for_each(|index| self.push(index));
    }
}

impl core::ops::Deref for FeatureList {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        &self.indices[..self.len]
    }
}

/// Features that a move switches off and on: the moved piece and the captured one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changes {
    removed: [u32; 2],
    added: [u32; 2],
    len: usize,
}

impl Changes {
    pub(super) const NONE: Self = Self { removed: [0; 2], added: [0; 2], len: 0 };

    #[inline]
    fn swap(&mut self, off: u32, on: u32) {
        self.removed[self.len] = off;
        self.added[self.len] = on;
        self.len += 1;
    }

    #[inline]
    pub(super) fn removed(&self) -> &[u32] {
        &self.removed[..self.len]
    }

    #[inline]
    pub(super) fn added(&self) -> &[u32] {
        &self.added[..self.len]
    }
}

/// The square as `perspective` sees it: White turns the board.
#[inline]
fn seen(square: Square, perspective: Color) -> u32 {
    let square = if perspective == Color::BLACK { square } else { square.flip() };
    square.to_index() as u32
}

/// The square on the other side of the middle file.
#[inline]
const fn mirrored(square: u32) -> u32 {
    (8 - square / 9) * 9 + square % 9
}

/// K-P's index of a king.
#[inline]
pub(super) fn king_index(color: Color, square: Square, perspective: Color) -> u32 {
    PIECE_NUMBERS + u32::from(color != perspective) * SQUARES + seen(square, perspective)
}

/// Row of a kind among the pieces on the board.
const BOARD_ROW: [u32; PieceType::COUNT] = board_rows();

const fn board_rows() -> [u32; PieceType::COUNT] {
    let mut rows = [0; PieceType::COUNT];
    let order = [
        (PieceType::PAWN, 0),
        (PieceType::LANCE, 1),
        (PieceType::KNIGHT, 2),
        (PieceType::SILVER, 3),
        (PieceType::GOLD, 4),
        (PieceType::PRO_PAWN, 4),
        (PieceType::PRO_LANCE, 4),
        (PieceType::PRO_KNIGHT, 4),
        (PieceType::PRO_SILVER, 4),
        (PieceType::BISHOP, 5),
        (PieceType::HORSE, 6),
        (PieceType::ROOK, 7),
        (PieceType::DRAGON, 8),
    ];
    let mut index = 0;
    while index < order.len() {
        rows[order[index].0.raw() as usize] = BOARD + order[index].1 * 2 * SQUARES;
        index += 1;
    }
    rows
}

/// Number of a piece other than a king on the board.
#[inline]
pub(super) fn board_number(piece: Piece, square: Square, perspective: Color) -> u32 {
    let side = u32::from(piece.color() != perspective) * SQUARES;
    BOARD_ROW[piece.piece_type().to_index()] + side + seen(square, perspective)
}

/// First number of a kind in the friend's hand, and the width of a row.
pub(super) const HAND_ROW: [(u32, u32); PieceType::COUNT] = hand_rows();

const fn hand_rows() -> [(u32, u32); PieceType::COUNT] {
    let mut rows = [(0, 0); PieceType::COUNT];
    rows[PieceType::PAWN.raw() as usize] = (1, 19);
    rows[PieceType::LANCE.raw() as usize] = (39, 5);
    rows[PieceType::KNIGHT.raw() as usize] = (49, 5);
    rows[PieceType::SILVER.raw() as usize] = (59, 5);
    rows[PieceType::GOLD.raw() as usize] = (69, 5);
    rows[PieceType::BISHOP.raw() as usize] = (79, 3);
    rows[PieceType::ROOK.raw() as usize] = (85, 3);
    rows
}

/// Number of the piece of `kind` in the hand of `color` that comes after `below` others.
#[inline]
pub(super) fn hand_number(color: Color, kind: PieceType, below: u32, perspective: Color) -> u32 {
    let (first, width) = HAND_ROW[kind.to_index()];
    first + u32::from(color != perspective) * width + below
}

/// The numbers of all pieces but the kings, missing ones included, with the squares of those on the
/// board.
fn pieces(position: &Position, perspective: Color, mut each: impl FnMut(u32, Option<Square>)) {
    let mut found = 0;
    for square in position.occupied().iter() {
        let piece = position.piece_on(square);
        if piece.piece_type() != PieceType::KING {
            each(board_number(piece, square, perspective), Some(square));
            found += 1;
        }
    }
    for color in [Color::BLACK, Color::WHITE] {
        let hand = position.hand(color);
        for kind in HandPiece::iter() {
            for below in 0..hand.count(kind) {
                each(hand_number(color, kind.to_piece_type(), below, perspective), None);
                found += 1;
            }
        }
    }
    (found..PIECES).for_each(|_| each(0, None));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_switches_on_forty_features_alike_for_both_sides() {
        let position = Position::startpos();
        for set in FeatureSet::ALL {
            let sorted = |perspective| {
                let mut list = set.active(&position, perspective).to_vec();
                list.sort_unstable();
                list
            };
            assert_eq!(sorted(Color::BLACK), sorted(Color::WHITE));
            assert_eq!(sorted(Color::BLACK).len(), if set.sees_kings() { 40 } else { 38 });
            assert!(sorted(Color::BLACK).iter().all(|&i| (i as usize) < set.dimensions()));
        }
    }

    /// Numbers worked out by hand from the published table.
    #[test]
    fn numbers_are_those_of_the_table() {
        let position =
            Position::from_sfen("4k4/9/9/9/9/9/9/7R1/K8 b 2P2B2p 1").expect("a position");
        let mut list = FeatureSet::KP.active(&position, Color::BLACK).to_vec();
        list.retain(|&index| index != 0);
        list.sort_unstable();
        // Hands: pawns 1, 2 and 20, 21, bishops 79, 80; rook on 2h (9 + 7); kings 9i and 5a.
        let rook = 90 + 14 * 81 + 16;
        assert_eq!(list, [1, 2, 20, 21, 79, 80, rook, 1548 + 80, 1548 + 81 + 36]);
        assert_eq!(FeatureSet::KP.active(&position, Color::BLACK).len(), MAX_ACTIVE);
        let half = FeatureSet::HalfKP.active(&position, Color::WHITE);
        // White's king on 5a is 5i from its own side; the rook is the enemy's, on 8b.
        assert!(half.contains(&((36 + 8) * 1548 + 90 + 15 * 81 + 64)));
    }
}
