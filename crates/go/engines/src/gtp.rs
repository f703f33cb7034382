//! A running GTP engine: a question, an answer.

use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_process::{Fault, Output, Process, Program};
use zenpuku_protocol::gtp::{GtpError, Response};

/// Lines of an answer that are read: a list of all points of the largest board has fewer.
const MAX_LINES: usize = 2_000;

/// Why an engine gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// It could not be started, has ended, or wrote what is no line; or our stop was stopped.
    #[error(transparent)]
    Process(#[from] Fault),
    /// It answered that it cannot do what was asked.
    #[error("{engine} refused `{command}`: {reason}")]
    Refused {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
        /// Its words.
        reason: GtpError,
    },
    /// Its time was over.
    #[error("{engine} did not answer `{command}` in its time")]
    Late {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
    },
    /// Its answer cannot be used.
    #[error("{engine} answered `{command}` with `{answer}`: {reason}")]
    Nonsense {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
        /// The beginning of its answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A running engine. Dropping it asks it to quit, then kills it.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    deadline: Instant,
}

impl GtpEngine {
    /// Starts a program, whose answers from now on may take `limit` together. A stop ends the waiting.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn start(program: &Program, limit: Duration, stop: StopToken) -> Result<Self, EngineError> {
        let process = Process::start(program, "quit", stop)?;
        Ok(Self { process, deadline: Instant::now() + limit })
    }

    /// Lets its answers from now on take `limit` together.
    pub fn allow(&mut self, limit: Duration) {
        self.deadline = Instant::now() + limit;
    }

    /// Returns its name and version, by its own words.
    ///
    /// # Errors
    /// As [`GtpEngine::ask`].
    pub fn introduce(&mut self) -> Result<String, EngineError> {
        let name = self.ask("name")?;
        let version = self.ask("version")?;
        self.process.name = if name.is_empty() { self.process.name.clone() } else { name };
        Ok(format!("{} {version}", self.process.name).trim_end().to_owned())
    }

    /// Does it know the command? An engine that does not say so does not.
    ///
    /// # Errors
    /// As [`GtpEngine::ask`], but a refusal is a no.
    pub fn knows(&mut self, command: &str) -> Result<bool, EngineError> {
        match self.ask(&format!("known_command {command}")) {
            Ok(answer) => Ok(answer.eq_ignore_ascii_case("true")),
            Err(EngineError::Refused { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Sends a command and returns the text of its answer.
    ///
    /// # Errors
    /// If it refuses, answers what is no answer, is late, or has ended.
    pub fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.process.say(command)?;
        let answer = self.answer(command)?;
        match Response::parse(&answer) {
            Some(Response { result: Ok(text), .. }) => Ok(text),
            Some(Response { result: Err(reason), .. }) => {
                let engine = self.process.name.clone();
                Err(EngineError::Refused { engine, command: command.to_owned(), reason })
            }
            None => Err(self.nonsense(command, &answer, "an answer begins with `=` or `?`")),
        }
    }

    /// The error of an answer that cannot be used.
    pub(crate) fn nonsense(&self, command: &str, answer: &str, reason: &str) -> EngineError {
        EngineError::Nonsense {
            engine: self.process.name.clone(),
            command: command.to_owned(),
            answer: answer.chars().take(80).collect(),
            reason: reason.to_owned(),
        }
    }

    /// The lines up to the empty one that ends an answer; empty lines before it are skipped.
    fn answer(&mut self, command: &str) -> Result<String, EngineError> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.process.next(Some(self.deadline))? {
                Output::Line(line) if line.is_empty() && lines.is_empty() => {}
                Output::Line(line) if line.is_empty() => return Ok(lines.join("\n")),
                Output::Line(line) => lines.push(line),
                Output::Woken => {}
                Output::Late => {
                    let engine = self.process.name.clone();
                    return Err(EngineError::Late { engine, command: command.to_owned() });
                }
            }
            if lines.len() > MAX_LINES {
                return Err(self.nonsense(command, &lines[0], "the answer does not end"));
            }
        }
    }
}
