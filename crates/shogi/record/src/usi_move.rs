//! Moves as USI writes them.

use crate::error::Fault;
use crate::written::WrittenMove;
use core::str::FromStr;
use zenpuku_shogi::{Move, PieceType, Position, Square};

/// Reads a USI move and names the rule it breaks.
pub(crate) fn parse_move(position: &Position, word: &str) -> Result<Move, Fault> {
    written_move(word)?.legal(position)
}

/// The move that `word` would be, legal or not; `None` when no own piece makes it.
pub(crate) fn attempted(position: &Position, word: &str) -> Option<Move> {
    written_move(word).ok()?.attempted(position)
}

fn written_move(word: &str) -> Result<WrittenMove, Fault> {
    let unreadable = || {
        let expected = "a move such as 7g7f, 8h2b+ or P*5e".to_owned();
        Fault::Unreadable { expected }
    };
    let square = |range| word.get(range).and_then(Square::from_usi).ok_or_else(unreadable);
    if word.as_bytes().get(1) == Some(&b'*') {
        let kind = word.get(..1).filter(|letter| letter.chars().all(|c| c.is_ascii_uppercase()));
        let kind = kind.and_then(|letter| PieceType::from_str(letter).ok());
        let kind = kind.ok_or_else(unreadable)?;
        let to = square(2..4)?;
        if word.len() != 4 {
            return Err(unreadable());
        }
        return Ok(WrittenMove::Drop(kind, to));
    }
    let promote = word.len() == 5 && word.ends_with('+');
    if word.len() != 4 && !promote {
        return Err(unreadable());
    }
    Ok(WrittenMove::Board(square(0..2)?, square(2..4)?, promote))
}
