//! A USI engine in its own process: pipes, start, questions and answers, end.

use crate::player::PlayerError;
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_protocol::usi::{BestMove, EngineMessage, GameResult, GuiCommand, Info};
use zenpuku_shogi_engine::ALL_OPTIONS_VARIABLE;

/// How long an engine may take to load.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long an engine may take to end when asked, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// Time between two looks at whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<String>,
    last_words: LastWords,
    stop: StopToken,
    name: String,
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
        let mut child = spawn(command).map_err(|error| crash(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(crash("no pipes".to_owned()));
        };
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for_lines(output, |line| send.send(line).is_ok());
        });
        let last_words = LastWords::of(errors);
        let child = Arc::new(Mutex::new(child));
        remember(&child);
        let mut process = Self { child, input, lines, last_words, stop, name };
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
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if left > LOOK_EVERY => continue,
                Err(RecvTimeoutError::Timeout) => return Err(PlayerError::Hang(limit)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended("it has ended")),
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

    /// The engine is gone: why, how it ended and what it said last on stderr.
    fn ended(&mut self, reason: &str) -> PlayerError {
        let mut text = format!("{}: {reason}", self.name);
        // Status and last words may come a moment after the end of the pipe.
        let deadline = Instant::now() + Duration::from_millis(200);
        let mut status = None;
        while Instant::now() < deadline && (status.is_none() || !self.last_words.is_complete()) {
            status = status.or_else(|| lock(&self.child).try_wait().ok().flatten());
            std::thread::sleep(Duration::from_millis(5));
        }
        if let Some(status) = status {
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
        // A dead engine cannot be told anything; it is reaped below. One that is thinking has to
        // be told to stop first.
        let _ = writeln!(self.input, "stop\nquit").and_then(|()| self.input.flush());
        let deadline = Instant::now() + QUIT_LIMIT;
        while Instant::now() < deadline {
            if !matches!(lock(&self.child).try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        kill(&self.child);
    }
}

/// The engines that have been started, those that have ended left out from time to time.
static STARTED: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

fn remember(child: &Arc<Mutex<Child>>) {
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

fn kill(child: &Mutex<Child>) {
    let mut child = lock(child);
    // One that has ended needs no signal; one that cannot be killed cannot be waited for either.
    if child.kill().is_ok() {
        let _ = child.wait();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(command: &UsiCommand) -> std::io::Result<Child> {
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
    process.spawn()
}

/// The last lines of stderr, read so that the engine never waits for a reader.
#[derive(Debug)]
struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl LastWords {
    fn of(errors: ChildStderr) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let write = Arc::clone(&lines);
        let reader = std::thread::spawn(move || {
            for_lines(errors, |line| {
                let mut lines = lock(&write);
                if lines.len() == LAST_WORDS {
                    lines.pop_front();
                }
                let skipped = line.chars().count().saturating_sub(LAST_WORDS_CHARS);
                lines.push_back(line.chars().skip(skipped).collect());
                true
            });
        });
        Self { lines, reader }
    }

    /// Has everything been read?
    fn is_complete(&self) -> bool {
        self.reader.is_finished()
    }

    fn text(&self) -> String {
        let lines = lock(&self.lines);
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
