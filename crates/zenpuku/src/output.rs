//! Writing to stdout and stderr without panics: `println!` panics when the
//! reader goes away, these return [`Closed`].

use std::fmt;
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

/// Writes `text` and a line feed to stdout.
///
/// # Errors
/// As [`bytes`].
pub fn line(text: impl fmt::Display) -> anyhow::Result<()> {
    bytes(format!("{text}\n").as_bytes())
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
    let _ = writeln!(io::stderr().lock(), "{text}");
}
