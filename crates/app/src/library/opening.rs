//! The kind of opening each side plays: where its rook settles.

use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

/// Plies within which a rook settles.
const SETTLED: usize = 40;
/// Games shorter than this have no opening.
const LEAST: usize = 10;

/// The names by the rook's file as its own side counts, from 1.
const NAMES: [&str; 9] = [
    "一間飛車",
    "居飛車",
    "袖飛車",
    "右四間飛車",
    "中飛車",
    "四間飛車",
    "三間飛車",
    "向かい飛車",
    "九間飛車",
];

/// The openings of Black and White; empty where none can be told.
pub(super) fn openings(start: &Position, moves: &[Move]) -> [&'static str; 2] {
    [Color::Black, Color::White].map(|side| {
        let file = (moves.len() >= LEAST).then(|| settled_file(start, moves, side)).flatten();
        file.and_then(|file| NAMES.get(file)).copied().unwrap_or("")
    })
}

/// The square as its own side sees it.
fn seen_by(side: Color, square: Square) -> Square {
    if side == Color::Black { square } else { square.flip() }
}

/// The file, from 0, on which the rook of `side` settles within its own camp.
fn settled_file(start: &Position, moves: &[Move], side: Color) -> Option<usize> {
    let mut at = start.pieces(PieceType::ROOK, side).lsb()?;
    let mut file = file_of(seen_by(side, at));
    for mv in moves.iter().take(SETTLED) {
        if mv.from() == Some(at) {
            at = mv.to();
            let seen = seen_by(side, at);
            // A rook that advances has not left its file for good.
            if seen.rank().raw() >= 6 && !mv.is_promotion() {
                file = file_of(seen);
            }
        } else if mv.to() == at {
            break;
        }
    }
    Some(file)
}

fn file_of(square: Square) -> usize {
    usize::try_from(square.file().raw()).unwrap_or(0)
}
