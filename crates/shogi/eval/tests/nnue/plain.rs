//! Networks by their definition, from the text of a position alone: independent
//! of the crate's features, layouts and kernels, and slow.

use zenpuku_shogi::{Color, Position};
use zenpuku_shogi_eval::nnue::{FeatureSet, StackBy, StackedWeights, Weights};

/// A piece on the board: its letter in capitals, promoted or not, the friend's
/// or not, its square (file 1 rank a is 0, down the file).
struct Placed {
    letter: char,
    promoted: bool,
    friend: bool,
    square: i32,
}

/// The view of a side: the board turned for White.
struct Seen {
    board: Vec<Placed>,
    /// Letter, count, the friend's or not.
    hands: Vec<(char, i32, bool)>,
}

impl Seen {
    fn new(position: &Position, perspective: Color) -> Self {
        let sfen = position.to_sfen();
        let mut parts = sfen.split(' ');
        let (rows, hands) = (parts.next().unwrap(), parts.nth(1).unwrap());
        let black = perspective == Color::BLACK;
        let mut board = Vec::new();
        for (rank, row) in rows.split('/').enumerate() {
            let (mut file, mut promoted) = (8, false);
            for letter in row.chars() {
                match letter {
                    '+' => promoted = true,
                    '1'..='9' => file -= letter as i32 - '0' as i32,
                    _ => {
                        let at = file * 9 + rank as i32;
                        let square = if black { at } else { 80 - at };
                        let friend = letter.is_ascii_uppercase() == black;
                        let letter = letter.to_ascii_uppercase();
                        board.push(Placed { letter, promoted, friend, square });
                        (file, promoted) = (file - 1, false);
                    }
                }
            }
        }
        let (mut held, mut count) = (Vec::new(), 0);
        for letter in hands.chars() {
            match letter.to_digit(10) {
                Some(digit) => count = 10 * count + digit as i32,
                None if letter == '-' => {}
                None => {
                    let friend = letter.is_ascii_uppercase() == black;
                    held.push((letter.to_ascii_uppercase(), count.max(1), friend));
                    count = 0;
                }
            }
        }
        Self { board, hands: held }
    }

    fn king(&self, friend: bool) -> Option<i32> {
        let king = self.board.iter().find(|piece| piece.letter == 'K' && piece.friend == friend);
        king.map(|piece| piece.square)
    }

    /// How many pieces of a side attack `square`.
    fn attacks(&self, friend: bool, square: i32) -> i32 {
        let own = self.board.iter().filter(|piece| piece.friend == friend);
        own.filter(|piece| self.reaches(piece, square)).count() as i32
    }

    fn reaches(&self, piece: &Placed, square: i32) -> bool {
        // Forwards is up the board for the friend: towards lower ranks.
        let ahead = if piece.friend { -1 } else { 1 };
        let (file, rank) = (piece.square / 9, piece.square % 9);
        let offset = (square / 9 - file, (square % 9 - rank) * ahead);
        let near = |list: &[(i32, i32)]| list.contains(&offset);
        let king = offset != (0, 0) && offset.0.abs() <= 1 && offset.1.abs() <= 1;
        let gold = king && !(offset.1 == -1 && offset.0 != 0);
        let free = || {
            let (x, y) = (offset.0.signum(), offset.1.signum() * ahead);
            let mut at = (file + x, rank + y);
            while at.0 * 9 + at.1 != square {
                if self.board.iter().any(|other| other.square == at.0 * 9 + at.1) {
                    return false;
                }
                at = (at.0 + x, at.1 + y);
            }
            true
        };
        let slanted = offset.0.abs() == offset.1.abs() && offset.0 != 0;
        let straight = (offset.0 == 0) != (offset.1 == 0);
        match (piece.letter, piece.promoted) {
            ('P', false) => near(&[(0, 1)]),
            ('L', false) => offset.0 == 0 && offset.1 > 0 && free(),
            ('N', false) => near(&[(1, 2), (-1, 2)]),
            ('S', false) => near(&[(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)]),
            ('G', _) | ('P' | 'L' | 'N' | 'S', true) => gold,
            ('B', promoted) => slanted && free() || promoted && king,
            ('R', promoted) => straight && free() || promoted && king,
            ('K', _) => king,
            other => panic!("{other:?}"),
        }
    }
}

/// Kinds in the order of their planes, gold's moves taken together.
fn plane(piece: &Placed) -> i32 {
    let row = match (piece.letter, piece.promoted) {
        ('P', false) => 0,
        ('L', false) => 1,
        ('N', false) => 2,
        ('S', false) => 3,
        ('G', _) | ('P' | 'L' | 'N' | 'S', true) => 4,
        ('B', false) => 5,
        ('B', true) => 6,
        ('R', false) => 7,
        _ => 8,
    };
    2 * row + i32::from(!piece.friend)
}

/// Numbers before the first piece in hand of a kind: friend's, enemy's.
fn hand(letter: char) -> (i32, i32) {
    match letter {
        'P' => (1, 20),
        'L' => (39, 44),
        'N' => (49, 54),
        'S' => (59, 64),
        'G' => (69, 74),
        'B' => (79, 82),
        _ => (85, 88),
    }
}

/// The features of a position from one side, by the definition.
fn features(set: FeatureSet, position: &Position, perspective: Color) -> Vec<usize> {
    let seen = Seen::new(position, perspective);
    let Some(mut king) = seen.king(true).or((set == FeatureSet::KP).then_some(0)) else {
        return Vec::new();
    };
    let mirrors = matches!(set, FeatureSet::HalfKPVm | FeatureSet::HalfKAHm2) && king >= 45;
    let flip = |square: i32| if mirrors { (8 - square / 9) * 9 + square % 9 } else { square };
    king = flip(king);
    let (kings, numbers) = match set {
        FeatureSet::KP => (1, 1548 + 162),
        FeatureSet::HalfKA2 | FeatureSet::HalfKAHm2 => (81, 1629),
        _ => (81, 1548),
    };
    let mut list = Vec::new();
    let mut pieces = 0;
    for piece in &seen.board {
        let square = flip(piece.square);
        let number = match (piece.letter, set) {
            ('K', FeatureSet::KP) => 1548 + 81 * i32::from(!piece.friend) + square,
            ('K', FeatureSet::HalfKA2 | FeatureSet::HalfKAHm2) => 1548 + square,
            ('K', _) => continue,
            _ => 90 + 81 * plane(piece) + square,
        };
        let attacks = match set {
            FeatureSet::HalfKPE9 => {
                let count = |friend| seen.attacks(friend, piece.square).min(2);
                3 * count(true) + count(false)
            }
            _ => 0,
        };
        pieces += i32::from(piece.letter != 'K');
        list.push((attacks, number));
    }
    for &(letter, count, friend) in &seen.hands {
        let (ours, theirs) = hand(letter);
        let first = if friend { ours } else { theirs };
        list.extend((0..count).map(|index| (0, first + index)));
        pieces += count;
    }
    list.extend((pieces..38).map(|_| (0, 0)));
    let king = if kings == 1 { 0 } else { king };
    let index = |(attacks, number): (i32, i32)| attacks * 81 * numbers + king * numbers + number;
    list.into_iter().map(|feature| index(feature) as usize).collect()
}

fn sums(width: usize, biases: &[i16], weights: &[i16], features: &[usize]) -> Vec<i16> {
    let mut sums = biases.to_vec();
    for feature in features {
        for (sum, weight) in sums.iter_mut().zip(&weights[feature * width..][..width]) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    sums
}

/// Sums of a layer, before anything is cut off.
fn layer(inputs: &[i32], matrix: &[i8], biases: &[i32]) -> Vec<i32> {
    let rows = matrix.chunks_exact(inputs.len()).zip(biases);
    rows.map(|(row, bias)| {
        let products = row.iter().zip(inputs).map(|(w, x)| i32::from(*w) * x);
        products.sum::<i32>() + bias
    })
    .collect()
}

fn clipped(sums: &[i32]) -> Vec<i32> {
    sums.iter().map(|sum| (sum >> 6).clamp(0, 127)).collect()
}

/// The output of a network by the definition.
pub(crate) fn plain_output(weights: &Weights, position: &Position) -> i32 {
    let us = position.side_to_move();
    let mut inputs = Vec::new();
    for perspective in [us, us.flip()] {
        let features = features(weights.features, position, perspective);
        let (biases, matrix) = (&weights.transformer_biases, &weights.transformer_weights);
        let sums = sums(weights.shape.transformed, biases, matrix, &features);
        inputs.extend(sums.into_iter().map(|sum| i32::from(sum).clamp(0, 127)));
    }
    let first = clipped(&layer(&inputs, &weights.first_weights, &weights.first_biases));
    let second = clipped(&layer(&first, &weights.second_weights, &weights.second_biases));
    layer(&second, &weights.output_weights, &[weights.output_bias])[0]
}

/// The output of an SFNN network by the definition.
pub(crate) fn plain_stacked_output(weights: &StackedWeights, position: &Position) -> i32 {
    let (us, width) = (position.side_to_move(), weights.shape.transformed);
    let mut inputs = Vec::new();
    for perspective in [us, us.flip()] {
        let features = features(weights.features, position, perspective);
        let double = |list: &[i16]| list.iter().map(|x| x.wrapping_mul(2)).collect::<Vec<_>>();
        let biases = double(&weights.transformer_biases);
        let mut single = vec![0; width];
        for feature in features {
            let row = &weights.transformer_weights[feature * width..][..width];
            for (sum, weight) in single.iter_mut().zip(row) {
                *sum = i16::wrapping_add(*sum, weight.wrapping_mul(2));
            }
        }
        let sums: Vec<i32> = single
            .iter()
            .zip(&biases)
            .map(|(sum, bias)| i32::from(sum.wrapping_add(*bias)).clamp(0, 254))
            .collect();
        let (low, high) = sums.split_at(width / 2);
        inputs.extend(low.iter().zip(high).map(|(a, b)| a * b * 128 / 65536));
    }
    let stack = &weights.stacks[stack(weights.shape.stack_by, position)];
    let sums = layer(&inputs, &stack.first_weights, &stack.first_biases);
    let seen = &sums[..weights.shape.hidden[0]];
    let square = |sum: &i32| (i64::from(*sum) * i64::from(*sum) / (1 << 19)).min(127) as i32;
    let mut hidden: Vec<i32> = seen.iter().map(square).collect();
    hidden.extend(clipped(seen));
    let second = clipped(&layer(&hidden, &stack.second_weights, &stack.second_biases));
    let output = layer(&second, &stack.output_weights, &[stack.output_bias])[0];
    output + if weights.shape.has_shortcut() { sums[weights.shape.hidden[0]] } else { 0 }
}

/// The stack by both kings' ranks, each as its own side sees it.
fn stack(by: StackBy, position: &Position) -> usize {
    let us = position.side_to_move();
    let rank = |side| Seen::new(position, side).king(true).unwrap() % 9;
    let (ours, theirs) = (rank(us), rank(us.flip()));
    let index = match by {
        StackBy::Nothing => 0,
        StackBy::Kings3 => ours / 3 * 3 + theirs / 3,
        StackBy::Kings9 => ours * 9 + theirs,
    };
    index as usize
}
