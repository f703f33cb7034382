//! A USI engine in its own process: start, questions and answers, end.

use crate::child::{self, Event};
use crate::lines::{LastWords, MAX_LINE_BYTES, for_lines};
use crate::player::PlayerError;
use shared_child::SharedChild;
use std::io::Write as _;
use std::process::{ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use zenpuku_core::{StopToken, Subscription};
use zenpuku_protocol::usi::{BestMove, EngineMessage, GameResult, GuiCommand, Info, OptionList};

pub use crate::child::{UsiCommand, kill_engines};

/// How long an engine may take to load.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long an engine may take to answer `stop` with `bestmove`.
pub const STOP_LIMIT: Duration = Duration::from_secs(5);

/// How long an engine may take to end when asked, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// How long the status and the last words of an engine may come after the end of its output.
const LAST_WORDS_LIMIT: Duration = Duration::from_millis(200);

/// Events that may wait; an engine that writes more waits until they are read.
const QUEUE: usize = 1_024;

/// Maximum number of stored options of an engine; the rest is ignored.
const MAX_OPTIONS: usize = 2_000;

/// Characters that are shown of a line in an error.
const LINE_SHOWN: usize = 200;

/// Options that an engine need not list.
const IMPLIED_OPTIONS: [&str; 2] = ["USI_Hash", "USI_Ponder"];

/// One search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOrder<'a> {
    /// The `position` line.
    pub position: &'a str,
    /// The `go` line.
    pub go: &'a str,
    /// How long `bestmove` may take; as long as it likes when absent.
    pub limit: Option<Duration>,
    /// When stopped, the engine is sent `stop` and must answer within [`STOP_LIMIT`].
    pub enough: Option<&'a StopToken>,
    /// Report an engine without output for this long.
    pub silence: Option<Duration>,
}

/// What happens while an engine thinks.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// An `info` line.
    Info(&'a Info),
    /// It has had no output for [`SearchOrder::silence`]; reported once a search.
    Silence,
}

/// A running engine. Dropping it asks it to quit, then kills it.
#[derive(Debug)]
pub struct UsiProcess {
    child: Arc<SharedChild>,
    input: ChildStdin,
    events: Receiver<Event>,
    last_words: LastWords,
    /// Are its output and its stderr at their end?
    silent: [bool; 2],
    /// Has it written a line that is too long to be one?
    too_long: bool,
    status: Option<ExitStatus>,
    stop: StopToken,
    /// Sends [`Event::Stopped`].
    _stopped: Subscription,
    /// Wakes who waits for an event.
    wake: SyncSender<Event>,
    name: String,
    author: Option<String>,
    options: OptionList,
}

/// The next event.
enum Next {
    Message(EngineMessage),
    /// A token was stopped.
    Woken,
    /// No event within the time.
    Late,
}

impl UsiProcess {
    /// Starts the engine, waits for `usiok` and sets the options. Questions end early once `stop`
    /// is stopped.
    ///
    /// # Errors
    /// If the program cannot be run, does not answer, ends, or lacks one of the options.
    pub fn start(command: &UsiCommand, stop: StopToken) -> Result<Self, PlayerError> {
        Self::start_within(command, START_LIMIT, stop)
    }

    /// As [`UsiProcess::start`], but `usiok` must come within `limit`.
    ///
    /// # Errors
    /// As [`UsiProcess::start`].
    pub fn start_within(
        command: &UsiCommand,
        limit: Duration,
        stop: StopToken,
    ) -> Result<Self, PlayerError> {
        let name = command.program.display().to_string();
        let crash = |reason: String| PlayerError::Crash(format!("{name}: {reason}"));
        let child = child::spawn(command).map_err(|error| crash(error.to_string()))?;
        let pipes = (child.take_stdin(), child.take_stdout(), child.take_stderr());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(crash("no pipes".to_owned()));
        };
        let (send, events) = mpsc::sync_channel(QUEUE);
        let last_words = LastWords::of(errors, send.clone());
        child::watch(&child, send.clone());
        let _stopped = wake_on(&stop, &send);
        let wake = send.clone();
        std::thread::spawn(move || {
            let whole = for_lines(output, |line| send.send(Event::Line(line)).is_ok());
            let _ = send.send(if whole { Event::OutputEnded } else { Event::LineTooLong });
        });
        let mut process = Self {
            child,
            input,
            events,
            last_words,
            silent: [false; 2],
            too_long: false,
            status: None,
            stop,
            _stopped,
            wake,
            name,
            author: None,
            options: OptionList::default(),
        };
        process.introduce(limit)?;
        for (option, value) in &command.options {
            process.set_option(option, Some(value))?;
        }
        Ok(process)
    }

    /// The engine's own name (`id name`), or the program's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote the engine (`id author`), if it says so.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options that the engine lists.
    #[must_use]
    pub const fn options(&self) -> &OptionList {
        &self.options
    }

    /// Sets an option; `None` presses a button.
    ///
    /// # Errors
    /// If the engine does not list the option or has ended.
    pub fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), PlayerError> {
        let mut implied = IMPLIED_OPTIONS.into_iter();
        let known = self.options.find(option).map(|option| option.name.clone());
        let known = known.or_else(|| {
            implied.find(|known| known.eq_ignore_ascii_case(option)).map(str::to_owned)
        });
        let Some(name) = known else {
            let reason = format!("{} has no option `{option}`", self.name);
            return Err(PlayerError::Protocol(reason));
        };
        let value = value.map(str::to_owned);
        self.say(&GuiCommand::SetOption { name, value }.to_string())
    }

    /// Sends `isready` and announces a new game.
    ///
    /// # Errors
    /// If it does not answer or has ended.
    pub fn new_game(&mut self) -> Result<(), PlayerError> {
        self.say("isready")?;
        self.wait(START_LIMIT, |message| (message == EngineMessage::ReadyOk).then_some(()))?;
        self.say("usinewgame")
    }

    /// Sends the engine the result of the game.
    pub fn game_over(&mut self, result: GameResult) {
        // A failure is ignored here, because the next game detects it.
        let _ = self.say(&GuiCommand::GameOver(Some(result)).to_string());
    }

    /// Runs a search by a `position` and a `go` line; `hear` receives its
    /// `info` lines. Also returns the time from `go` to `bestmove`.
    ///
    /// # Errors
    /// If it does not answer within `limit`, has ended or breaks the protocol.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        limit: Duration,
        mut hear: impl FnMut(&Info),
    ) -> Result<(BestMove, Duration), PlayerError> {
        let limit = Some(limit);
        let order = SearchOrder { position, go, limit, enough: None, silence: None };
        self.search(&order, |news| {
            if let News::Info(info) = news {
                hear(info);
            }
        })
    }

    /// Runs a search; `hear` is called for its events. Returns its answer and
    /// the time from `go` to `bestmove`.
    ///
    /// # Errors
    /// If it does not answer in time, has ended or breaks the protocol. It is of no use then: a
    /// late answer would count for the next search.
    pub fn search(
        &mut self,
        order: &SearchOrder<'_>,
        mut hear: impl FnMut(News<'_>),
    ) -> Result<(BestMove, Duration), PlayerError> {
        self.say(order.position)?;
        let start = Instant::now();
        self.say(order.go)?;
        let _wakes = order.enough.map(|enough| wake_on(enough, &self.wake));
        let mut limit = order.limit;
        let mut deadline = limit.map(|limit| start + limit);
        let mut silent_at = order.silence.map(|silence| start + silence);
        let mut told_to_stop = false;
        loop {
            if !told_to_stop && order.enough.is_some_and(StopToken::is_stopped) {
                self.say("stop")?;
                (told_to_stop, silent_at, limit) = (true, None, Some(STOP_LIMIT));
                deadline = Some(Instant::now() + STOP_LIMIT);
            }
            // Also for an engine that writes without end.
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Err(PlayerError::Hang(limit.unwrap_or_default()));
            }
            let until = [deadline, silent_at].into_iter().flatten().min();
            match self.next(until)? {
                Next::Message(EngineMessage::BestMove(best)) => return Ok((best, start.elapsed())),
                Next::Message(message) => {
                    silent_at = silent_at.and(order.silence).map(|after| Instant::now() + after);
                    if let EngineMessage::Info(info) = message {
                        hear(News::Info(&info));
                    }
                }
                Next::Late if silent_at.is_some_and(|at| at <= Instant::now()) => {
                    silent_at = None;
                    hear(News::Silence);
                }
                Next::Woken | Next::Late => {}
            }
        }
    }

    /// `usi`: the engine's name, and its options.
    fn introduce(&mut self, limit: Duration) -> Result<(), PlayerError> {
        self.say("usi")?;
        let (mut options, mut name, mut author) = (Vec::new(), None, None);
        let mut other = None;
        let found = self.wait(limit, |message| {
            match message {
                EngineMessage::Option(option) if options.len() < MAX_OPTIONS => {
                    options.push(option);
                }
                EngineMessage::IdName(given) => name = Some(given),
                EngineMessage::IdAuthor(given) => author = Some(given),
                EngineMessage::Unknown(line) if !line.is_empty() => other = Some(line),
                EngineMessage::UsiOk => return Some(()),
                _ => {}
            }
            None
        });
        if let Some(name) = name {
            self.name = name;
        }
        if found == Err(PlayerError::Hang(limit)) {
            let said = other.map(|line| line.chars().take(LINE_SHOWN).collect());
            return Err(PlayerError::NoUsi { engine: self.name.clone(), limit, said });
        }
        found?;
        self.author = author;
        self.options = OptionList::received(options);
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), PlayerError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| self.ended(&error.to_string()))
    }

    /// Reads messages until `found` returns a value.
    fn wait<T>(
        &mut self,
        limit: Duration,
        mut found: impl FnMut(EngineMessage) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now() + limit;
        loop {
            match self.next(Some(deadline))? {
                Next::Message(message) => {
                    if let Some(value) = found(message) {
                        return Ok(value);
                    }
                    // An engine that writes without end is never late otherwise.
                    if Instant::now() >= deadline {
                        return Err(PlayerError::Hang(limit));
                    }
                }
                Next::Woken => {}
                Next::Late => return Err(PlayerError::Hang(limit)),
            }
        }
    }

    /// The next message. A line that is broken is an unknown one, unless it is the answer to `go`.
    fn next(&mut self, deadline: Option<Instant>) -> Result<Next, PlayerError> {
        if self.stop.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        if self.too_long {
            let reason = format!("{} wrote a line of over {MAX_LINE_BYTES} bytes", self.name);
            return Err(PlayerError::Protocol(reason));
        }
        if self.silent[0] {
            return Err(self.ended("it has ended"));
        }
        let line = match self.hear(deadline) {
            Some(Event::Line(line)) => line,
            Some(_) => return Ok(Next::Woken),
            None => return Ok(Next::Late),
        };
        match EngineMessage::parse(&line) {
            Ok(message) => Ok(Next::Message(message)),
            Err(error) if line.trim_start().starts_with("bestmove") => {
                let line: String = line.chars().take(LINE_SHOWN).collect();
                Err(PlayerError::Protocol(format!("{line}: {error}")))
            }
            Err(_) => Ok(Next::Message(EngineMessage::Unknown(line))),
        }
    }

    /// The next event, if one comes before `deadline`; data about the engine's end is recorded.
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

    /// The engine is gone: why, its exit status and its last output on stderr.
    fn ended(&mut self, reason: &str) -> PlayerError {
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
        PlayerError::Crash(text)
    }
}

impl Drop for UsiProcess {
    fn drop(&mut self) {
        // Writing to a dead engine has no effect. One that is thinking must be stopped first.
        let _ = writeln!(self.input, "stop\nquit").and_then(|()| self.input.flush());
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
fn wake_on(token: &StopToken, wake: &SyncSender<Event>) -> Subscription {
    let wake = wake.clone();
    token.on_stop(move || {
        // A full queue is being read, and its reader checks the token after every event.
        let _ = wake.try_send(Event::Woken);
    })
}
