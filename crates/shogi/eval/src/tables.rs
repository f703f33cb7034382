//! Hand-made tables of the value of a square for a piece, in centipawns.
//!
//! Ours, made by hand from the usual advice: pawns and minor pieces gain by stepping forward in
//! the centre, golds stay near home, promoted pieces work inside the enemy camp, the king
//! prefers its castle's corner. A table has a row per rank, the enemy's back rank first, and
//! five columns from the edge to the middle file; the other half is its mirror image.

use zenpuku_shogi::{Color, File, Piece, PieceType, Rank, Square};

type Half = [[i16; 5]; 9];

const PAWN: Half = [
    [0, 0, 0, 0, 0],
    [6, 9, 10, 10, 10],
    [6, 10, 12, 12, 12],
    [4, 8, 10, 10, 11],
    [2, 6, 7, 7, 8],
    [1, 3, 3, 3, 2],
    [0, 0, 0, 0, 0],
    [-2, 0, 0, 0, 0],
    [-3, 0, 0, 0, 0],
];

const LANCE: Half = [
    [0, 0, 0, 0, 0],
    [-3, -3, -3, -3, -3],
    [-3, -2, -2, -2, -2],
    [-2, -1, 0, 0, 0],
    [-1, 0, 1, 1, 1],
    [0, 1, 2, 2, 2],
    [0, 1, 2, 2, 2],
    [0, 1, 2, 2, 2],
    [1, 1, 2, 2, 2],
];

const KNIGHT: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 4, 7, 8, 8],
    [0, 4, 7, 8, 8],
    [-6, 0, 3, 4, 4],
    [-8, -2, 1, 2, 2],
    [-6, 2, 6, 4, 2],
    [-7, -3, -2, -2, -2],
    [-7, 1, 0, 0, 0],
];

const SILVER: Half = [
    [-3, 0, 2, 2, 2],
    [0, 4, 8, 8, 8],
    [0, 8, 11, 11, 11],
    [-2, 8, 12, 12, 12],
    [-4, 6, 11, 12, 12],
    [-6, 3, 9, 10, 10],
    [-7, 2, 8, 8, 7],
    [-7, 2, 4, 4, 3],
    [-9, -3, 0, -2, -4],
];

const GOLD: Half = [
    [-8, -2, 0, 0, 0],
    [-3, 6, 8, 9, 9],
    [-3, 6, 9, 10, 10],
    [-7, 0, 4, 6, 6],
    [-10, -4, -2, -2, -2],
    [-11, -4, -2, -1, -2],
    [-9, 1, 4, 4, 3],
    [-6, 6, 9, 9, 7],
    [-7, 0, 3, 3, 2],
];

const BISHOP: Half = [
    [0, 2, 2, 2, 2],
    [2, 4, 4, 4, 4],
    [0, 4, 6, 6, 6],
    [-3, 2, 4, 6, 7],
    [-4, 2, 6, 8, 10],
    [-3, 2, 6, 8, 8],
    [0, 4, 8, 7, 6],
    [-2, 4, 4, 4, 2],
    [-3, -1, 0, 0, 0],
];

const ROOK: Half = [
    [6, 8, 8, 8, 8],
    [8, 11, 11, 11, 11],
    [7, 9, 9, 9, 9],
    [3, 4, 4, 4, 4],
    [1, 3, 3, 3, 3],
    [1, 3, 3, 3, 3],
    [0, 1, 1, 1, 1],
    [2, 6, 4, 4, 4],
    [2, 4, 3, 3, 3],
];

const GOLD_LIKE: Half = [
    [-9, -3, -1, 0, 0],
    [-2, 7, 10, 11, 11],
    [-2, 8, 11, 12, 12],
    [-7, 2, 6, 7, 7],
    [-13, -6, -3, -3, -3],
    [-18, -11, -8, -8, -8],
    [-20, -13, -10, -10, -10],
    [-22, -16, -12, -12, -12],
    [-24, -19, -16, -16, -16],
];

const HORSE: Half = [
    [2, 6, 7, 7, 7],
    [6, 9, 10, 10, 10],
    [6, 10, 12, 12, 12],
    [4, 10, 12, 13, 13],
    [4, 10, 13, 14, 14],
    [4, 11, 14, 14, 14],
    [6, 12, 14, 13, 12],
    [4, 11, 12, 10, 9],
    [1, 7, 7, 4, 3],
];

const DRAGON: Half = [
    [9, 12, 12, 12, 12],
    [12, 17, 18, 18, 18],
    [11, 16, 17, 17, 17],
    [7, 11, 12, 12, 12],
    [2, 7, 8, 8, 8],
    [0, 4, 6, 6, 6],
    [0, 4, 6, 6, 6],
    [0, 4, 4, 3, 3],
    [-1, 2, 2, 1, 1],
];

const KING: Half = [
    [-11, -17, -22, -28, -28],
    [-11, -17, -22, -28, -28],
    [-22, -28, -33, -39, -39],
    [-50, -50, -56, -61, -61],
    [-56, -56, -61, -67, -67],
    [-44, -50, -56, -61, -61],
    [-17, -22, -33, -42, -44],
    [6, 14, 8, -8, -19],
    [14, 19, 11, -3, -11],
];

const fn half(kind: PieceType) -> Option<&'static Half> {
    match kind {
        PieceType::PAWN => Some(&PAWN),
        PieceType::LANCE => Some(&LANCE),
        PieceType::KNIGHT => Some(&KNIGHT),
        PieceType::SILVER => Some(&SILVER),
        PieceType::GOLD => Some(&GOLD),
        PieceType::BISHOP => Some(&BISHOP),
        PieceType::ROOK => Some(&ROOK),
        PieceType::PRO_PAWN
        | PieceType::PRO_LANCE
        | PieceType::PRO_KNIGHT
        | PieceType::PRO_SILVER => Some(&GOLD_LIKE),
        PieceType::HORSE => Some(&HORSE),
        PieceType::DRAGON => Some(&DRAGON),
        PieceType::KING => Some(&KING),
        _ => None,
    }
}

/// Worth of every square to every piece, from Black's view.
pub(crate) type PieceSquareTable = [[i16; Square::COUNT]; Piece::COUNT];

/// The tables above, for both colours and both halves of the board.
pub(crate) static PIECE_SQUARE: PieceSquareTable = piece_square();

const fn piece_square() -> PieceSquareTable {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut raw = 1;
    while raw < PieceType::GOLD_LIKE.raw() {
        let kind = PieceType::new(raw);
        if let Some(half) = half(kind) {
            let mut index = 0;
            while index < Square::COUNT {
                let square = Square::from_index(index);
                let value = read(half, square.file(), square.rank());
                table[Piece::from_parts(Color::BLACK, kind).to_index()][index] = value;
                let turned = square.flip().to_index();
                table[Piece::from_parts(Color::WHITE, kind).to_index()][turned] = -value;
                index += 1;
            }
        }
        raw += 1;
    }
    table
}

const fn read(half: &Half, file: File, rank: Rank) -> i16 {
    let file = file.to_index();
    half[rank.raw() as usize][if file > 4 { 8 - file } else { file }]
}
