//! Pieces by themselves, and pieces close to one another: material, adjacent pairs, advance
//! squares, what knights attack, pawns on the files of lances, rooks and dragons.

use super::super::layout::Group;
use super::super::numbers::Numbers;
use super::super::view::{NO_SQUARE, code_of, kind_code};
use super::super::{neighbours, pieces};
use super::board::{Board, EDGE};
use super::{COLORS, sign};
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Square};

/// Steps to where two pieces have something to do with each other: neighbours, then knights'.
const STEPS: [(i8, i8); 12] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (-1, -2),
    (1, -2),
    (-1, 2),
    (1, 2),
];

/// The squares that a knight attacks.
const KNIGHT_STEPS: [(i8, i8); 2] = [(-1, -2), (1, -2)];
/// The knight's number among [`pieces::ATTACKERS`].
const KNIGHT: usize = 1;

/// Value of the occupant at each of [`STEPS`] from a piece.
type Surroundings = [[i32; 32]; STEPS.len()];

/// Value of a piece on the same file, by its index in [`LINE_PIECES`] and 8 + ranks between.
type Line = [[i32; 17]; 9];

/// Weights of pairs of squares: each pair counts once, with all that it is to
/// either side. The value of a piece among empty squares is included in its own
/// value, so a pair with an empty square counts zero and most squares need one
/// look-up instead of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local {
    /// Worth of a piece by its rank, on an empty board.
    alone: [[i32; Piece::COUNT]; 9],
    /// Worth of a piece in hand by colour and kind.
    hands: [[i32; 8]; 2],
    /// By rank and piece: what its surroundings add.
    surroundings: Vec<Surroundings>,
    /// By number of [`LINE_PIECES`].
    lines: [Line; 9],
}

impl Local {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let (mut alone, hands) = material(numbers);
        let mut surroundings = vec![[[0; 32]; STEPS.len()]; 9 * 32];
        for (index, entry) in surroundings.iter_mut().enumerate() {
            let (rank, piece) = (index / 32, (index % 32) as u8);
            for (step, row) in STEPS.into_iter().zip(entry) {
                let worth =
                    |first: u8, second: u8| pair(numbers, (first, rank as i8), step, second);
                let free = worth(piece, 0);
                alone[rank][usize::from(piece)] += free;
                for (other, entry) in (0..).zip(row) {
                    *entry = worth(piece, other) - free - worth(0, other);
                }
            }
        }
        let line = |first, second, ranks| line_pair(numbers, first, second, ranks);
        let lines = core::array::from_fn(|first| {
            core::array::from_fn(|second| {
                core::array::from_fn(|ranks| line(first, second, ranks as i8 - 8))
            })
        });
        Self { alone, hands, surroundings, lines }
    }

    /// Worth of a piece in the hand of `color`.
    #[inline]
    pub(super) fn in_hand(&self, color: Color, kind: PieceType) -> i32 {
        self.hands[color.to_index()][kind.to_index() & 7]
    }

    /// The change of the sum if `after` replaces `before` on `square`.
    #[inline]
    pub(super) fn change(&self, board: &Board, square: Square, before: u8, after: u8) -> i32 {
        let mut sum = 0;
        if after != 0 {
            sum += self.worth(board, square, after);
        }
        if before != 0 {
            sum -= self.worth(board, square, before);
        }
        sum
    }

    /// What `piece` on `square` is worth with the pieces near it and those of its file.
    #[inline]
    fn worth(&self, board: &Board, square: Square, piece: u8) -> i32 {
        let (rank, piece) = (square.rank().to_index(), usize::from(piece & 31));
        let surroundings = &self.surroundings[rank * 32 + piece];
        let around = board.around(square);
        let mut sum = self.alone[rank][piece];
        for index in 0..STEPS.len() {
            sum += surroundings[index][around.near(STEPS[index])];
        }
        match LINE_PIECES[piece] {
            0 => sum,
            number => sum + self.on_line(board, square, number),
        }
    }

    /// The value of one of [`LINE_PIECES`] on `square` with the others of its file.
    #[inline]
    fn on_line(&self, board: &Board, square: Square, number: u8) -> i32 {
        let line = &self.lines[usize::from(number)];
        let (file, start) = (board.file(square), 8 - square.rank().to_index());
        let mut sum = 0;
        for rank in 0..9 {
            let other = LINE_PIECES[usize::from(file[rank] & 31)];
            sum += line[usize::from(other)][start + rank];
        }
        sum
    }
}

/// Worth of pieces on the board, the same on all ranks, and in hand.
fn material(numbers: &Numbers) -> ([[i32; Piece::COUNT]; 9], [[i32; 8]; 2]) {
    let (mut board, mut hands) = ([0; Piece::COUNT], [[0; 8]; 2]);
    for color in COLORS {
        for kind in
            PieceType::iter().filter(|&kind| kind != PieceType::NONE && kind != PieceType::KING)
        {
            let worth = numbers.of(Group::Material, kind_code(kind));
            board[Piece::from_parts(color, kind).to_index()] = sign(color) * worth;
        }
        for kind in HandPiece::iter().map(HandPiece::to_piece_type) {
            let worth = numbers.of(Group::Material, 13 + kind_code(kind));
            hands[color.to_index()][kind.to_index()] = sign(color) * worth;
        }
    }
    ([board; 9], hands)
}

/// The piece with the number `raw`; `None` for an empty square and the edge.
fn piece(raw: u8) -> Option<Piece> {
    let kind = PieceType::new((raw & 15) as i8);
    let is_piece = kind != PieceType::NONE && kind != PieceType::GOLD_LIKE;
    is_piece.then(|| Piece::from_parts(Color::new(raw >> 4), kind))
}

/// All that the pieces `first` on a rank and `second` a step from it are to each other.
fn pair(numbers: &Numbers, (first, rank): (u8, i8), step: (i8, i8), second: u8) -> i32 {
    let there = one_way(numbers, (first, rank), step, second);
    let (back, to) = ((-step.0, -step.1), rank + step.1);
    let on_board = (0..9).contains(&to);
    there + if on_board { one_way(numbers, (second, to), back, first) } else { 0 }
}

/// The features of `first` that see `second`.
fn one_way(numbers: &Numbers, (first, rank): (u8, i8), step: (i8, i8), second: u8) -> i32 {
    let Some(first) = piece(first) else { return 0 };
    let us = first.color();
    let (step, rank) = match us {
        Color::BLACK => (step, rank),
        Color::WHITE => ((-step.0, -step.1), 8 - rank),
    };
    let occupant = match piece(second) {
        Some(second) => 1 + code_of(second, us),
        None if second == EDGE => NO_SQUARE,
        None => 0,
    };
    let advance = pieces::advance_index(first.piece_type(), step, occupant);
    let mut sum = advance.map_or(0, |index| numbers.of(Group::Advance, index));
    if let Some(second) = piece(second) {
        let (own, code) = (second.color() == us, code_of(second, us));
        let kinds = (kind_code(first.piece_type()), kind_code(second.piece_type()));
        let adjacent = neighbours::pair_index(own, step, kinds, rank as usize);
        sum += adjacent.map_or(0, |index| numbers.of(Group::AdjacentPairs, index));
        if first.piece_type() == PieceType::KNIGHT && KNIGHT_STEPS.contains(&step) {
            sum += numbers.of(Group::PieceEffects, pieces::effect_index(KNIGHT, code));
        }
    }
    sign(us) * sum
}

/// Pieces that matter to others on their file, by piece: pawn, lance, rook, dragon of Black (1 to
/// 4), of White (5 to 8); 0 the rest.
const LINE_PIECES: [u8; 32] = line_pieces();
const LINE_KINDS: [PieceType; 4] =
    [PieceType::PAWN, PieceType::LANCE, PieceType::ROOK, PieceType::DRAGON];

const fn line_pieces() -> [u8; 32] {
    let mut numbers = [0; 32];
    let mut index = 0;
    while index < LINE_KINDS.len() {
        numbers[LINE_KINDS[index].to_index()] = index as u8 + 1;
        numbers[LINE_KINDS[index].to_index() + 16] = index as u8 + 5;
        index += 1;
    }
    numbers
}

/// The total value of two of [`LINE_PIECES`] at a distance in ranks.
fn line_pair(numbers: &Numbers, first: usize, second: usize, ranks: i8) -> i32 {
    line_one_way(numbers, first, second, ranks) + line_one_way(numbers, second, first, -ranks)
}

/// The feature of the lance, rook or dragon `slider` that sees the pawn `pawn`.
fn line_one_way(numbers: &Numbers, slider: usize, pawn: usize, ranks: i8) -> i32 {
    let kind = |number: usize| number.checked_sub(1).map(|index| (index % 4, index / 4));
    let (Some((slider, us)), Some((0, owner))) = (kind(slider), kind(pawn)) else { return 0 };
    if slider == 0 || ranks == 0 {
        return 0;
    }
    let us = COLORS[us];
    let behind = usize::from(ranks * sign(us) as i8 > 0);
    let enemy = usize::from(owner != us.to_index());
    let distance = ranks.unsigned_abs().into();
    let index = pieces::pawn_line_index(slider - 1, behind, enemy, distance);
    sign(us) * numbers.of(Group::PawnLines, index)
}
