//! SFEN, read strictly and written.

use super::{MAX_PLY, Setup, SetupError, SfenField};
use crate::types::{Color, File, HandPiece, Piece, PieceType, Rank, Square};
use core::fmt::Write;
use core::str::FromStr;

/// Longest piece of foreign text that an error repeats.
const QUOTE: usize = 40;

/// The order in which hands are written.
const HAND_ORDER: [HandPiece; HandPiece::COUNT] = [
    HandPiece::ROOK,
    HandPiece::BISHOP,
    HandPiece::GOLD,
    HandPiece::SILVER,
    HandPiece::KNIGHT,
    HandPiece::LANCE,
    HandPiece::PAWN,
];

pub(super) fn read(text: &str) -> Result<Setup, SetupError> {
    let mut words = text.split_ascii_whitespace();
    let mut field = |name| words.next().ok_or(SetupError::MissingField(name));
    let mut setup = Setup::empty();
    read_board(field(SfenField::Board)?, &mut setup)?;
    setup.side_to_move = read_side(field(SfenField::SideToMove)?)?;
    read_hands(field(SfenField::Hands)?, &mut setup)?;
    setup.ply = words.next().map_or(Ok(1), read_ply)?;
    match words.next() {
        Some(word) => Err(SetupError::TrailingText(quote(word))),
        None => Ok(setup),
    }
}

fn quote(text: &str) -> String {
    text.chars().take(QUOTE).collect()
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), SetupError> {
    let ranks = text.split('/').count();
    if ranks != Rank::COUNT {
        return Err(SetupError::RankCount(ranks));
    }
    let mut at = 1;
    for (rank, part) in Rank::iter().zip(text.split('/')) {
        read_rank(part, rank, at, setup)?;
        at += part.chars().count() + 1;
    }
    Ok(())
}

/// Reads one rank whose first character is the `at`th of the board field.
fn read_rank(text: &str, rank: Rank, at: usize, setup: &mut Setup) -> Result<(), SetupError> {
    let mut squares = 0;
    let mut chars = text.chars().zip(at..);
    while let Some((char, at)) = chars.next() {
        if let Some(empty) = char.to_digit(10).filter(|&digit| digit > 0) {
            squares += empty as usize;
        } else {
            let piece = read_board_piece(char, at, chars.by_ref())?;
            if squares < File::COUNT {
                let file = File::new(8 - squares as i8);
                setup.put(Square::from_file_rank(file, rank), piece);
            }
            squares += 1;
        }
        if squares > File::COUNT {
            break;
        }
    }
    if squares == File::COUNT {
        Ok(())
    } else {
        Err(SetupError::RankLength { rank: rank.to_usi(), squares })
    }
}

fn read_board_piece(
    char: char,
    at: usize,
    rest: &mut impl Iterator<Item = (char, usize)>,
) -> Result<Piece, SetupError> {
    let unknown = |found, at| SetupError::UnknownPiece { field: SfenField::Board, at, found };
    if char != '+' {
        return piece_of(char).ok_or_else(|| unknown(char, at));
    }
    let (base, base_at) = rest.next().ok_or(SetupError::CannotPromote { at })?;
    let piece = piece_of(base).ok_or_else(|| unknown(base, base_at))?;
    if piece.piece_type().is_promotable() {
        Ok(piece.promote())
    } else {
        Err(SetupError::CannotPromote { at })
    }
}

/// The unpromoted piece of a letter, upper case for Black.
fn piece_of(letter: char) -> Option<Piece> {
    let kind = PieceType::from_str(letter.encode_utf8(&mut [0; 4])).ok()?;
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some(Piece::from_parts(color, kind))
}

fn read_side(text: &str) -> Result<Color, SetupError> {
    match text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        other => Err(SetupError::SideToMove(quote(other))),
    }
}

fn read_hands(text: &str, setup: &mut Setup) -> Result<(), SetupError> {
    if text == "-" {
        return Ok(());
    }
    let mut digits = String::new();
    for (letter, at) in text.chars().zip(1..) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let piece = piece_of(letter).and_then(|piece| {
            HandPiece::from_piece_type(piece.piece_type()).map(|kind| (piece.color(), kind))
        });
        let unknown = SetupError::UnknownPiece { field: SfenField::Hands, at, found: letter };
        let (color, kind) = piece.ok_or(unknown)?;
        if setup.hand_count(color, kind) > 0 {
            return Err(SetupError::RepeatedHandPiece { at, found: letter });
        }
        setup.set_hand(color, kind, read_count(&digits, at - digits.len())?);
        digits.clear();
    }
    if digits.is_empty() {
        Ok(())
    } else {
        let at = text.chars().count() + 1 - digits.len();
        Err(SetupError::HandCount { at, found: quote(&digits) })
    }
}

fn read_count(digits: &str, at: usize) -> Result<u8, SetupError> {
    if digits.is_empty() {
        return Ok(1);
    }
    let count = digits.parse::<u8>().ok().filter(|count| (1..=18).contains(count));
    count
        .filter(|_| !digits.starts_with('0'))
        .ok_or_else(|| SetupError::HandCount { at, found: quote(digits) })
}

fn read_ply(text: &str) -> Result<u16, SetupError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<u16>()
        .ok()
        .filter(|&ply| digits && ply <= MAX_PLY)
        .ok_or_else(|| SetupError::Ply(quote(text)))
}

pub(super) fn write(setup: &Setup) -> String {
    let mut out = String::with_capacity(100);
    for rank in Rank::iter() {
        if rank != Rank::RANK_1 {
            out.push('/');
        }
        write_rank(setup, rank, &mut out);
    }
    out.push_str(if setup.side_to_move == Color::Black { " b " } else { " w " });
    write_hands(setup, &mut out);
    // Writing to a String cannot fail.
    let _ = write!(out, " {}", setup.ply);
    out
}

fn write_rank(setup: &Setup, rank: Rank, out: &mut String) {
    let mut empty = 0;
    for file in File::iter().rev() {
        let piece = setup.piece_on(Square::from_file_rank(file, rank));
        if piece.is_empty() {
            empty += 1;
            continue;
        }
        push_count(empty, 0, out);
        empty = 0;
        push_piece(piece, out);
    }
    push_count(empty, 0, out);
}

fn write_hands(setup: &Setup, out: &mut String) {
    let start = out.len();
    for color in Color::iter() {
        for kind in HAND_ORDER {
            let count = setup.hand_count(color, kind);
            if count > 0 {
                push_count(count, 1, out);
                push_piece(Piece::from_parts(color, kind.to_piece_type()), out);
            }
        }
    }
    if out.len() == start {
        out.push('-');
    }
}

/// Writes `count` when it is more than `silent`.
fn push_count(count: u8, silent: u8, out: &mut String) {
    if count > silent {
        let _ = write!(out, "{count}");
    }
}

fn push_piece(piece: Piece, out: &mut String) {
    let symbol = piece.piece_type().to_string();
    if piece.color() == Color::Black {
        out.push_str(&symbol);
    } else {
        out.push_str(&symbol.to_ascii_lowercase());
    }
}
