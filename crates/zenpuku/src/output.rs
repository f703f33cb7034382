//! Writing to stdout and stderr without panics: `println!` panics when the
//! reader goes away, these return [`Closed`].

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Context as _;
use zenpuku_shogi_record::{steers, visible};

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

/// Writes `text` as it stands to stdout; what would steer a terminal is made visible.
///
/// # Errors
/// As [`bytes`].
pub fn text(text: impl fmt::Display) -> anyhow::Result<()> {
    bytes(visible(&text.to_string()).as_bytes())
}

/// Writes `line` and a line feed to stdout; what would steer a terminal is made visible.
///
/// # Errors
/// As [`bytes`].
pub fn line(line: impl fmt::Display) -> anyhow::Result<()> {
    text(format_args!("{line}\n"))
}

/// Writes a file to stdout: as it is, but to a terminal as [`text`].
///
/// # Errors
/// As [`bytes`].
pub fn file(content: &[u8]) -> anyhow::Result<()> {
    if io::stdout().is_terminal() { text(String::from_utf8_lossy(content)) } else { bytes(content) }
}

/// Writes `value` as one line of JSON to stdout.
///
/// # Errors
/// As [`bytes`].
pub fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string(value).context("cannot encode the result as JSON")?;
    bytes(format!("{}\n", escaped(&json)).as_bytes())
}

/// JSON whose strings hold nothing that steers a terminal, but mean the same.
fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(steers) {
        return Cow::Borrowed(json);
    }
    let escape = |text: String, c: char| {
        if steers(c) {
            format!("{text}\\u{:04x}", u32::from(c))
        } else {
            text + c.encode_utf8(&mut [0; 4])
        }
    };
    Cow::Owned(json.chars().fold(String::new(), escape))
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
    fn json_steers_no_terminal_and_means_the_same() {
        let names = ["全幅\t☗", "\u{9b}31m\u{202e}fik\u{7f}"];
        let json = serde_json::to_string(&names).unwrap();
        let shown = escaped(&json);
        assert!(!shown.contains(steers) && shown.contains("\\u009b31m\\u202efik"), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), names);
    }
}
