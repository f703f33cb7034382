//! Moves of ShogiGUI's books: 32 bits [bookconv].
//!
//! Bits 0 to 3 the rank and 4 to 7 the file of the origin (0 for drops), 8 to 11 and 12 to 15 those of the
//! target, 19 promotion, 20 to 23 the captured piece, 24 to 28 the moving piece (16 added for White), 31 set
//! for White. Ranks and files count from 1.

use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

const PROMOTION: u32 = 1 << 19;
const WHITE_PIECE: u32 = 0x10;
const WHITE: u32 = 1 << 31;

/// The pieces in the order of their numbers from 1; promoted ones add 8.
const KINDS: [PieceType; 8] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::KING,
];

/// Their letters in USI.
const LETTERS: [&str; 8] = ["P", "L", "N", "S", "G", "B", "R", "K"];

/// The move that the bits describe, if it is legal in the position.
pub(super) fn decode(position: &Position, bits: u32) -> Result<Move, String> {
    let square = |shift: u32| {
        let (rank, file) = (bits >> shift & 0xf, bits >> (shift + 4) & 0xf);
        let on_board = (1..=9).contains(&rank) && (1..=9).contains(&file);
        on_board.then(|| format!("{file}{}", char::from(b'a' + rank as u8 - 1)))
    };
    let drop = || {
        let number = (bits >> 24 & 0xf).checked_sub(1)?;
        LETTERS.get(number as usize).map(|letter| format!("{letter}*"))
    };
    let drops = bits & 0xff == 0;
    let origin = if drops { drop() } else { square(0) };
    let (Some(origin), Some(target)) = (origin, square(8)) else {
        return Err(format!("{bits:#010x} is not a move"));
    };
    let promotion = if bits & PROMOTION != 0 && !drops { "+" } else { "" };
    let usi = format!("{origin}{target}{promotion}");
    position.read_usi(&usi).map_err(|error| format!("{usi}: {error}"))
}

/// The bits of a legal move.
pub(super) fn encode(position: &Position, mv: Move) -> u32 {
    let square = |square: Square| {
        let (rank, file) = (square.rank().raw() as u32 + 1, square.file().raw() as u32 + 1);
        rank | file << 4
    };
    let from = mv.from();
    let moving = from.map(|from| position.piece_on(from).piece_type()).or_else(|| mv.dropped());
    let captured = position.piece_on(mv.to());
    let captured = if captured.is_empty() { 0 } else { number(captured.piece_type()) };
    let promotion = if mv.is_promotion() { PROMOTION } else { 0 };
    let white = position.side_to_move() == Color::White;
    let side = if white { WHITE | WHITE_PIECE << 24 } else { 0 };
    let origin = from.map_or(0, square);
    let piece = moving.map_or(0, number) << 24;
    origin | square(mv.to()) << 8 | promotion | captured << 20 | piece | side
}

fn number(kind: PieceType) -> u32 {
    let base = KINDS.iter().position(|&base| base == kind.demote());
    let promoted = if kind.is_promoted() { 8 } else { 0 };
    base.map_or(0, |base| base as u32 + 1) + promoted
}
