//! A running engine that speaks GTP [gtp2]: a command, an answer.

use crate::channel::Channel;
use crate::error::EngineError;
use zenpuku_protocol::gtp::Response;

/// Lines of an answer that are read: a list of all points of the largest board has fewer.
const MAX_LINES: usize = 2_000;

/// A running GTP engine.
#[derive(Debug)]
pub struct GtpEngine {
    pub(crate) channel: Channel,
}

impl GtpEngine {
    /// An engine that has been asked for its name and has begun the answer.
    pub(crate) fn greet(mut channel: Channel, first: String) -> Result<Self, EngineError> {
        let name = read(&mut channel, "name", first)?;
        channel.rename(&name);
        let mut engine = Self { channel };
        let version = engine.ask("version")?;
        engine.channel.set_version(version);
        Ok(engine)
    }

    /// Does it know the command? An engine that does not say so does not.
    pub(crate) fn knows(&mut self, command: &str) -> Result<bool, EngineError> {
        match self.ask(&format!("known_command {command}")) {
            Ok(answer) => Ok(answer.eq_ignore_ascii_case("true")),
            Err(EngineError::Refused { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Sends a command and returns the text of its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.channel.say(command)?;
        let first = self.channel.full_line(command)?;
        read(&mut self.channel, command, first)
    }

    /// The error of an answer that cannot be used.
    pub(crate) fn nonsense(&self, command: &str, answer: &str, reason: &str) -> EngineError {
        self.channel.nonsense(command, answer, reason)
    }
}

/// Reads an answer up to the empty line that ends it.
fn read(channel: &mut Channel, command: &str, first: String) -> Result<String, EngineError> {
    let mut lines = vec![first];
    loop {
        let line = channel.line(command)?;
        if line.is_empty() {
            break;
        }
        lines.push(line);
        if lines.len() > MAX_LINES {
            return Err(channel.nonsense(command, &lines[0], "the answer does not end"));
        }
    }
    let answer = lines.join("\n");
    match Response::parse(&answer) {
        Some(Response { result: Ok(text), .. }) => Ok(text),
        Some(Response { result: Err(reason), .. }) => {
            Err(channel.refused(command, reason.to_string()))
        }
        None => Err(channel.nonsense(command, &answer, "an answer begins with `=` or `?`")),
    }
}
