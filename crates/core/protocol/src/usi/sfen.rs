//! Positions in SFEN notation, checked for their form only.

use std::fmt;

use crate::text::excerpt;

/// A position in SFEN notation: board, side to move, pieces in hand, move number.
///
/// Only the form is checked (nine ranks of nine squares, known letters); the
/// number of kings and the squares of pawns are checked by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sfen(String);

/// Why a text is not a position in SFEN notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SfenError {
    /// A field is absent.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The board does not have nine ranks.
    #[error("the board has {0} ranks instead of 9")]
    RankCount(usize),
    /// A rank does not have nine squares.
    #[error("rank {rank} has {squares} squares instead of 9")]
    RankWidth {
        /// Rank counted from White's side, 1 to 9.
        rank: usize,
        /// How many squares its text describes.
        squares: usize,
    },
    /// A character that is not a piece or a count.
    #[error("`{character}` in rank {rank} is not a piece or a count")]
    BoardCharacter {
        /// Rank counted from White's side, 1 to 9.
        rank: usize,
        /// The character.
        character: char,
    },
    /// Something else than `b` or `w`.
    #[error("the side to move is `b` or `w`, not `{0}`")]
    Side(String),
    /// The pieces in hand are malformed.
    #[error("`{0}` does not describe pieces in hand")]
    Hand(String),
    /// The move number is not a number.
    #[error("`{0}` is not a move number")]
    MoveNumber(String),
    /// Words follow the move number.
    #[error("`{0}` follows the position")]
    Trailing(String),
}

impl Sfen {
    /// Reads board, side, hand and, if it is there, the move number (else 1).
    ///
    /// # Errors
    /// Says which field is wrong and how.
    pub fn parse(text: &str) -> Result<Self, SfenError> {
        let mut fields = text.split_ascii_whitespace();
        let sfen = Self::from_fields(
            fields.next().ok_or(SfenError::Missing("the board"))?,
            fields.next().ok_or(SfenError::Missing("the side to move"))?,
            fields.next().ok_or(SfenError::Missing("the field of pieces in hand"))?,
            fields.next().unwrap_or("1"),
        )?;
        match fields.next() {
            Some(word) => Err(SfenError::Trailing(excerpt(word))),
            None => Ok(sfen),
        }
    }

    fn from_fields(board: &str, side: &str, hand: &str, number: &str) -> Result<Self, SfenError> {
        check_board(board)?;
        if !matches!(side, "b" | "w") {
            return Err(SfenError::Side(excerpt(side)));
        }
        if !is_hand(hand) {
            return Err(SfenError::Hand(excerpt(hand)));
        }
        if number.parse::<u32>().is_err() {
            return Err(SfenError::MoveNumber(excerpt(number)));
        }
        Ok(Self(format!("{board} {side} {hand} {number}")))
    }

    /// The four fields, separated by single blanks, without the word `sfen`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Sfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn check_board(board: &str) -> Result<(), SfenError> {
    let ranks = board.split('/').count();
    if ranks != 9 {
        return Err(SfenError::RankCount(ranks));
    }
    board.split('/').enumerate().try_for_each(|(index, text)| check_rank(index + 1, text))
}

fn check_rank(rank: usize, text: &str) -> Result<(), SfenError> {
    let mut squares = 0;
    let mut promoted = false;
    for character in text.chars() {
        match character {
            '+' if !promoted => {
                promoted = true;
                continue;
            }
            '1'..='9' if !promoted => squares += character as usize - '0' as usize,
            _ if is_piece(character) => squares += 1,
            _ => return Err(SfenError::BoardCharacter { rank, character }),
        }
        promoted = false;
    }
    if promoted {
        return Err(SfenError::BoardCharacter { rank, character: '+' });
    }
    if squares == 9 { Ok(()) } else { Err(SfenError::RankWidth { rank, squares }) }
}

fn is_piece(character: char) -> bool {
    "PLNSGBRKplnsgbrk".contains(character)
}

/// `-`, or pieces each with an optional count of one or two digits.
fn is_hand(text: &str) -> bool {
    if text == "-" {
        return true;
    }
    let mut digits = 0;
    for character in text.chars() {
        match character {
            '1'..='9' if digits == 0 => digits = 1,
            '0'..='9' if digits == 1 => digits = 2,
            _ if is_piece(character) => digits = 0,
            _ => return false,
        }
    }
    digits == 0 && !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn well_formed_positions_are_kept() {
        let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        for text in [START, matsuri, "9/9/9/9/9/9/9/9/9 w 10P2b18p 300"] {
            assert_eq!(Sfen::parse(text).map(|sfen| sfen.to_string()).as_deref(), Ok(text));
        }
        let short = START.strip_suffix(" 1").expect("ends so");
        assert_eq!(Sfen::parse(short).map(|sfen| sfen.to_string()).as_deref(), Ok(START));
    }

    #[test]
    fn errors_name_the_field() {
        let error = |text: &str| Sfen::parse(text).expect_err("malformed").to_string();
        assert_eq!(error(""), "the board is missing");
        assert_eq!(error("9/9 b - 1"), "the board has 2 ranks instead of 9");
        assert_eq!(error("9/9/9/9/8/9/9/9/9 b - 1"), "rank 5 has 8 squares instead of 9");
        assert_eq!(error("9/9/9/9/9/9/9/9/8x b - 1"), "`x` in rank 9 is not a piece or a count");
        assert_eq!(error("9/+9/9/9/9/9/9/9/9 b - 1"), "`9` in rank 2 is not a piece or a count");
        assert_eq!(error("9/9/9/9/9/9/9/9/8P+ b - 1"), "`+` in rank 9 is not a piece or a count");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 x - 1"), "the side to move is `b` or `w`, not `x`");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b 3 1"), "`3` does not describe pieces in hand");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b - x"), "`x` is not a move number");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b - 1 7g7f"), "`7g7f` follows the position");
    }
}
