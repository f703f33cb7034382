//! A USI engine in its own process: pipes, start, questions and answers, end.

use crate::player::PlayerError;
use shared_child::SharedChild;
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use zenpuku_core::{StopToken, Subscription};
use zenpuku_protocol::usi::{BestMove, EngineMessage, GameResult, GuiCommand, Info};
use zenpuku_shogi_engine::ALL_OPTIONS_VARIABLE;

/// How long an engine may take to load.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long an engine may take to end when asked, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// How long the status and the last words of an engine may come after the end of its output.
const LAST_WORDS_LIMIT: Duration = Duration::from_millis(200);

/// Lines of an engine's stderr that are kept, to be shown when it dies.
const LAST_WORDS: usize = 3;

/// Characters that are kept of each, from its end.
const LAST_WORDS_CHARS: usize = 200;

/// Options that an engine need not list.
const IMPLIED_OPTIONS: [&str; 2] = ["USI_Hash", "USI_Ponder"];

/// How to start a USI engine.
#[derive(Clone, Debug)]
pub struct UsiCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options set before `isready`, in order.
    pub options: Vec<(String, String)>,
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
    status: Option<ExitStatus>,
    stop: StopToken,
    /// Sends [`Event::Stopped`].
    _stopped: Subscription,
    name: String,
}

/// What is heard of a running engine.
#[derive(Debug)]
enum Event {
    Line(String),
    /// Its output ended.
    OutputEnded,
    /// Its stderr ended.
    ErrorsEnded,
    /// It has ended.
    Exited(ExitStatus),
    /// Nobody wants an answer any more.
    Stopped,
}

impl UsiProcess {
    /// Starts the engine, waits for `usiok` and sets the options. Questions end early once `stop`
    /// is stopped.
    ///
    /// # Errors
    /// When the program cannot be run, does not answer, ends, or lacks one of the options.
    pub fn start(command: &UsiCommand, stop: StopToken) -> Result<Self, PlayerError> {
        let name = command.program.display().to_string();
        let crash = |reason: String| PlayerError::Crash(format!("{name}: {reason}"));
        let child = spawn(command).map_err(|error| crash(error.to_string()))?;
        let pipes = (child.take_stdin(), child.take_stdout(), child.take_stderr());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(crash("no pipes".to_owned()));
        };
        let child = Arc::new(child);
        remember(&child);
        let (send, events) = mpsc::channel();
        let last_words = LastWords::of(errors, send.clone());
        watch(&child, send.clone());
        let stopped = send.clone();
        let _stopped = stop.on_stop(move || {
            // The engine may have been dropped.
            let _ = stopped.send(Event::Stopped);
        });
        std::thread::spawn(move || {
            for_lines(output, |line| send.send(Event::Line(line)).is_ok());
            let _ = send.send(Event::OutputEnded);
        });
        let (silent, status) = ([false; 2], None);
        let mut process =
            Self { child, input, events, last_words, silent, status, stop, _stopped, name };
        let listed = process.introduce()?;
        process.set_options(&command.options, &listed)?;
        Ok(process)
    }

    /// What the engine calls itself (`id name`), or the program's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks whether the engine is ready and tells it of a new game.
    ///
    /// # Errors
    /// When it does not answer or has ended.
    pub fn new_game(&mut self) -> Result<(), PlayerError> {
        self.say("isready")?;
        self.wait(START_LIMIT, |message| (message == EngineMessage::ReadyOk).then_some(()))?;
        self.say("usinewgame")
    }

    /// Tells the engine how the game ended for it.
    pub fn game_over(&mut self, result: GameResult) {
        // One that is gone cannot hear it, and the next game finds that out.
        let _ = self.say(&GuiCommand::GameOver(Some(result)).to_string());
    }

    /// Has the engine think, by a `position` and a `go` line; `hear` hears its `info` lines. Tells
    /// also how long it took from `go` to `bestmove`.
    ///
    /// # Errors
    /// When it does not answer within `limit`, has ended or breaks the protocol.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        limit: Duration,
        mut hear: impl FnMut(&Info),
    ) -> Result<(BestMove, Duration), PlayerError> {
        self.say(position)?;
        let start = Instant::now();
        self.say(go)?;
        let best = self.wait(limit, |message| match message {
            EngineMessage::Info(info) => {
                hear(&info);
                None
            }
            EngineMessage::BestMove(best) => Some(best),
            _ => None,
        })?;
        Ok((best, start.elapsed()))
    }

    /// `usi`; the options that the engine lists.
    fn introduce(&mut self) -> Result<Vec<String>, PlayerError> {
        self.say("usi")?;
        let (mut options, mut name) = (Vec::new(), None);
        self.wait(START_LIMIT, |message| {
            match message {
                EngineMessage::Option(option) => options.push(option.name),
                EngineMessage::IdName(given) => name = Some(given),
                EngineMessage::UsiOk => return Some(()),
                _ => {}
            }
            None
        })?;
        self.name = name.unwrap_or_else(|| std::mem::take(&mut self.name));
        Ok(options)
    }

    fn set_options(
        &mut self,
        options: &[(String, String)],
        listed: &[String],
    ) -> Result<(), PlayerError> {
        for (option, value) in options {
            let mut known = listed.iter().map(String::as_str).chain(IMPLIED_OPTIONS);
            let Some(known) = known.find(|known| known.eq_ignore_ascii_case(option)) else {
                let reason = format!("{} has no option `{option}`", self.name);
                return Err(PlayerError::Protocol(reason));
            };
            self.say(&format!("setoption name {known} value {value}"))?;
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), PlayerError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| self.ended(&error.to_string()))
    }

    /// Reads messages until `found` finds what it looks for. A line that is broken is passed over,
    /// unless it is the answer to `go`.
    fn wait<T>(
        &mut self,
        limit: Duration,
        mut found: impl FnMut(EngineMessage) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now() + limit;
        loop {
            if self.stop.is_stopped() {
                return Err(PlayerError::Stopped);
            }
            if self.silent[0] {
                return Err(self.ended("it has ended"));
            }
            let line = match self.hear(deadline) {
                Some(Event::Line(line)) => line,
                Some(_) => continue,
                None => return Err(PlayerError::Hang(limit)),
            };
            match EngineMessage::parse(&line) {
                Ok(message) => {
                    if let Some(value) = found(message) {
                        return Ok(value);
                    }
                }
                Err(error) if line.trim_start().starts_with("bestmove") => {
                    return Err(PlayerError::Protocol(format!("{line}: {error}")));
                }
                Err(_) => {}
            }
        }
    }

    /// The next event, if one comes before `deadline`; what it says of the engine's end is noted.
    fn hear(&mut self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        let event = self.events.recv_timeout(left).ok()?;
        match event {
            Event::OutputEnded => self.silent[0] = true,
            Event::ErrorsEnded => self.silent[1] = true,
            Event::Exited(status) => self.status = Some(status),
            Event::Line(_) | Event::Stopped => {}
        }
        Some(event)
    }

    /// The engine is gone: why, how it ended and what it said last on stderr.
    fn ended(&mut self, reason: &str) -> PlayerError {
        let mut text = format!("{}: {reason}", self.name);
        let deadline = Instant::now() + LAST_WORDS_LIMIT;
        while self.status.is_none() || !self.silent[1] {
            if self.hear(deadline).is_none() {
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
        // A dead engine cannot be told anything. One that is thinking has to be told to stop first.
        let _ = writeln!(self.input, "stop\nquit").and_then(|()| self.input.flush());
        let deadline = Instant::now() + QUIT_LIMIT;
        while self.status.is_none() {
            if self.hear(deadline).is_none() {
                kill(&self.child);
                return;
            }
        }
    }
}

/// The engines that have been started, those that have ended left out from time to time.
static STARTED: Mutex<Vec<Weak<SharedChild>>> = Mutex::new(Vec::new());

fn remember(child: &Arc<SharedChild>) {
    let mut started = lock(&STARTED);
    started.retain(|child| child.strong_count() > 0);
    started.push(Arc::downgrade(child));
}

/// Kills every running engine, for a program that ends at once and drops nothing: an engine that
/// hangs would outlive it.
pub fn kill_engines() {
    let started = lock(&STARTED);
    started.iter().filter_map(Weak::upgrade).for_each(|child| kill(&child));
}

fn kill(child: &SharedChild) {
    // One that has ended needs no signal; one that cannot be killed cannot be waited for either.
    if child.kill().is_ok() {
        let _ = child.wait();
    }
}

/// Tells of the end of the engine, which is reaped so.
fn watch(child: &Arc<SharedChild>, send: Sender<Event>) {
    let child = Arc::clone(child);
    std::thread::spawn(move || {
        if let Ok(status) = child.wait() {
            let _ = send.send(Event::Exited(status));
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(command: &UsiCommand) -> std::io::Result<SharedChild> {
    // Made absolute, since the working directory changes below; a bare name stays for PATH.
    let path: &Path = &command.program;
    let is_path = path.components().count() > 1;
    let program = if is_path { path.canonicalize()? } else { path.to_owned() };
    let mut process = Command::new(&program);
    process.args(&command.arguments);
    // Zenpuku lists the options of its search only on request.
    process.env(ALL_OPTIONS_VARIABLE, "1");
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Engines resolve books and networks from their own folder.
    if let Some(folder) = program.parent().filter(|folder| is_path && folder.is_dir()) {
        process.current_dir(folder);
    }
    SharedChild::spawn(&mut process)
}

/// The last lines of stderr, read so that the engine never waits for a reader.
#[derive(Debug)]
struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    fn of(errors: ChildStderr, send: Sender<Event>) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let write = Arc::clone(&lines);
        std::thread::spawn(move || {
            for_lines(errors, |line| {
                let mut lines = lock(&write);
                if lines.len() == LAST_WORDS {
                    lines.pop_front();
                }
                let skipped = line.chars().count().saturating_sub(LAST_WORDS_CHARS);
                lines.push_back(line.chars().skip(skipped).collect());
                true
            });
            let _ = send.send(Event::ErrorsEnded);
        });
        Self(lines)
    }

    fn text(&self) -> String {
        let lines = lock(&self.0);
        Vec::from(lines.clone()).join(" | ")
    }
}

/// Hands on every line, whatever its encoding, until the end or until nobody wants more.
fn for_lines(input: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(input);
    let mut bytes = Vec::new();
    while matches!(reader.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        if !take(line) {
            return;
        }
    }
}
