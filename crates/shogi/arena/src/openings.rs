//! Start lines of matches.

use std::fmt;
use zenpuku_shogi::{Move, Position, RepetitionState};

/// Even lines of 16 plies, as in `testdata/openings`.
const BUILT_IN: &str = include_str!("../data/even-16-plies.sfen");

/// A start position and the moves of the opening. Written as a line that [`read`] takes.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where the game starts.
    pub start: Position,
    /// Legal moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position after the moves, with its history.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&mv| position.do_move(mv));
        position
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sfen {}", self.start.to_sfen())?;
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// An error in an openings file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A line's position cannot be read.
    #[error("line {line}: {cause}")]
    Position {
        /// Line number, 1 for the first.
        line: usize,
        /// The error of the rules.
        cause: String,
    },
    /// A move of a line is malformed or illegal.
    #[error("line {line}: move {number} ({usi}) is not legal")]
    Move {
        /// Line number, 1 for the first.
        line: usize,
        /// Number of the move in the line, 1 for the first.
        number: usize,
        /// The move as written.
        usi: String,
    },
    /// No game can begin where a line ends.
    #[error("line {line}: the game is over after its moves")]
    Over {
        /// Line number, 1 for the first.
        line: usize,
    },
    /// No line at all.
    #[error("no opening in the file")]
    Empty,
}

/// Returns the start lines that come with the program: 800 even ones of 16 plies.
///
/// # Panics
/// Never: a test reads them.
#[must_use]
pub fn built_in() -> Vec<Opening> {
    read(BUILT_IN).expect("the built-in lines are legal")
}

/// Reads start lines: `startpos moves 7g7f ...`, `[position] sfen ... [moves ...]`
/// or a bare SFEN a line; empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// [`OpeningError`] names the line and the move.
pub fn read(text: &str) -> Result<Vec<Opening>, OpeningError> {
    let openings: Vec<Opening> = read_each(text).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// Reads start lines like [`read`], each separately, so that a bad one can be skipped.
pub fn read_each(text: &str) -> impl Iterator<Item = Result<Opening, OpeningError>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| read_line(number, line))
}

fn read_line(line: usize, text: &str) -> Result<Opening, OpeningError> {
    let text = text.strip_prefix("position ").unwrap_or(text).trim();
    let (head, moves) = text.split_once("moves").unwrap_or((text, ""));
    let head = head.trim();
    let start = match head.strip_prefix("sfen ").unwrap_or(head) {
        "startpos" => Position::startpos(),
        sfen => Position::from_sfen(sfen)
            .map_err(|cause| OpeningError::Position { line, cause: cause.to_string() })?,
    };
    let mut position = start.clone();
    let mut legal = Vec::new();
    for (index, usi) in moves.split_whitespace().enumerate() {
        let mv = position.parse_usi(usi).ok_or_else(|| OpeningError::Move {
            line,
            number: index + 1,
            usi: usi.to_owned(),
        })?;
        position.do_move(mv);
        legal.push(mv);
    }
    let repeated = position.game_repetition() != RepetitionState::None;
    if repeated || !position.has_legal_move() {
        return Err(OpeningError::Over { line });
    }
    Ok(Opening { start, moves: legal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_lines_are_legal() {
        let lines = built_in();
        assert_eq!(lines.len(), 800);
        assert!(lines.iter().all(|opening| opening.moves.len() == 16));
        assert!(lines.iter().all(|opening| opening.end().ply() == opening.start.ply() + 16));
    }

    #[test]
    fn a_written_line_is_read_as_the_same() {
        let text = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let with_moves = format!("{text} moves 7g7f 3c3d");
        for line in [text, &with_moves] {
            assert_eq!(read(line).unwrap()[0].to_string(), line);
        }
    }

    #[test]
    fn errors_name_line_and_move() {
        let error = read("# lines\nstartpos moves 7g7f 7g7f\n").unwrap_err();
        assert_eq!(error, OpeningError::Move { line: 2, number: 2, usi: "7g7f".into() });
        assert!(matches!(read("sfen 9/9 b - 1"), Err(OpeningError::Position { line: 1, .. })));
        assert_eq!(read("\n#\n").unwrap_err(), OpeningError::Empty);
        let mate = "8k/8G/8P/9/9/9/9/9/K8 w - 1";
        let again = ["2h3h 8b7b 3h2h 7b8b"; 3].join(" ");
        let text = format!("startpos\n{mate}");
        assert_eq!(read(&text).unwrap_err(), OpeningError::Over { line: 2 });
        let text = format!("startpos moves {again}");
        assert_eq!(read(&text).unwrap_err(), OpeningError::Over { line: 1 });
    }
}
