//! The board diagram of KIF and BOD: rows, hands, side to move.

use crate::error::ReadError;
use crate::notation::{KANJI, digit, leading_piece, square};
use crate::place::Place;
use zenpuku_shogi::{Color, HandPiece, Piece, Setup};

/// A row such as `|v香 ・ 玉|一` into rank `rank` (from 1) of `setup`.
pub(crate) fn read_row(
    setup: &mut Setup,
    rank: i8,
    text: &str,
    line: u32,
) -> Result<(), ReadError> {
    let error = |offset: usize, expected: &str| ReadError::Start {
        place: Place::in_line(line, text, offset),
        expected: expected.to_owned(),
    };
    let start = text.find('|').map_or(0, |at| at + 1);
    let mut rest = &text[start..];
    for file in (1..=9).rev() {
        let at = text.len() - rest.len();
        let (color, body) = leading_owner(rest);
        let Some(c) = body.chars().next() else {
            return Err(error(at, "a row of nine squares"));
        };
        if matches!(c, '・' | '･' | '·' | '.' | '*' | '　') {
            rest = &body[c.len_utf8()..];
            continue;
        }
        let Some((kind, after)) = leading_piece(body) else {
            return Err(error(text.len() - body.len(), "a piece or ・"));
        };
        rest = after;
        if let Some(square) = square(file, rank) {
            setup.put(square, Piece::from_parts(color, kind));
        }
    }
    match rest.chars().next() {
        None | Some('|') => Ok(()),
        Some(_) => Err(error(text.len() - rest.len(), "`|` after nine squares")),
    }
}

fn leading_owner(text: &str) -> (Color, &str) {
    let mut chars = text.chars();
    match chars.next() {
        Some('v' | 'V' | 'ｖ') => (Color::White, chars.as_str()),
        Some(' ' | '^') => (Color::Black, chars.as_str()),
        _ => (Color::Black, text),
    }
}

/// A hand such as `飛　金二　歩十四`, or `なし`, into `setup`. `start` is
/// where the hand begins in `text`.
pub(crate) fn read_hand(
    setup: &mut Setup,
    color: Color,
    text: &str,
    start: usize,
    line: u32,
) -> Result<(), ReadError> {
    let error = |offset: usize| ReadError::Start {
        place: Place::in_line(line, text, offset),
        expected: "pieces in hand such as 飛　金二　歩十四, or なし".to_owned(),
    };
    let mut rest = &text[start..];
    loop {
        // Some write commas between the pieces.
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "、，,・".contains(c));
        if rest.is_empty() || rest == "なし" || rest == "無し" {
            return Ok(());
        }
        let at = text.len() - rest.len();
        let hand_piece = leading_piece(rest)
            .and_then(|(kind, after)| Some((HandPiece::from_piece_type(kind)?, after)));
        let (kind, after) = hand_piece.ok_or_else(|| error(at))?;
        let (count, after) = leading_count(after).ok_or_else(|| error(at))?;
        let after = after.strip_prefix(['枚', '個']).unwrap_or(after);
        let held = setup.hand_count(color, kind);
        setup.set_hand(color, kind, held.saturating_add(count));
        rest = after;
    }
}

/// A count in kanji or digits; one without a count.
fn leading_count(text: &str) -> Option<(u8, &str)> {
    let rest = text.trim_start_matches(|c| c == '十' || KANJI.contains(&c) || digit(c).is_some());
    let count = &text[..text.len() - rest.len()];
    let mut value = 0u32;
    for c in count.chars() {
        let unit = KANJI.iter().position(|&kanji| kanji == c).map(|at| at as u32 + 1);
        value = match (c, unit.or(digit(c))) {
            ('十', _) => value.max(1) * 10,
            // 十四 is 10 + 4, １４ is 1 * 10 + 4.
            (_, Some(unit)) if count.contains('十') => value + unit,
            (_, Some(unit)) => value * 10 + unit,
            _ => return None,
        };
        if value > 99 {
            return None;
        }
    }
    let value = if count.is_empty() { 1 } else { value };
    Some((u8::try_from(value).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Handicap, PieceType};

    #[test]
    fn counts() {
        for (text, value) in
            [("", 1), ("二", 2), ("十", 10), ("十八", 18), ("18", 18), ("１４", 14)]
        {
            assert_eq!(leading_count(text), Some((value, "")), "{text}");
        }
        assert_eq!(leading_count("二十十"), None);
    }

    #[test]
    fn hands_in_words() {
        for text in
            ["飛二　角二", "飛二枚、角二枚", "飛２枚, 角２枚", "飛二枚　角2個", "飛、飛、角二"]
        {
            let mut setup = Setup::empty();
            read_hand(&mut setup, Color::Black, text, 0, 1).expect(text);
            let held = |kind| {
                HandPiece::from_piece_type(kind).map(|kind| setup.hand_count(Color::Black, kind))
            };
            let rooks_and_bishops = (held(PieceType::ROOK), held(PieceType::BISHOP));
            assert_eq!(rooks_and_bishops, (Some(2), Some(2)), "{text}");
        }
        let error = read_hand(&mut Setup::empty(), Color::Black, "飛二本", 0, 1);
        assert!(error.is_err());
    }

    #[test]
    fn a_bad_row_names_its_column() {
        let mut setup = Setup::empty();
        assert!(read_row(&mut setup, 1, "| ・v玉 ・ と ・ ・ ・ ・v桂|一", 4).is_ok());
        assert_eq!(setup.to_sfen(), "1k1+P4n/9/9/9/9/9/9/9/9 b - 1");
        let error = read_row(&mut setup, 1, "| ・v玉 x", 4).err();
        let place = Place::new(4, 7);
        let expected = "a piece or ・".to_owned();
        assert_eq!(error, Some(ReadError::Start { place, expected }));
    }

    #[test]
    fn every_handicap_is_read_from_its_diagram() {
        for handicap in Handicap::ALL {
            let setup = handicap.setup();
            let mut back = Setup::empty();
            let rows = setup.pretty();
            let rows = rows.lines().filter(|line| line.starts_with('|'));
            for (rank, row) in (1..).zip(rows) {
                read_row(&mut back, rank, row, 1).expect(row);
            }
            back.set_side_to_move(setup.side_to_move());
            assert_eq!(back, setup);
        }
    }
}
