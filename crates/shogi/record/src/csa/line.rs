//! Statements of CSA: moves, special moves, times.

use super::codes::{code_of, kind_of};
use crate::error::Fault;
use crate::lines::milliseconds;
use crate::notation::{file_rank, square};
use crate::rule;
use core::fmt::Write;
use zenpuku_shogi::{Color, Move, Piece, PieceType, Position, Square};

/// Is it a version or a part of a start position?
pub(crate) fn is_layout_line(line: &str) -> bool {
    let version = line.strip_prefix('V').is_some_and(|rest| rest.starts_with(['1', '2', '3']));
    version || super::position::is_position_line(line)
}

/// `+7776FU`: colour, squares and the piece after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenMove {
    color: Color,
    from: [i8; 2],
    to: [i8; 2],
    after: PieceType,
}

/// Reads a move; an error says how many bytes in.
pub(super) fn written_move(text: &str) -> Result<WrittenMove, (Fault, usize)> {
    let expected = |what: &str, at| (Fault::Unreadable { expected: what.to_owned() }, at);
    let bytes = text.as_bytes();
    let color = match bytes.first() {
        Some(b'+') => Color::Black,
        Some(b'-') => Color::White,
        _ => return Err(expected("`+` or `-`", 0)),
    };
    let mut digits = [0i8; 4];
    for (at, digit) in (1..).zip(&mut digits) {
        *digit = match bytes.get(at) {
            Some(byte @ b'0'..=b'9') => (byte - b'0') as i8,
            _ => return Err(expected("a digit of a square such as 77 or 00", at)),
        };
    }
    let after = text.get(5..7).and_then(kind_of);
    let after = after.ok_or_else(|| expected("a piece such as FU", 5))?;
    if text.len() > 7 {
        return Err(expected("the end of the move", 7));
    }
    let [a, b, c, d] = digits;
    Ok(WrittenMove { color, from: [a, b], to: [c, d], after })
}

impl WrittenMove {
    /// The move at `position`.
    pub(super) fn resolve(self, position: &Position) -> Result<Move, Fault> {
        let expected = |what: &str| Fault::Unreadable { expected: what.to_owned() };
        if self.color != position.side_to_move() {
            return Err(expected(match self.color {
                Color::Black => "a move of White (`-`)",
                Color::White => "a move of Black (`+`)",
            }));
        }
        let to = square(self.to[0], self.to[1]);
        let to = to.ok_or_else(|| expected("a square on the board"))?;
        if self.from == [0, 0] {
            return rule::drop(position, self.after, to).map_err(Fault::Illegal);
        }
        let from = square(self.from[0], self.from[1]);
        let from = from.ok_or_else(|| expected("a square on the board, or 00"))?;
        let (said, promote) = self.before(position, from);
        rule::board(position, from, to, Some(said), promote).map_err(Fault::Illegal)
    }

    /// The piece before the move, and whether it promotes.
    fn before(self, position: &Position, from: Square) -> (PieceType, bool) {
        let before = position.piece_on(from).piece_type();
        let promote = before != self.after && before.promote() == self.after;
        (if promote { before } else { self.after }, promote)
    }

    /// The move, legal or not; `None` if its squares are invalid.
    pub(super) fn attempted(self, position: &Position) -> Option<Move> {
        let to = square(self.to[0], self.to[1])?;
        if self.from == [0, 0] {
            return rule::any_drop(self.after, to, self.color);
        }
        let from = square(self.from[0], self.from[1])?;
        let (said, promote) = self.before(position, from);
        rule::any_board(from, to, Piece::from_parts(self.color, said), promote)
    }
}

/// Writes a move, legal or not.
pub(super) fn push_move(out: &mut String, mv: Move) {
    let piece = mv.piece_after();
    out.push(if piece.color() == Color::Black { '+' } else { '-' });
    let (from_file, from_rank) = mv.from().map_or((0, 0), file_rank);
    let (file, rank) = file_rank(mv.to());
    let code = code_of(piece.piece_type());
    // Writing to a String cannot fail.
    let _ = write!(out, "{from_file}{from_rank}{file}{rank}{code}");
}

/// Milliseconds of `T12` or `T12.345`.
pub(super) fn time(statement: &str) -> Option<u64> {
    let text = statement.strip_prefix('T')?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(milliseconds(fraction)?)
}

/// The statements of a line: separated by commas, a comment takes the rest.
pub(super) fn statements(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        if trimmed.starts_with('\'') {
            found.push(trimmed);
            return found;
        }
        match rest.split_once(',') {
            Some((statement, after)) => {
                found.push(statement.trim());
                rest = after;
            }
            None => {
                found.push(rest.trim());
                return found;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_split_at_commas_but_not_in_comments() {
        assert_eq!(statements("+7776FU,T12"), ["+7776FU", "T12"]);
        assert_eq!(statements("+7776FU  ,T0  ,'a ,b"), ["+7776FU", "T0", "'a ,b"]);
    }

    #[test]
    fn times() {
        assert_eq!(time("T12"), Some(12_000));
        assert_eq!(time("T0.25"), Some(250));
        assert_eq!(time("T"), None);
        assert_eq!(time("T99999999999999999999"), None);
    }

    #[test]
    fn a_bad_move_names_its_column() {
        let offset = |text| written_move(text).err().map(|(_, at)| at);
        assert_eq!(offset("+77x6FU"), Some(3));
        assert_eq!(offset("+7776XX"), Some(5));
        assert_eq!(offset("+7776FUU"), Some(7));
    }
}
