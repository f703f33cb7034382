//! Writing to stdout and stderr without panics: `println!` panics when the
//! reader goes away, these return [`Closed`].

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use anyhow::Context as _;

/// The reader of our stdout closed it.
#[derive(Debug)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stdout was closed")
    }
}

impl std::error::Error for Closed {}

/// Writes raw bytes to stdout and flushes.
///
/// # Errors
/// [`Closed`] if the reader went away, otherwise the I/O error.
pub fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Closed.into()),
        result => result.context("cannot write to stdout"),
    }
}

/// Writes `text` and a line feed to stdout; what would steer a terminal is made visible.
///
/// # Errors
/// As [`bytes`].
pub fn line(text: impl fmt::Display) -> anyhow::Result<()> {
    bytes(format!("{}\n", visible(&text.to_string())).as_bytes())
}

/// Names and comments of files may hold control characters, which steer terminals, and
/// directional overrides, which make text read otherwise than it is: both are shown as what they
/// are.
fn visible(text: &str) -> Cow<'_, str> {
    let steers = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || is_directional(c);
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
                let _ = write!(shown, "<U+{:04X}>", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode, UAX #9).
fn is_directional(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes `value` as one line of JSON to stdout.
///
/// # Errors
/// As [`bytes`].
pub fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(value).context("cannot encode the result as JSON")?)
}

/// Writes a message for the person to stderr; a closed stderr is ignored, as
/// there is nobody left to tell.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("全幅\t☗７六歩\nb"), "全幅\t☗７六歩\nb");
        assert_eq!(visible("a\u{1b}[2Jb\r\u{7f}"), "a␛[2Jb␍␡");
        assert_eq!(visible("\u{9b}31m\u{202e}fik"), "<U+009B>31m<U+202E>fik");
    }
}
