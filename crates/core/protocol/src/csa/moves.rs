//! Moves in CSA notation.

use std::fmt;
use std::str::FromStr;

use super::{CsaError, color_of, sign};
use crate::Color;
use crate::text::excerpt;

/// A square: file and rank from 1 to 9, `77` is file 7 and rank 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CsaSquare {
    file: u8,
    rank: u8,
}

impl CsaSquare {
    /// The square on that file and rank; `None` unless both are 1 to 9.
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        let on_board = (1..=9).contains(&file) && (1..=9).contains(&rank);
        on_board.then_some(Self { file, rank })
    }

    /// File from 1, on Black's right, to 9.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// Rank from 1, White's first, to 9.
    pub const fn rank(self) -> u8 {
        self.rank
    }
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CsaPiece {
    /// Pawn.
    Fu,
    /// Lance.
    Ky,
    /// Knight.
    Ke,
    /// Silver.
    Gi,
    /// Gold.
    Ki,
    /// Bishop.
    Ka,
    /// Rook.
    Hi,
    /// King.
    Ou,
    /// Promoted pawn.
    To,
    /// Promoted lance.
    Ny,
    /// Promoted knight.
    Nk,
    /// Promoted silver.
    Ng,
    /// Horse, promoted bishop.
    Um,
    /// Dragon, promoted rook.
    Ry,
}

impl CsaPiece {
    /// All kinds with their codes.
    const CODES: [(Self, &'static str); 14] = [
        (Self::Fu, "FU"),
        (Self::Ky, "KY"),
        (Self::Ke, "KE"),
        (Self::Gi, "GI"),
        (Self::Ki, "KI"),
        (Self::Ka, "KA"),
        (Self::Hi, "HI"),
        (Self::Ou, "OU"),
        (Self::To, "TO"),
        (Self::Ny, "NY"),
        (Self::Nk, "NK"),
        (Self::Ng, "NG"),
        (Self::Um, "UM"),
        (Self::Ry, "RY"),
    ];

    /// The two letters of the notation.
    pub fn code(self) -> &'static str {
        Self::CODES[self as usize].1
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::CODES.iter().find(|(_, text)| *text == code).map(|(piece, _)| *piece)
    }
}

/// A move in CSA notation, checked for its form only: `+7776FU`, `-0034KA`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CsaMove {
    /// The side to move.
    pub color: Color,
    /// Where from; `None` for a drop.
    pub from: Option<CsaSquare>,
    /// Where to.
    pub to: CsaSquare,
    /// The piece after the move, promoted if it promotes.
    pub piece: CsaPiece,
}

impl CsaMove {
    /// Reads a move; `None` if `text` does not have the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        if !text.is_ascii() || text.len() != 7 {
            return None;
        }
        let digit = |index: usize| text.as_bytes()[index].checked_sub(b'0');
        let from = match &text[1..3] {
            "00" => None,
            _ => Some(CsaSquare::new(digit(1)?, digit(2)?)?),
        };
        Some(Self {
            color: color_of(&text[..1])?,
            from,
            to: CsaSquare::new(digit(3)?, digit(4)?)?,
            piece: CsaPiece::from_code(&text[5..])?,
        })
    }
}

impl FromStr for CsaMove {
    type Err = CsaError;

    fn from_str(text: &str) -> Result<Self, CsaError> {
        Self::parse(text).ok_or_else(|| CsaError::BadMove(excerpt(text)))
    }
}

impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = self.from.map_or((0, 0), |from| (from.file, from.rank));
        let (sign, code) = (sign(self.color), self.piece.code());
        write!(f, "{sign}{file}{rank}{}{}{code}", self.to.file, self.to.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_in_the_order_of_the_kinds() {
        for (index, (piece, _)) in CsaPiece::CODES.iter().enumerate() {
            assert_eq!(*piece as usize, index);
        }
    }

    #[test]
    fn moves_are_read_and_written() {
        for text in ["+7776FU", "-0034KA", "+2423TO", "-9119RY"] {
            assert_eq!(CsaMove::parse(text).map(|mv| mv.to_string()).as_deref(), Some(text));
        }
        for text in ["", "7776FU", "+7776", "+7776XX", "+7706FU", "+0776FU", "+77a6FU", "+七七FU"]
        {
            assert_eq!(CsaMove::parse(text), None, "{text}");
        }
    }
}
