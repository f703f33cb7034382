//! Who attacks what, eight squares at a time.

use super::super::control::{control, piece_control_index, square_control_index};
use super::super::layout::Group;
use super::super::view::{Place, kind_code};
use super::super::weights::Weights;
use super::effects::EffectCounts;
use super::{COLORS, all_pieces, sign};
use zenpuku_shogi::{Color, Piece, Position, Square};

/// What is on a square in six bits: effects of Black (0 to 3), of White, whether a piece of Black's
/// stands there, and whether one of White's.
const STATES: usize = 64;
/// The bits of the effects.
const BOTH_COUNTS: usize = 16;

/// Worth of every square of the board, for a king on one square.
type Squares = [[i16; STATES]; 81];
/// Worth of a piece by rank, by whether it is Black's move, by the effects on it.
type PieceRanks = [[[i32; BOTH_COUNTS]; 2]; 9];

/// Weights of the effects on squares and on pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Control {
    /// By the king's colour and square, as they count for the king's side.
    kings: [Vec<Squares>; 2],
    /// By piece, as they count for Black.
    pieces: Vec<PieceRanks>,
}

impl Control {
    /// Nothing where all of the weights are 0.
    pub(super) fn new(weights: &Weights) -> Option<Self> {
        weights.beyond_appendix().then(|| Self {
            kings: COLORS.map(|us| {
                Square::iter().map(|king| squares(weights, us, king)).collect::<Vec<_>>()
            }),
            pieces: pieces(weights),
        })
    }

    /// The terms of both kings and of all pieces.
    #[inline]
    pub(super) fn sum(&self, position: &Position, counts: &[EffectCounts; 2]) -> i32 {
        let states = states(position, counts);
        let mut sum = 0;
        for us in COLORS {
            let Some(king) = position.king(us) else { continue };
            let squares = &self.kings[us.to_index()][king.to_index()];
            let worth = squares.iter().zip(&states);
            let worth = worth.map(|(row, &state)| i32::from(row[usize::from(state) % STATES]));
            sum += sign(us) * worth.sum::<i32>();
        }
        let to_move = usize::from(position.side_to_move() == Color::BLACK);
        for square in position.occupied().iter() {
            let piece = position.piece_on(square).to_index();
            let counts = usize::from(states[square.to_index()]) % BOTH_COUNTS;
            sum += self.pieces[piece][square.rank().to_index()][to_move][counts];
        }
        sum
    }
}

/// What is on each square, see [`STATES`]; seven more than the board has.
#[inline]
fn states(position: &Position, counts: &[EffectCounts; 2]) -> [u8; 88] {
    let (black, white) = (counts[0].planes(), counts[1].planes());
    let pieces = COLORS.map(|us| position.pieces_of(us).packed_bits());
    let planes = [black[0], black[1], white[0], white[1], pieces[0], pieces[1]];
    let planes = planes.map(u128::to_le_bytes);
    let mut states = [0; 88];
    for (index, eight) in states.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut spread = 0;
        for (bit, plane) in planes.iter().enumerate() {
            spread |= SPREAD[usize::from(plane[index])] << bit;
        }
        *eight = spread.to_le_bytes();
    }
    states
}

/// The bits of a byte, each in a byte of its own.
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
fn squares(weights: &Weights, us: Color, king: Square) -> Squares {
    let mut squares = [[0; STATES]; 81];
    for (square, row) in Square::iter().zip(&mut squares) {
        let places = (Place::new(king, us), Place::new(square, us));
        for (state, entry) in row.iter_mut().enumerate() {
            let owner = match state / BOTH_COUNTS {
                0 => None,
                1 => Some(Color::BLACK),
                2 => Some(Color::WHITE),
                // No square has two pieces.
                _ => continue,
            };
            let control = control(us, owner, seen(us, state));
            let index = square_control_index(places.0, places.1, control);
            *entry = weights.of(Group::SquareControl, index) as i16;
        }
    }
    squares
}

/// Weights of the effects on pieces, as they count for Black.
fn pieces(weights: &Weights) -> Vec<PieceRanks> {
    let mut pieces = vec![[[[0; BOTH_COUNTS]; 2]; 9]; Piece::COUNT];
    for piece in all_pieces() {
        let (us, kind) = (piece.color(), kind_code(piece.piece_type()));
        for (rank, row) in pieces[piece.to_index()].iter_mut().enumerate() {
            let rank = if us == Color::BLACK { rank } else { 8 - rank };
            for (black_moves, entries) in row.iter_mut().enumerate() {
                let to_move = (black_moves == 1) == (us == Color::BLACK);
                for (counts, entry) in entries.iter_mut().enumerate() {
                    let index = piece_control_index(kind, rank, to_move, seen(us, counts));
                    *entry = sign(us) * weights.of(Group::PieceControl, index);
                }
            }
        }
    }
    pieces
}

/// Own and enemy effects of a state.
const fn seen(us: Color, state: usize) -> (usize, usize) {
    let (black, white) = (state & 3, state >> 2 & 3);
    match us {
        Color::BLACK => (black, white),
        Color::WHITE => (white, black),
    }
}
