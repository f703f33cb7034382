//! Lines from a program's pipes, for any output.

use crate::child::Event;
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read};
use std::process::ChildStderr;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The longest line that is read: a USI line of 300 moves has 1,500 bytes, an analysis of all moves of an empty Go
/// board in JSON some 300,000.
pub const MAX_LINE_BYTES: usize = 1_000_000;

/// Lines of a program's stderr that are kept, to be shown when it dies.
const LAST_WORDS: usize = 3;

/// Characters that are kept of each, from its end.
const LAST_WORDS_CHARS: usize = 200;

/// Passes on every line, in any encoding, until the end or until the receiver
/// is gone; `false` if a line is longer than [`MAX_LINE_BYTES`], which ends the
/// reading.
pub(crate) fn for_lines(input: impl Read, mut take: impl FnMut(String) -> bool) -> bool {
    let mut reader = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        let mut limited = reader.by_ref().take(MAX_LINE_BYTES as u64);
        if !matches!(limited.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
            return true;
        }
        if bytes.len() == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
            return false;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        if !take(line) {
            return true;
        }
    }
}

/// The last lines of stderr, read so that the program never waits for a reader.
#[derive(Debug)]
pub(crate) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    pub(crate) fn of(errors: ChildStderr, send: SyncSender<Event>) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let write = Arc::clone(&lines);
        std::thread::spawn(move || {
            let mut errors = errors;
            // A line that is too long for one counts as several here: stderr is read to its end.
            while !for_lines(&mut errors, |line| keep(&write, &line)) {}
            let _ = send.send(Event::ErrorsEnded);
        });
        Self(lines)
    }

    pub(crate) fn text(&self) -> String {
        let lines = lock(&self.0);
        Vec::from(lines.clone()).join(" | ")
    }
}

fn keep(lines: &Mutex<VecDeque<String>>, line: &str) -> bool {
    let mut lines = lock(lines);
    if lines.len() == LAST_WORDS {
        lines.pop_front();
    }
    let skipped = line.chars().count().saturating_sub(LAST_WORDS_CHARS);
    lines.push_back(line.chars().skip(skipped).collect());
    true
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
