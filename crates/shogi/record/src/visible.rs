//! Text of foreign files, made safe to show.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character steers what shows it: a terminal by control characters other than line feed
/// and tab, the order of a line by directional marks, embeddings, overrides and isolates (Unicode,
/// UAX #9).
#[must_use]
pub fn steers(c: char) -> bool {
    let directional = matches!(
        c,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    directional || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Names and comments of files may hold characters that steer what shows them: each is replaced by
/// a picture or its number.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{0}'..='\u{1f}' if steers(c) => {
                shown.extend(char::from_u32(0x2400 + u32::from(c)));
            }
            '\u{7f}' => shown.push('\u{2421}'),
            c if steers(c) => {
                // Writing to a string cannot fail.
                let _ = write!(shown, "<U+{:04X}>", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_what_shows_it() {
        assert_eq!(visible("全幅\t☗７六歩\nb"), "全幅\t☗７六歩\nb");
        assert_eq!(visible("a\u{1b}[2Jb\r\u{7f}"), "a␛[2Jb␍␡");
        assert_eq!(visible("\u{9b}31m\u{202e}fik"), "<U+009B>31m<U+202E>fik");
    }
}
