//! Small text helpers that the three protocols share.

use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

/// The blank-separated words of a line, with one word of look-ahead.
pub(crate) type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

/// Splits a line at blanks, tabs and line endings.
pub(crate) fn words(line: &str) -> Words<'_> {
    line.split_ascii_whitespace().peekable()
}

/// `text` with every control character replaced by a blank: it cannot end a line early.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The beginning of `text` on one line, short enough for an error message.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", one_line(&text[..end])),
        None => one_line(text),
    }
}

/// A decimal count; too large a number is read as the largest one, anything else is refused.
pub(crate) fn saturating_count(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// The next word if it is a count; any other word stays.
pub(crate) fn take_count(words: &mut Words<'_>) -> Option<u64> {
    let count = words.peek().copied().and_then(saturating_count)?;
    words.next();
    Some(count)
}

/// As [`take_count`], cut to 32 bits.
pub(crate) fn take_u32(words: &mut Words<'_>) -> Option<u32> {
    take_count(words).map(|count| count.try_into().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_single_lines() {
        assert_eq!(excerpt("a\nb"), "a b");
        assert_eq!(excerpt(&"全".repeat(200)).chars().count(), 83);
    }

    #[test]
    fn counts_saturate() {
        assert_eq!(saturating_count("12"), Some(12));
        assert_eq!(saturating_count(&"9".repeat(40)), Some(u64::MAX));
        assert_eq!(saturating_count("-1"), None);
        assert_eq!(saturating_count(""), None);
    }
}
