//! A USI engine in its own process: start, questions and answers, end.

use crate::player::PlayerError;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_process::{Fault, Output, Process, Program};
use zenpuku_protocol::usi::{BestMove, EngineMessage, GameResult, GuiCommand, Info, OptionList};
use zenpuku_shogi_engine::ALL_OPTIONS_VARIABLE;

pub use zenpuku_process::kill_all as kill_engines;

/// How long an engine may take to load.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long an engine may take to answer `stop` with `bestmove`.
pub const STOP_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of stored options of an engine; the rest is ignored.
const MAX_OPTIONS: usize = 2_000;

/// Characters that are shown of a line in an error.
const LINE_SHOWN: usize = 200;

/// One that is thinking must be stopped before it quits.
const FAREWELL: &str = "stop\nquit";

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
    /// The working folder; the program's own folder when absent, because
    /// engines expect books and networks there.
    pub folder: Option<PathBuf>,
    /// Ask Zenpuku for all options of its search, which it lists only on request.
    pub all_options: bool,
}

impl UsiCommand {
    /// A program that starts in its own folder; Zenpuku lists all its options.
    #[must_use]
    pub const fn new(
        program: PathBuf,
        arguments: Vec<String>,
        options: Vec<(String, String)>,
    ) -> Self {
        Self { program, arguments, options, folder: None, all_options: true }
    }

    fn program(&self) -> Program {
        let all = self.all_options.then_some((ALL_OPTIONS_VARIABLE, "1"));
        Program {
            file: self.program.clone(),
            arguments: self.arguments.clone(),
            folder: self.folder.clone(),
            environment: all.into_iter().collect(),
        }
    }
}

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
    process: Process,
    author: Option<String>,
    options: OptionList,
}

/// What comes next.
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
        let process = Process::start(&command.program(), FAREWELL, stop)?;
        let mut process = Self { process, author: None, options: OptionList::default() };
        process.introduce(limit)?;
        for (option, value) in &command.options {
            process.set_option(option, Some(value))?;
        }
        Ok(process)
    }

    /// The engine's own name (`id name`), or the program's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.process.name
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
            let reason = format!("{} has no option `{option}`", self.process.name);
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
        let _wakes = order.enough.map(|enough| self.process.wake_on(enough));
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
            self.process.name = name;
        }
        if found == Err(PlayerError::Hang(limit)) {
            let said = other.map(|line| line.chars().take(LINE_SHOWN).collect());
            return Err(PlayerError::NoUsi { engine: self.process.name.clone(), limit, said });
        }
        found?;
        self.author = author;
        self.options = OptionList::received(options);
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), PlayerError> {
        Ok(self.process.say(line)?)
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
        let line = match self.process.next(deadline)? {
            Output::Line(line) => line,
            Output::Woken => return Ok(Next::Woken),
            Output::Late => return Ok(Next::Late),
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
}

impl From<Fault> for PlayerError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Stopped => PlayerError::Stopped,
            Fault::LineTooLong(_) => PlayerError::Protocol(fault.to_string()),
            Fault::Ended(text) => PlayerError::Crash(text),
        }
    }
}
