//! Lines that several formats share: their numbers, comments, variations, decimals of times.

use crate::error::{Warning, WarningKind};
use crate::notation::{digit, leading_number};
use crate::place::Place;
use crate::tree::Note;

/// Lines with their numbers from 1; a line break at the end begins no line.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (u32, &str)> + Clone {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let lines = (!text.is_empty()).then(|| body.split('\n'));
    (1u32..).zip(lines.into_iter().flatten())
}

/// Warns of a line that has no meaning.
pub(crate) fn unknown(line: &str, number: u32, warnings: &mut Vec<Warning>) {
    let shown = line.trim().chars().take(40).collect();
    let place = Place::new(number, 1);
    warnings.push(Warning { place, kind: WarningKind::UnknownLine(shown) });
}

/// The first three decimals, in milliseconds.
pub(crate) fn milliseconds(fraction: &str) -> Option<u64> {
    let (mut value, mut place) = (0, 100);
    for c in fraction.chars() {
        value += u64::from(digit(c)?) * place;
        place /= 10;
    }
    Some(value)
}

/// Ply of `変化：12手`.
pub(crate) fn variation_ply(line: &str) -> Option<u32> {
    let rest = line.trim_start().strip_prefix("変化")?;
    let rest = rest.strip_prefix(['：', ':'])?;
    leading_number(rest.trim_start()).0
}

/// `*comment` or `&bookmark`.
fn bookmark_or_comment(line: &str) -> Option<Note> {
    if let Some(comment) = line.strip_prefix('*') {
        return Some(Note::Comment(comment.to_owned()));
    }
    line.strip_prefix('&').map(|bookmark| Note::Bookmark(bookmark.to_owned()))
}

/// A line that is not a move: comment, bookmark, remark or other text.
pub(crate) fn note_of(line: &str) -> Note {
    bookmark_or_comment(line).unwrap_or_else(|| match line.strip_prefix('#') {
        Some(remark) => Note::Remark(remark.to_owned()),
        None => Note::Line(line.to_owned()),
    })
}
