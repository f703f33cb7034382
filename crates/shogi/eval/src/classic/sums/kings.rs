//! Pieces and their kings: king-piece and king-two-pieces.

use super::super::layout::{Group, MERGED, OFFSETS};
use super::super::neighbours::{AROUND, king_piece_index, king_two_index};
use super::super::numbers::Numbers;
use super::super::view::{Place, code_of, merged_code};
use super::board::{Board, Change};
use super::{all_pieces, seen, sign, turned};
use zenpuku_shogi::{Color, PieceType, Square};

/// Index of an occupant next to the king that is not an own piece; see [`MERGED_CODES`].
const NONE: u8 = MERGED as u8;

/// Kinds with golds merged, by a piece as its side sees it; [`NONE`] for all but own pieces
/// without the king.
static MERGED_CODES: [u8; 32] = merged_codes();

const fn merged_codes() -> [u8; 32] {
    let mut codes = [NONE; 32];
    let mut raw = 1;
    while raw < PieceType::GOLD_LIKE.raw() {
        let kind = PieceType::new(raw);
        if raw != PieceType::KING.raw() {
            codes[kind.to_index()] = merged_code(kind) as u8;
        }
        raw += 1;
    }
    codes
}

/// Worth of another own piece, by kind and place relative to the king.
type Others = [i16; MERGED * OFFSETS];

/// Weights of pieces by their king's square, as Black sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kings {
    /// By king's square, square, piece.
    pieces: Vec<[[i16; 32]; 81]>,
    /// By side of the board (king on files 1 to 4, on 5, on 6 to 9), direction and kind of the
    /// neighbour.
    two: Vec<Others>,
}

impl Kings {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let mut pieces = vec![[[0; 32]; 81]; 81];
        for (king, row) in Square::iter().zip(&mut pieces) {
            let (from, squares) = (Place::new(king, Color::BLACK), Square::iter().zip(row));
            for (square, row) in squares.filter(|(square, _)| *square != king) {
                for piece in all_pieces() {
                    let code = code_of(piece, Color::BLACK);
                    let index = king_piece_index(from, Place::new(square, Color::BLACK), code);
                    row[piece.to_index()] = numbers.of(Group::KingPiece, index) as i16;
                }
            }
        }
        let mut two = vec![[0; MERGED * OFFSETS]; 3 * AROUND.len() * MERGED];
        for (row, others) in two.iter_mut().enumerate() {
            let (direction, kind) = (row / MERGED % AROUND.len(), row % MERGED);
            // Any file of that side of the board does.
            let king_file = [0, 4, 8][row / MERGED / AROUND.len()];
            for (index, worth) in others.iter_mut().enumerate() {
                let (other, offset) = (index / OFFSETS, index % OFFSETS);
                let step = ((offset / 17) as i8 - 8, (offset % 17) as i8 - 8);
                let index = king_two_index(king_file, (direction, kind), other, step);
                *worth = numbers.of(Group::KingTwoPieces, index) as i16;
            }
        }
        Self { pieces, two }
    }

    /// The king-piece term of `piece` (0: none) on `square` for the king of `us`.
    #[inline]
    pub(super) fn piece(&self, us: Color, king: Square, square: Square, piece: u8) -> i32 {
        let row = &self.pieces[turned(us, king).to_index()][turned(us, square).to_index()];
        sign(us) * i32::from(row[usize::from(seen(us, piece) & 31)])
    }

    /// The king-piece terms of all pieces for the king of `us`.
    pub(super) fn all_pieces(&self, us: Color, king: Square, board: &Board) -> i32 {
        let squares = board.pieces(Color::BLACK) | board.pieces(Color::WHITE);
        let mut sum = 0;
        for square in squares.iter() {
            sum += self.piece(us, king, square, board.on(square));
        }
        sum
    }

    /// The king-two-pieces terms of all pairs for the king of `us`.
    pub(super) fn all_two(&self, us: Color, king: Square, board: &Board) -> i32 {
        let mut own = [0; 40];
        let mut count = 0;
        for square in board.pieces(us).iter() {
            let code = MERGED_CODES[usize::from(seen(us, board.on(square)) & 31)];
            if code != NONE && count < own.len() {
                own[count] = other_index(us, king, square, code);
                count += 1;
            }
        }
        let mut sum = 0;
        self.each_neighbour(us, king, board, |others, neighbour| {
            for &index in &own[..count] {
                sum += i32::from(others[index]);
            }
            sum -= i32::from(others[neighbour]);
        });
        sign(us) * sum
    }

    /// How the king-two-pieces terms for the king of `us` change by `changes` on `board`, none of
    /// them next to that king.
    #[inline]
    pub(super) fn two_change(
        &self,
        us: Color,
        king: Square,
        board: &Board,
        changes: &[Change],
    ) -> i32 {
        let (mut terms, mut count) = ([(0, 0); 4], 0);
        for change in changes {
            for (piece, sign) in [(change.before, -1), (change.after, 1)] {
                let code = MERGED_CODES[usize::from(seen(us, piece) & 31)];
                if code != NONE && count < terms.len() {
                    terms[count] = (other_index(us, king, change.square, code), sign);
                    count += 1;
                }
            }
        }
        if count == 0 {
            return 0;
        }
        let mut sum = 0;
        self.each_neighbour(us, king, board, |others, _| {
            for &(index, sign) in &terms[..count] {
                sum += sign * i32::from(others[index]);
            }
        });
        sign(us) * sum
    }

    /// Calls `each` with the value of other pieces for each own piece next to
    /// the king, and the index of that piece.
    #[inline]
    fn each_neighbour(
        &self,
        us: Color,
        king: Square,
        board: &Board,
        mut each: impl FnMut(&Others, usize),
    ) {
        let side = match turned(us, king).file().raw() {
            0..=3 => 0,
            4 => 1,
            _ => 2,
        };
        let (around, ahead) = (board.around(king), sign(us) as i8);
        for (direction, &(file, rank)) in AROUND.iter().enumerate() {
            let piece = around.near((ahead * file, ahead * rank)) as u8;
            let kind = MERGED_CODES[usize::from(seen(us, piece) & 31)];
            if kind != NONE {
                let row = (side * AROUND.len() + direction) * MERGED + usize::from(kind);
                each(&self.two[row], usize::from(kind) * OFFSETS + offset((file, rank)));
            }
        }
    }
}

/// Is `piece` an own one of `us` without its king?
#[inline]
pub(super) fn is_companion(us: Color, piece: u8) -> bool {
    MERGED_CODES[usize::from(seen(us, piece) & 31)] != NONE
}

#[inline]
const fn offset((file, rank): (i8, i8)) -> usize {
    (file + 8) as usize * 17 + (rank + 8) as usize
}

#[inline]
fn other_index(us: Color, king: Square, square: Square, code: u8) -> usize {
    let (king, square) = (turned(us, king), turned(us, square));
    let file = square.file().raw() - king.file().raw();
    usize::from(code) * OFFSETS + offset((file, square.rank().raw() - king.rank().raw()))
}
