//! The lines to and from a running engine, and the time that its answers may take.

use crate::error::EngineError;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_process::{Output, Process, Program};

/// A running engine, whichever protocol it speaks. Dropping it asks it to quit, then kills it.
#[derive(Debug)]
pub(crate) struct Channel {
    process: Process,
    /// The version that the engine has given, if any.
    version: String,
    deadline: Instant,
}

impl Channel {
    pub(crate) fn start(
        program: &Program,
        limit: Duration,
        stop: StopToken,
    ) -> Result<Self, EngineError> {
        let process = Process::start(program, "quit", stop)?;
        Ok(Self { process, version: String::new(), deadline: Instant::now() + limit })
    }

    /// Lets the answers from now on take `limit` together.
    pub(crate) fn allow(&mut self, limit: Duration) {
        self.deadline = Instant::now() + limit;
    }

    /// Gives the engine the name that it has introduced itself by, if any.
    pub(crate) fn rename(&mut self, name: &str) {
        if !name.is_empty() {
            name.clone_into(&mut self.process.name);
        }
    }

    pub(crate) fn set_version(&mut self, version: String) {
        self.version = version;
    }

    /// Its name and version.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.process.name, self.version).trim_end().to_owned()
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), EngineError> {
        Ok(self.process.say(line)?)
    }

    /// The next line of the answer to a command.
    pub(crate) fn line(&mut self, command: &str) -> Result<String, EngineError> {
        loop {
            match self.process.next(Some(self.deadline))? {
                Output::Line(line) => return Ok(line),
                Output::Woken => {}
                Output::Late => {
                    let engine = self.process.name.clone();
                    return Err(EngineError::Late { engine, command: command.to_owned() });
                }
            }
        }
    }

    /// The next line that is not empty.
    pub(crate) fn full_line(&mut self, command: &str) -> Result<String, EngineError> {
        loop {
            let line = self.line(command)?;
            if !line.is_empty() {
                return Ok(line);
            }
        }
    }

    /// The error of a command that the engine cannot follow.
    pub(crate) fn refused(&self, command: &str, reason: String) -> EngineError {
        let engine = self.process.name.clone();
        EngineError::Refused { engine, command: command.to_owned(), reason }
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
}
