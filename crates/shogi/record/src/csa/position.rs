//! The start position: `PI`, `P1`-`P9`, `P+`, `P-`, and the side to move.

use super::codes::{code_of, kind_of};
use crate::error::ReadError;
use crate::notation::square;
use crate::place::Place;
use core::fmt::Write;
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Setup, SetupRules, Square};

/// Collects the lines of a start position.
#[derive(Default)]
pub(super) struct PositionReader {
    setup: Option<Setup>,
    side: Option<Color>,
    /// Who gets the rest of the pieces (`AL`).
    rest: Option<Color>,
    line: u32,
}

impl PositionReader {
    /// Takes a line that begins with `P`, or `+` or `-` alone; `false` for other lines.
    pub(super) fn feed(&mut self, line: &str, number: u32) -> Result<bool, ReadError> {
        let bytes = line.as_bytes();
        match bytes {
            [b'+'] => self.side = Some(Color::Black),
            [b'-'] => self.side = Some(Color::White),
            [b'P', b'I', ..] => self.start_position(line, number)?,
            [b'P', rank @ b'1'..=b'9', ..] => self.row(line, (rank - b'0') as i8, number)?,
            [b'P', b'+', ..] => self.pieces(line, Color::Black, number)?,
            [b'P', b'-', ..] => self.pieces(line, Color::White, number)?,
            _ => return Ok(false),
        }
        if self.line == 0 {
            self.line = number;
        }
        Ok(true)
    }

    /// Has no line set the start position?
    pub(super) const fn is_untold(&self) -> bool {
        self.line == 0
    }

    /// Takes the side of the first move where no line has named the side to move.
    pub(super) fn first_move(&mut self, line: &str) {
        self.side = self.side.or(match line.as_bytes() {
            [b'+', ..] => Some(Color::Black),
            [b'-', ..] => Some(Color::White),
            _ => None,
        });
    }

    /// The position, the even start when there was none.
    pub(super) fn finish(self) -> Result<Setup, ReadError> {
        let mut setup = self.setup.unwrap_or_else(Setup::startpos);
        if let Some(color) = self.rest {
            setup.rest_to_hand(color);
        }
        setup.set_side_to_move(self.side.unwrap_or(Color::Black));
        let place = Place::new(self.line.max(1), 1);
        let checked = setup.check(SetupRules::Mate);
        checked.map_err(|error| ReadError::StartRule { place, error })?;
        Ok(setup)
    }

    fn setup(&mut self) -> &mut Setup {
        self.setup.get_or_insert_with(Setup::empty)
    }

    /// `PI` with the pieces that are taken away.
    fn start_position(&mut self, line: &str, number: u32) -> Result<(), ReadError> {
        let mut setup = Setup::startpos();
        for (at, entry) in entries(line) {
            let (square, kind) = entry_of(line, entry, at, number)?;
            let found = square.map_or(PieceType::NONE, |s| setup.piece_on(s).piece_type());
            match square {
                Some(square) if found == kind => setup.clear(square),
                _ => return Err(expected("a piece of the start position", line, at, number)),
            };
        }
        self.setup = Some(setup);
        Ok(())
    }

    fn row(&mut self, line: &str, rank: i8, number: u32) -> Result<(), ReadError> {
        let mut cells = line.as_bytes()[2..].chunks(3);
        for (file, at) in (1..=9).rev().zip((2..).step_by(3)) {
            let Some(square) = square(file, rank) else { continue };
            let cell = cells.next().unwrap_or_default();
            match cell {
                [b'+' | b'-', code @ ..] => {
                    let color = if cell[0] == b'+' { Color::Black } else { Color::White };
                    let kind = core::str::from_utf8(code).ok().and_then(kind_of);
                    let kind = kind.ok_or_else(|| {
                        expected("a piece such as +FU, or ` * `", line, at, number)
                    })?;
                    self.setup().put(square, Piece::from_parts(color, kind));
                }
                // Some writers put a full stop after the last empty square.
                [b' ', b'*', ..] | [] | [b' ', b' ', ..] | [b' '] => {
                    self.setup().clear(square);
                }
                _ => return Err(expected("a piece such as +FU, or ` * `", line, at, number)),
            }
        }
        match cells.next() {
            Some(cell) if !cell.iter().all(u8::is_ascii_whitespace) => {
                Err(expected("the end of the row", line, 29, number))
            }
            _ => Ok(()),
        }
    }

    /// `P+63FU00KI`, `P-00AL`.
    fn pieces(&mut self, line: &str, color: Color, number: u32) -> Result<(), ReadError> {
        for (at, entry) in entries(line) {
            if entry == "00AL" {
                self.rest = Some(color);
                self.setup();
                continue;
            }
            let (square, kind) = entry_of(line, entry, at, number)?;
            let setup = self.setup();
            match (square, HandPiece::from_piece_type(kind)) {
                (Some(square), _) => {
                    setup.put(square, Piece::from_parts(color, kind));
                }
                (None, Some(kind)) => {
                    let held = setup.hand_count(color, kind);
                    setup.set_hand(color, kind, held.saturating_add(1));
                }
                (None, None) => {
                    return Err(expected("a piece that can be in hand", line, at, number));
                }
            }
        }
        Ok(())
    }
}

/// The entries of four characters after the first two.
fn entries(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let body = line.trim_end();
    (2..body.len()).step_by(4).map(move |at| {
        let end = (at + 4).min(body.len());
        (at, body.get(at..end).unwrap_or_default())
    })
}

/// Square (`None` for 00, the hand) and piece of an entry such as `82HI`.
fn entry_of(
    line: &str,
    entry: &str,
    at: usize,
    number: u32,
) -> Result<(Option<Square>, PieceType), ReadError> {
    let error = || expected("a square and a piece such as 82HI", line, at, number);
    let bytes = entry.as_bytes();
    let [file @ b'0'..=b'9', rank @ b'0'..=b'9', ..] = bytes else { return Err(error()) };
    let kind = entry.get(2..).and_then(kind_of).ok_or_else(error)?;
    let (file, rank) = ((file - b'0') as i8, (rank - b'0') as i8);
    if (file, rank) == (0, 0) {
        return Ok((None, kind));
    }
    Ok((Some(square(file, rank).ok_or_else(error)?), kind))
}

fn expected(what: &str, line: &str, at: usize, number: u32) -> ReadError {
    let at = (0..=at.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    ReadError::Start { place: Place::in_line(number, line, at), expected: what.to_owned() }
}

/// Writes the position: `PI` for the even start, else rows and hands; then the side to move.
pub(super) fn push(out: &mut String, setup: &Setup) {
    let mut even = Setup::startpos();
    even.set_side_to_move(setup.side_to_move()).set_ply(setup.ply());
    if even == *setup {
        out.push_str("PI\n");
    } else {
        (1..=9).for_each(|rank| push_row(out, setup, rank));
        Color::iter().for_each(|color| push_hand(out, setup, color));
    }
    out.push_str(if setup.side_to_move() == Color::Black { "+\n" } else { "-\n" });
}

fn push_row(out: &mut String, setup: &Setup, rank: i8) {
    // Writing to a String cannot fail.
    let _ = write!(out, "P{rank}");
    for square in (1..=9).rev().filter_map(|file| square(file, rank)) {
        let piece = setup.piece_on(square);
        if piece.is_empty() {
            out.push_str(" * ");
        } else {
            out.push(if piece.color() == Color::Black { '+' } else { '-' });
            out.push_str(code_of(piece.piece_type()));
        }
    }
    out.push('\n');
}

fn push_hand(out: &mut String, setup: &Setup, color: Color) {
    let mut line = String::from(if color == Color::Black { "P+" } else { "P-" });
    for kind in HandPiece::iter() {
        for _ in 0..setup.hand_count(color, kind) {
            line.push_str("00");
            line.push_str(code_of(kind.to_piece_type()));
        }
    }
    if line.len() > 2 {
        out.push_str(&line);
        out.push('\n');
    }
}

/// Is it a line of a start position?
pub(super) fn is_position_line(line: &str) -> bool {
    matches!(line.as_bytes(), [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..] | [b'+' | b'-'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::Handicap;

    fn read(text: &str) -> Result<Setup, ReadError> {
        let mut reader = PositionReader::default();
        for (number, line) in (1..).zip(text.lines()) {
            reader.feed(line, number)?;
        }
        reader.finish()
    }

    #[test]
    fn every_start_position_comes_back() {
        let problem = "8k/9/8P/9/9/9/9/9/9 b 2rb4g4s4n4l17p 1";
        let others = [Setup::from_sfen(problem).expect("SFEN")];
        for setup in Handicap::ALL.map(Handicap::setup).into_iter().chain(others) {
            let mut text = String::new();
            push(&mut text, &setup);
            assert_eq!(read(&text), Ok(setup));
        }
    }

    #[test]
    fn pieces_taken_from_the_start_and_the_rest() {
        let bishop = read("PI22KA\n-\n");
        assert_eq!(bishop, Ok(Handicap::Bishop.setup()));
        let rest = read("P-11OU\nP+13FU\nP-00AL\n+\n").expect("a problem");
        assert_eq!(rest.to_sfen(), "8k/9/8P/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1");
    }

    #[test]
    fn faults_are_placed() {
        let place = |text| match read(text) {
            Err(ReadError::Start { place, .. }) => Some((place.line, place.column)),
            _ => None,
        };
        assert_eq!(place("P1-KY-KE-XX * "), Some((1, 9)));
        assert_eq!(place("PI82KA"), Some((1, 3)));
        assert_eq!(place("P+55OU\nP-0AFU"), Some((2, 3)));
    }
}
