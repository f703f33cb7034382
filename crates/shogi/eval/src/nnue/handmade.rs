//! A network made by hand: the piece-square evaluation as a K-P network.
//!
//! It shows that shape and formats can carry an evaluation, tests have a known answer, and
//! training can begin from it instead of from noise.

use super::features::{FeatureSet, HAND_ROW, board_number, hand_number, king_index};
use super::weights::{FIRST_INPUTS, HIDDEN, OutputScale, Shape, TRANSFORMED, Weights};
use crate::tables::PIECE_SQUARE;
use crate::values::PieceValues;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Square};

/// Steps of a neuron between its two clamps.
const STEPS: i32 = 127;
/// Transformer steps a centipawn: all 256 neurons together cover 8,128 centipawns to each side.
const SUM_STEPS: i32 = 2;
/// Hidden neurons that count single centipawns around 0; they reach to [`FINE_END`].
const FINE: i32 = 24;
const FINE_END: i32 = FINE * STEPS / 2;
/// Centipawns that a step of the other hidden neurons counts, half of them below, half above.
const COARSE_STEP: i32 = 8;
const COARSE: i32 = (HIDDEN as i32 - FINE) / 2;
/// Output units a centipawn.
const UNIT: i32 = 8;

/// The weights of the hand-made network: material and the squares of the pieces, as
/// [`crate::PieceSquare`], seen by the side to move. Promoted small pieces count as
/// golds, because K-P does not distinguish them. Exact to a centipawn within 1,524,
/// to 8 within 5,588.
#[must_use]
pub fn piece_square_weights(params: &Params) -> Weights {
    let scale = OutputScale { numerator: 1, denominator: UNIT as u32 };
    let mut weights = Weights::zero("piece-square by hand", FeatureSet::KP, Shape::STANDARD, scale);
    for (feature, centipawns) in feature_values(params) {
        let at = feature as usize * TRANSFORMED;
        weights.transformer_weights[at..at + TRANSFORMED].fill((SUM_STEPS * centipawns) as i16);
    }
    // The neurons of a layer encode a number like a thermometer: the first fills, then the second.
    let middle = STEPS * TRANSFORMED as i32 / 2;
    for (neuron, bias) in weights.transformer_biases.iter_mut().enumerate() {
        *bias = (middle - STEPS * neuron as i32) as i16;
    }
    for neuron in 0..HIDDEN {
        let (start, step) = segment(neuron as i32);
        let weight = 64 / SUM_STEPS / step;
        let ours = neuron * FIRST_INPUTS;
        weights.first_weights[ours..ours + TRANSFORMED].fill(weight as i8);
        weights.first_biases[neuron] = -weight * (middle + SUM_STEPS * start);
        weights.second_weights[neuron * HIDDEN + neuron] = 64;
        weights.output_weights[neuron] = (UNIT * step) as i8;
    }
    weights.output_bias = -UNIT * (FINE_END + COARSE * STEPS * COARSE_STEP);
    weights
}

/// Where the hidden neuron begins to count, and the size of its steps, in centipawns.
fn segment(neuron: i32) -> (i32, i32) {
    let wide = STEPS * COARSE_STEP;
    if neuron < FINE {
        (neuron * STEPS - FINE_END, 1)
    } else if neuron < FINE + COARSE {
        ((neuron - FINE - COARSE) * wide - FINE_END, COARSE_STEP)
    } else {
        ((neuron - FINE - COARSE) * wide + FINE_END, COARSE_STEP)
    }
}

/// The kinds with separate numbers.
const KINDS: [PieceType; 10] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::BISHOP,
    PieceType::HORSE,
    PieceType::ROOK,
    PieceType::DRAGON,
    PieceType::KING,
];

/// Worth of every feature to the friend in centipawns.
fn feature_values(params: &Params) -> Vec<(u32, i32)> {
    let values = PieceValues::new(params);
    let friend = Color::BLACK;
    let mut list = Vec::new();
    for color in [Color::BLACK, Color::WHITE] {
        let sign = if color == friend { 1 } else { -1 };
        for kind in HandPiece::iter().map(HandPiece::to_piece_type) {
            let number = |below| hand_number(color, kind, below, friend);
            let most = HAND_ROW[kind.to_index()].1 - 1;
            list.extend((0..most).map(|below| (number(below), sign * values.kind(kind))));
        }
        for kind in KINDS {
            let piece = Piece::from_parts(color, kind);
            for square in Square::iter() {
                let placed = i32::from(PIECE_SQUARE[piece.to_index()][square.to_index()]);
                let number = match kind {
                    PieceType::KING => king_index(color, square, friend),
                    _ => board_number(piece, square, friend),
                };
                list.push((number, values.signed(piece) + placed));
            }
        }
    }
    list
}
