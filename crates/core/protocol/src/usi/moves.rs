//! Moves in USI notation.

use std::fmt;
use std::str::FromStr;

use super::UsiError;
use crate::text::excerpt;

/// A move in USI notation, checked for its form only: `7g7f`, `8h2b+`, `P*5e`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UsiMove {
    bytes: [u8; 5],
    length: u8,
}

impl UsiMove {
    /// The move as text.
    pub fn as_str(&self) -> &str {
        let text = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(text).unwrap_or_default()
    }

    /// Reads a move; `None` if `text` does not have the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = match text.as_bytes() {
            [piece, b'*', to @ ..] => b"PLNSGBR".contains(piece) && is_square(to),
            [from_file, from_rank, to @ ..] => {
                let to = to.strip_suffix(b"+").unwrap_or(to);
                is_square(&[*from_file, *from_rank]) && is_square(to)
            }
            _ => false,
        };
        well_formed.then(|| Self::from_bytes(text.as_bytes()))
    }

    /// Stores at most five bytes.
    fn from_bytes(text: &[u8]) -> Self {
        let mut bytes = [0; 5];
        bytes[..text.len()].copy_from_slice(text);
        Self { bytes, length: text.len() as u8 }
    }
}

fn is_square(text: &[u8]) -> bool {
    matches!(text, [b'1'..=b'9', b'a'..=b'i'])
}

impl FromStr for UsiMove {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        Self::parse(text).ok_or_else(|| UsiError::BadMove { number: 1, text: excerpt(text) })
    }
}

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads every word as a move.
///
/// # Errors
/// [`UsiError::BadMove`] with the number of the first word that is not one.
pub fn parse_moves<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<UsiMove>, UsiError> {
    words
        .enumerate()
        .map(|(index, word)| {
            UsiMove::parse(word)
                .ok_or_else(|| UsiError::BadMove { number: index + 1, text: excerpt(word) })
        })
        .collect()
}

/// Writes moves separated by blanks, each preceded by one.
pub(super) fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[UsiMove]) -> fmt::Result {
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_drops_are_read() {
        for text in ["7g7f", "8h2b+", "P*5e", "R*1a", "9i9h"] {
            assert_eq!(UsiMove::parse(text).map(|mv| mv.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for text in [
            "", "7g", "7g7", "7g7f++", "7g7f=", "0g7f", "7j7f", "K*5e", "p*5e", "P*5e+", "P*",
            "+P*5e", "resign", "win", "7G7F", "7g7f ", "七g7f", "77776",
        ] {
            assert_eq!(UsiMove::parse(text), None, "{text}");
        }
    }
}
