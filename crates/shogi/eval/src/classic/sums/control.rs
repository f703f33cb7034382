//! Who attacks what. Changes since an earlier position are found for all
//! squares in parallel, and only their values are looked up.

use super::super::control::{control, piece_control_index, square_control_index};
use super::super::layout::{CONTROLS, Group};
use super::super::numbers::Numbers;
use super::super::view::{Place, kind_code};
use super::board::Board;
use super::effects::EffectCounts;
use super::{COLORS, all_pieces, sign};
use zenpuku_shogi::{Color, Piece, Square};

/// Effects of Black and of White on a square, 0 to 2 each: the number is 3 times Black's and White's.
const COUNTS: usize = 9;
/// State of a square: [`COUNTS`], and 9 more for a piece of Black's, 18 more for one of
/// White's. Room for these 27, so that any five bits are an index, and a square has a
/// cache line.
const STATES: usize = 32;

/// Worth of every square of the board, for a king on one square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Squares([[i16; STATES]; 81]);

/// Value of a piece by rank and by the state of its square: with White to move,
/// and with Black to move.
type PieceRanks = [[[i32; 2]; STATES]; 9];

/// Weights of the effects on squares and on pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Control {
    /// By the king's colour and square, as they count for the king's side.
    kings: [Vec<Squares>; 2],
    /// By piece, as they count for Black; zero for no piece.
    pieces: Vec<PieceRanks>,
}

/// The states of the squares of a position, and their value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlSums {
    sets: Sets,
    /// By square, see [`STATES`]; seven more than the board has.
    states: [u8; 88],
    /// By the king's colour, as they count for the king's side.
    kings: [i32; 2],
    /// When White is to move, and when Black is.
    pieces: [i32; 2],
}

impl ControlSums {
    /// Those of an empty board.
    pub(super) const EMPTY: Self =
        Self { sets: [0; SETS.len()], states: [0; 88], kings: [0; 2], pieces: [0; 2] };

    /// The terms of both kings and of all pieces, when `to_move` is to move.
    #[inline]
    pub(super) fn sum(&self, to_move: Color) -> i32 {
        self.kings[0] - self.kings[1] + self.pieces[usize::from(to_move == Color::BLACK)]
    }
}

impl Control {
    /// Empty if all of the weights are 0.
    pub(super) fn new(numbers: &Numbers) -> Option<Self> {
        numbers.beyond_appendix().then(|| Self {
            kings: COLORS.map(|us| {
                Square::iter().map(|king| squares(numbers, us, king)).collect::<Vec<_>>()
            }),
            pieces: pieces(numbers),
        })
    }

    /// The sums of the position with the pieces of `boards[1]` and the effects `counts`, from those
    /// of the one with the pieces of `boards[0]`. Pieces may have been replaced by others on all
    /// squares of `touched`; squares that became empty or occupied need not be listed.
    pub(super) fn follow(
        &self,
        before: &ControlSums,
        boards: [&Board; 2],
        touched: u128,
        counts: &[EffectCounts; 2],
    ) -> ControlSums {
        let sets = sets(boards[1], counts);
        let mut sums = ControlSums { sets, states: states(&sets), ..*before };
        let changed = before.sets.iter().zip(sets).fold(touched, |all, (a, b)| all | (a ^ b));
        self.see_changes(&mut sums, before, boards, changed);
        for us in COLORS {
            let [was, is] = boards.map(|board| board.king(us));
            if let Some(king) = is.filter(|_| was != is) {
                sums.kings[us.to_index()] = self.see_all(us, king, &sums.states);
            }
        }
        sums
    }

    /// Updates `sums` on the squares `changed`, with unchanged king squares.
    #[inline]
    fn see_changes(
        &self,
        sums: &mut ControlSums,
        before: &ControlSums,
        boards: [&Board; 2],
        mut changed: u128,
    ) {
        let kings = COLORS.map(|us| boards[0].king(us).map(|king| self.squares(us, king)));
        while changed != 0 {
            let index = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let states = [before, sums].map(|sums| usize::from(sums.states[index]) % STATES);
            for (sum, squares) in sums.kings.iter_mut().zip(kings) {
                let Some(row) = squares.map(|squares| &squares.0[index]) else { continue };
                *sum += i32::from(row[states[1]]) - i32::from(row[states[0]]);
            }
            let square = Square::from_index(index);
            let rank = square.rank().to_index();
            let [was, is] = [0, 1]
                .map(|at| &self.pieces[usize::from(boards[at].on(square) & 31)][rank][states[at]]);
            for (sum, (was, is)) in sums.pieces.iter_mut().zip(was.iter().zip(is)) {
                *sum += is - was;
            }
        }
    }

    /// The terms of a king of `us` on `king`, as they count for it. A separate,
    /// rarely called function, so that it takes no space in the hot code.
    #[cold]
    fn see_all(&self, us: Color, king: Square, states: &[u8; 88]) -> i32 {
        let worth = self.squares(us, king).0.iter().zip(states);
        worth.map(|(row, &state)| i32::from(row[usize::from(state) % STATES])).sum()
    }

    #[inline]
    fn squares(&self, us: Color, king: Square) -> &Squares {
        &self.kings[us.to_index()][king.to_index()]
    }
}

/// Sets of squares: once and more often attacked by Black, the same by White, Black's pieces,
/// White's.
type Sets = [u128; SETS.len()];
/// The contribution of each of [`Sets`] to the state of its squares.
const SETS: [u64; 6] = [3, 6, 1, 2, 9, 18];

#[inline]
fn sets(board: &Board, counts: &[EffectCounts; 2]) -> Sets {
    let [black, white] = [counts[0].planes(), counts[1].planes()];
    let once = |planes: [u128; 2]| planes[0] & !planes[1];
    let [us, them] = COLORS.map(|color| board.pieces(color).packed_bits());
    [once(black), black[1], once(white), white[1], us, them]
}

/// The state of each square, see [`STATES`]; seven more than the board has.
#[inline]
fn states(sets: &Sets) -> [u8; 88] {
    let sets = sets.map(u128::to_le_bytes);
    let mut states = [0; 88];
    for (index, eight) in states.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let of = |(set, worth): (&[u8; 16], u64)| SPREAD[usize::from(set[index])] * worth;
        *eight = sets.iter().zip(SETS).map(of).sum::<u64>().to_le_bytes();
    }
    states
}

/// The bits of a byte, each in a separate byte.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Weights for a king of `us` on `king`.
fn squares(numbers: &Numbers, us: Color, king: Square) -> Squares {
    let mut squares = Squares([[0; STATES]; 81]);
    for (square, row) in Square::iter().zip(&mut squares.0) {
        let places = (Place::new(king, us), Place::new(square, us));
        for (state, entry) in row.iter_mut().enumerate().take(CONTROLS) {
            let owner = match state / COUNTS {
                0 => None,
                1 => Some(Color::BLACK),
                _ => Some(Color::WHITE),
            };
            let control = control(us, owner, seen(us, state));
            let index = square_control_index(places.0, places.1, control);
            *entry = numbers.of(Group::SquareControl, index) as i16;
        }
    }
    squares
}

/// Weights of the effects on pieces, as they count for Black.
fn pieces(numbers: &Numbers) -> Vec<PieceRanks> {
    let mut pieces = vec![[[[0; 2]; STATES]; 9]; Piece::COUNT];
    for piece in all_pieces() {
        let (us, kind) = (piece.color(), kind_code(piece.piece_type()));
        for (rank, row) in pieces[piece.to_index()].iter_mut().enumerate() {
            let rank = if us == Color::BLACK { rank } else { 8 - rank };
            for (state, entry) in row.iter_mut().enumerate().take(CONTROLS) {
                *entry = [false, true].map(|black_moves| {
                    let to_move = black_moves == (us == Color::BLACK);
                    let index = piece_control_index(kind, rank, to_move, seen(us, state));
                    sign(us) * numbers.of(Group::PieceControl, index)
                });
            }
        }
    }
    pieces
}

/// Own and enemy effects of a state.
const fn seen(us: Color, state: usize) -> (usize, usize) {
    let (black, white) = (state % COUNTS / 3, state % 3);
    match us {
        Color::BLACK => (black, white),
        Color::WHITE => (white, black),
    }
}
