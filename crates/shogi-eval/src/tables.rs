//! Hand-made tables of what a square is worth to a piece, in centipawns.
//!
//! Ours, made by hand from the usual advice: pawns and minor pieces gain by stepping forward in
//! the centre, golds stay near home, promoted pieces work inside the enemy camp, the king
//! prefers its castle's corner. A table has a row per rank, the enemy's back rank first, and
//! five columns from the edge to the middle file; the other half is its mirror image.

use zenpuku_shogi::{Color, File, Piece, PieceType, Rank, Square};

type Half = [[i16; 5]; 9];

const PAWN: Half = [
    [0, 0, 0, 0, 0],
    [10, 16, 18, 18, 18],
    [10, 18, 22, 22, 22],
    [8, 14, 18, 18, 20],
    [4, 10, 12, 12, 14],
    [2, 6, 6, 6, 4],
    [0, 0, 0, 0, 0],
    [-4, 0, 0, 0, 0],
    [-6, 0, 0, 0, 0],
];

const LANCE: Half = [
    [0, 0, 0, 0, 0],
    [-6, -6, -6, -6, -6],
    [-6, -4, -4, -4, -4],
    [-4, -2, 0, 0, 0],
    [-2, 0, 2, 2, 2],
    [0, 2, 4, 4, 4],
    [0, 2, 4, 4, 4],
    [0, 2, 4, 4, 4],
    [2, 2, 4, 4, 4],
];

const KNIGHT: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 8, 12, 14, 14],
    [0, 8, 12, 14, 14],
    [-10, 0, 6, 8, 8],
    [-14, -4, 2, 4, 4],
    [-10, 4, 10, 8, 4],
    [-12, -6, -4, -4, -4],
    [-12, 2, 0, 0, 0],
];

const SILVER: Half = [
    [-6, 0, 4, 4, 4],
    [0, 8, 14, 14, 14],
    [0, 14, 20, 20, 20],
    [-4, 14, 22, 22, 22],
    [-8, 10, 20, 22, 22],
    [-10, 6, 16, 18, 18],
    [-12, 4, 14, 14, 12],
    [-12, 4, 8, 8, 6],
    [-16, -6, 0, -4, -8],
];

const GOLD: Half = [
    [-14, -4, 0, 0, 0],
    [-6, 10, 14, 16, 16],
    [-6, 10, 16, 18, 18],
    [-12, 0, 8, 10, 10],
    [-18, -8, -4, -4, -4],
    [-20, -8, -4, -2, -4],
    [-16, 2, 8, 8, 6],
    [-10, 10, 16, 16, 12],
    [-12, 0, 6, 6, 4],
];

const BISHOP: Half = [
    [0, 4, 4, 4, 4],
    [4, 8, 8, 8, 8],
    [0, 8, 10, 10, 10],
    [-6, 4, 8, 10, 12],
    [-8, 4, 10, 14, 18],
    [-6, 4, 10, 14, 14],
    [0, 8, 14, 12, 10],
    [-4, 8, 8, 8, 4],
    [-6, -2, 0, 0, 0],
];

const ROOK: Half = [
    [10, 14, 14, 14, 14],
    [14, 20, 20, 20, 20],
    [12, 16, 16, 16, 16],
    [6, 8, 8, 8, 8],
    [2, 6, 6, 6, 6],
    [2, 6, 6, 6, 6],
    [0, 2, 2, 2, 2],
    [4, 10, 8, 8, 8],
    [4, 8, 6, 6, 6],
];

const GOLD_LIKE: Half = [
    [-16, -6, -2, 0, 0],
    [-4, 12, 18, 20, 20],
    [-4, 14, 20, 22, 22],
    [-12, 4, 10, 12, 12],
    [-24, -10, -6, -6, -6],
    [-32, -20, -14, -14, -14],
    [-36, -24, -18, -18, -18],
    [-40, -28, -22, -22, -22],
    [-44, -34, -28, -28, -28],
];

const HORSE: Half = [
    [4, 10, 12, 12, 12],
    [10, 16, 18, 18, 18],
    [10, 18, 22, 22, 22],
    [8, 18, 22, 24, 24],
    [8, 18, 24, 26, 26],
    [8, 20, 26, 26, 26],
    [10, 22, 26, 24, 22],
    [8, 20, 22, 18, 16],
    [2, 12, 12, 8, 6],
];

const DRAGON: Half = [
    [16, 22, 22, 22, 22],
    [22, 30, 32, 32, 32],
    [20, 28, 30, 30, 30],
    [12, 20, 22, 22, 22],
    [4, 12, 14, 14, 14],
    [0, 8, 10, 10, 10],
    [0, 8, 10, 10, 10],
    [0, 8, 8, 6, 6],
    [-2, 4, 4, 2, 2],
];

const KING: Half = [
    [-20, -30, -40, -50, -50],
    [-20, -30, -40, -50, -50],
    [-40, -50, -60, -70, -70],
    [-90, -90, -100, -110, -110],
    [-100, -100, -110, -120, -120],
    [-80, -90, -100, -110, -110],
    [-30, -40, -60, -75, -80],
    [10, 25, 15, -15, -35],
    [25, 35, 20, -5, -20],
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
