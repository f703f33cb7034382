//! Writing to stdout and stderr without panics: `println!` panics when the
//! reader goes away, these return [`Closed`]. Output inside [`captured`] is
//! returned instead, including that of helper threads.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use crate::json;
use anyhow::Context as _;
use zenpuku_shogi_engine::Engine;
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

/// The output inside [`captured`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// To stdout.
    pub output: Vec<u8>,
    /// To stderr.
    pub messages: String,
}

/// Where a thread writes that writes neither to stdout nor to stderr.
#[derive(Clone, Debug, Default)]
pub struct Sink(Arc<Mutex<Captured>>);

thread_local! {
    static SINK: RefCell<Option<Sink>> = const { RefCell::new(None) };
}

/// Runs `work` and hands back what this thread, and others by [`within`], write meanwhile instead of
/// writing it.
pub fn captured<T>(work: impl FnOnce() -> T) -> (T, Captured) {
    let sink = Sink::default();
    let result = within(Some(sink.clone()), work);
    let mut written = sink.0.lock().unwrap_or_else(PoisonError::into_inner);
    (result, std::mem::take(&mut written))
}

/// Where this thread writes; `None`: to stdout and stderr.
pub fn sink() -> Option<Sink> {
    SINK.with_borrow(Clone::clone)
}

/// Runs `work` with this thread writing where another one does, for which it works.
pub fn within<T>(sink: Option<Sink>, work: impl FnOnce() -> T) -> T {
    let outer = SINK.replace(sink);
    let result = work();
    SINK.set(outer);
    result
}

/// Passes the captured output of this thread to `keep`; returns whether output is captured.
fn capture(keep: impl FnOnce(&mut Captured)) -> bool {
    let sink = sink();
    let captured = sink.as_ref().map(|sink| sink.0.lock().unwrap_or_else(PoisonError::into_inner));
    captured.map(|mut captured| keep(&mut captured)).is_some()
}

/// Writes raw bytes to stdout and flushes.
///
/// # Errors
/// [`Closed`] if the reader went away, otherwise the I/O error.
pub fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    if capture(|captured| captured.output.extend_from_slice(bytes)) {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if is_closed(&error) => Err(Closed.into()),
        result => result.context("cannot write to stdout"),
    }
}

/// Whether the reader of a pipe went away.
fn is_closed(error: &io::Error) -> bool {
    // Windows: ERROR_PIPE_NOT_CONNECTED, for which the standard library has no kind.
    error.kind() == io::ErrorKind::BrokenPipe
        || (cfg!(windows) && error.raw_os_error() == Some(233))
}

/// Writes `text` to stdout; terminal control characters are made visible.
///
/// # Errors
/// As [`bytes`].
pub fn text(text: impl fmt::Display) -> anyhow::Result<()> {
    bytes(visible(&text.to_string()).as_bytes())
}

/// Writes `line` and a line feed to stdout; terminal control characters are made visible.
///
/// # Errors
/// As [`bytes`].
pub fn line(line: impl fmt::Display) -> anyhow::Result<()> {
    text(format_args!("{line}\n"))
}

/// Writes a file to stdout unchanged, but to a terminal like [`text`].
///
/// # Errors
/// As [`bytes`].
pub fn file(content: &[u8]) -> anyhow::Result<()> {
    let terminal = !capture(|_| ()) && io::stdout().is_terminal();
    if terminal { text(String::from_utf8_lossy(content)) } else { bytes(content) }
}

/// Writes `value` as one line of JSON to stdout, with the version of its form.
///
/// # Errors
/// As [`bytes`].
pub fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let json = json::encode(value)?;
    bytes(format!("{}\n", escaped(&json)).as_bytes())
}

/// JSON in which terminal control characters are escaped.
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

/// Writes a message for the user to stderr; a closed stderr is ignored.
pub fn complain(text: &str) {
    let text = visible(text);
    if capture(|captured| captured.messages.extend([text.as_ref(), "\n"])) {
        return;
    }
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Reports the engine's guesses, and options that are on but have no effect.
pub fn notices(engine: &mut Engine) {
    while let Some(notice) = engine.pop_warning() {
        complain(&notice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_gets_back_what_it_writes() {
        let (inner, outer) = captured(|| {
            line("one").unwrap();
            let inner = captured(|| complain("two")).1;
            bytes(b"three").unwrap();
            inner
        });
        assert_eq!((inner.output.as_slice(), inner.messages.as_str()), (&b""[..], "two\n"));
        assert_eq!((outer.output.as_slice(), outer.messages.as_str()), (&b"one\nthree"[..], ""));
    }

    #[test]
    fn what_other_threads_write_for_it_is_handed_back_too() {
        let work = || {
            let sink = sink();
            let other = || within(sink, || complain("from another thread"));
            std::thread::scope(|scope| scope.spawn(other).join().unwrap());
        };
        assert_eq!(captured(work).1.messages, "from another thread\n");
    }

    #[test]
    fn json_steers_no_terminal_and_means_the_same() {
        let names = ["全幅\t☗", "\u{9b}31m\u{202e}fik\u{7f}"];
        let json = serde_json::to_string(&names).unwrap();
        let shown = escaped(&json);
        assert!(!shown.contains(steers) && shown.contains("\\u009b31m\\u202efik"), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), names);
    }
}
