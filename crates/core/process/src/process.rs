//! A running program: lines to it, events from it, its end.

use crate::child::{self, Event, Program};
use crate::lines::{LastWords, MAX_LINE_BYTES, for_lines};
use shared_child::SharedChild;
use std::io::Write as _;
use std::process::{ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use zenpuku_core::{StopToken, Subscription};

/// How long a program may take to end when asked, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// How long the status and the last words of a program may come after the end of its output.
const LAST_WORDS_LIMIT: Duration = Duration::from_millis(200);

/// Events that may wait; a program that writes more waits until they are read.
const QUEUE: usize = 1_024;

/// Why a program is of no use any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Our own stop.
    #[error("stopped")]
    Stopped,
    /// It has written a line of more than [`MAX_LINE_BYTES`]; its name.
    #[error("{0} wrote a line of over {MAX_LINE_BYTES} bytes")]
    LineTooLong(String),
    /// It could not be started or has ended: its name, why, its exit status, the end of its stderr.
    #[error("{0}")]
    Ended(String),
}

/// What came from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line, without its end.
    Line(String),
    /// A token was stopped, or something happened that says nothing yet.
    Woken,
    /// Nothing within the time.
    Late,
}

/// A running program. Dropping it asks it to quit, then kills it.
#[derive(Debug)]
pub struct Process {
    /// Its name in errors.
    pub name: String,
    child: Arc<SharedChild>,
    input: ChildStdin,
    events: Receiver<Event>,
    last_words: LastWords,
    /// The lines that ask it to quit.
    farewell: &'static str,
    /// Are its output and its stderr at their end?
    silent: [bool; 2],
    /// Has it written a line that is too long to be one?
    too_long: bool,
    status: Option<ExitStatus>,
    stop: StopToken,
    /// Sends [`Event::Woken`].
    _stopped: Subscription,
    /// Wakes who waits for an event.
    wake: SyncSender<Event>,
}

impl Process {
    /// Starts a program; `farewell` are the lines that ask it to quit. Waiting ends early once `stop` is
    /// stopped.
    ///
    /// # Errors
    /// [`Fault::Ended`] if it cannot be run.
    pub fn start(
        program: &Program,
        farewell: &'static str,
        stop: StopToken,
    ) -> Result<Self, Fault> {
        let name = program.file.display().to_string();
        let failed = |reason: String| Fault::Ended(format!("{name}: {reason}"));
        let child = child::spawn(program).map_err(|error| failed(error.to_string()))?;
        let pipes = (child.take_stdin(), child.take_stdout(), child.take_stderr());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(failed("no pipes".to_owned()));
        };
        let (send, events) = mpsc::sync_channel(QUEUE);
        let last_words = LastWords::of(errors, send.clone());
        child::watch(&child, send.clone());
        let _stopped = wake_on_stop(&stop, &send);
        let wake = send.clone();
        std::thread::spawn(move || {
            let whole = for_lines(output, |line| send.send(Event::Line(line)).is_ok());
            let _ = send.send(if whole { Event::OutputEnded } else { Event::LineTooLong });
        });
        Ok(Self {
            name,
            child,
            input,
            events,
            last_words,
            farewell,
            silent: [false; 2],
            too_long: false,
            status: None,
            stop,
            _stopped,
            wake,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`Fault::Ended`] if it has ended.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| self.ended(&error.to_string()))
    }

    /// Returns what comes from it before `deadline`; without one, it waits as long as it takes.
    ///
    /// # Errors
    /// [`Fault`] if it has ended, wrote no line, or our stop was stopped.
    pub fn next(&mut self, deadline: Option<Instant>) -> Result<Output, Fault> {
        if self.stop.is_stopped() {
            return Err(Fault::Stopped);
        }
        if self.too_long {
            return Err(Fault::LineTooLong(self.name.clone()));
        }
        if self.silent[0] {
            return Err(self.ended("it has ended"));
        }
        Ok(match self.hear(deadline) {
            Some(Event::Line(line)) => Output::Line(line),
            Some(_) => Output::Woken,
            None => Output::Late,
        })
    }

    /// Wakes who waits for this program when `token` is stopped, until the subscription is dropped.
    pub fn wake_on(&self, token: &StopToken) -> Subscription {
        wake_on_stop(token, &self.wake)
    }

    /// The next event, if one comes before `deadline`; data about the program's end is recorded.
    fn hear(&mut self, deadline: Option<Instant>) -> Option<Event> {
        let event = match deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left)
            }
            None => self.events.recv().map_err(RecvTimeoutError::from),
        };
        let event = event.ok()?;
        match event {
            Event::LineTooLong => self.too_long = true,
            Event::OutputEnded => self.silent[0] = true,
            Event::ErrorsEnded => self.silent[1] = true,
            Event::Exited(status) => self.status = Some(status),
            Event::Line(_) | Event::Woken => {}
        }
        Some(event)
    }

    /// The program is gone: why, its exit status and its last output on stderr.
    fn ended(&mut self, reason: &str) -> Fault {
        let mut text = format!("{}: {reason}", self.name);
        let deadline = Instant::now() + LAST_WORDS_LIMIT;
        while self.status.is_none() || !self.silent[1] {
            if self.hear(Some(deadline)).is_none() {
                break;
            }
        }
        if let Some(status) = self.status {
            text.push_str(&format!(", {status}"));
        }
        let words = self.last_words.text();
        if !words.is_empty() {
            text.push_str(&format!("; stderr: {words}"));
        }
        Fault::Ended(text)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Writing to a dead program has no effect.
        let _ = writeln!(self.input, "{}", self.farewell).and_then(|()| self.input.flush());
        let deadline = Instant::now() + QUIT_LIMIT;
        while self.status.is_none() {
            if self.hear(Some(deadline)).is_none() {
                child::kill(&self.child);
                return;
            }
        }
    }
}

/// Wakes who waits for an event when `token` is stopped.
fn wake_on_stop(token: &StopToken, wake: &SyncSender<Event>) -> Subscription {
    let wake = wake.clone();
    token.on_stop(move || {
        // A full queue is being read, and its reader checks the token after every event.
        let _ = wake.try_send(Event::Woken);
    })
}
