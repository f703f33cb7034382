//! A running engine, in one of the two protocols.

use crate::analysis::AnalysisEngine;
use crate::channel::Channel;
use crate::error::EngineError;
use crate::gtp::GtpEngine;
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_process::Program;

/// A running engine. Dropping it asks it to quit, then kills it.
#[derive(Debug)]
pub enum Engine {
    /// One that speaks GTP.
    Gtp(GtpEngine),
    /// One that speaks the analysis protocol of KataGo.
    Analysis(AnalysisEngine),
}

impl Engine {
    /// Starts a program, whose answers from now on may take `limit` together, and asks for its name. It speaks GTP unless
    /// it answers in JSON. A stop ends the waiting.
    ///
    /// # Errors
    /// If it cannot be run, or does not introduce itself in time.
    pub fn start(program: &Program, limit: Duration, stop: StopToken) -> Result<Self, EngineError> {
        let mut channel = Channel::start(program, limit, stop)?;
        channel.say("name")?;
        let first = channel.full_line("name")?;
        if first.starts_with('{') {
            AnalysisEngine::greet(channel).map(Self::Analysis)
        } else {
            GtpEngine::greet(channel, first).map(Self::Gtp)
        }
    }

    /// Its name and version, by its own words.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Gtp(engine) => engine.channel.title(),
            Self::Analysis(engine) => engine.channel.title(),
        }
    }

    /// Lets its answers from now on take `limit` together.
    pub fn allow(&mut self, limit: Duration) {
        match self {
            Self::Gtp(engine) => engine.channel.allow(limit),
            Self::Analysis(engine) => engine.channel.allow(limit),
        }
    }
}
