//! Points of the board and moves.

use std::fmt;

/// The largest board that has names for its points.
const LARGEST: u8 = 25;

/// A point: `A1` is the lower left corner; the letter I is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vertex {
    column: u8,
    row: u8,
}

impl Vertex {
    /// The point in that column and row, both from 1 to 25; `None` outside.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        let named = (1..=LARGEST).contains(&column) && (1..=LARGEST).contains(&row);
        named.then_some(Self { column, row })
    }

    /// Column from 1 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row from 1 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Reads a point in upper or lower case; `None` if `word` is not a point.
    /// The caller must check that it is on the board in use.
    pub fn parse(word: &str) -> Option<Self> {
        let letter = word.chars().next()?.to_ascii_uppercase();
        let digits = word.get(1..)?;
        let column = match letter {
            'A'..='H' => letter as u8 - b'A' + 1,
            'J'..='Z' => letter as u8 - b'A',
            _ => return None,
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        Self::new(column, is_number.then(|| digits.parse().ok())??)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skip_i = u8::from(self.column >= 9);
        write!(f, "{}{}", char::from(b'A' + self.column - 1 + skip_i), self.row)
    }
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GtpMove {
    /// A stone on that point.
    Play(Vertex),
    /// No stone.
    Pass,
    /// Resigns; only an answer to `genmove`.
    Resign,
}

impl GtpMove {
    /// Reads a point, `pass` or `resign` in any case.
    pub fn parse(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("pass") {
            Some(Self::Pass)
        } else if word.eq_ignore_ascii_case("resign") {
            Some(Self::Resign)
        } else {
            Vertex::parse(word).map(Self::Play)
        }
    }
}

impl fmt::Display for GtpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(vertex) => vertex.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_skip_the_letter_i() {
        let place = |word| Vertex::parse(word).map(|v| (v.column(), v.row()));
        assert_eq!(place("A1"), Some((1, 1)));
        assert_eq!(place("h8"), Some((8, 8)));
        assert_eq!(place("J9"), Some((9, 9)));
        assert_eq!(place("t19"), Some((19, 19)));
        assert_eq!(place("Z25"), Some((25, 25)));
        for word in ["", "I5", "i5", "A0", "A26", "A", "5A", "A-1", "A+1", "AA1", "あ1", "A1x"] {
            assert_eq!(place(word), None, "{word}");
        }
    }
}
