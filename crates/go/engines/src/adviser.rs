//! An engine that is asked about several positions or plays in them, and what moves lose in its opinion.

use crate::engine::Engine;
use crate::error::EngineError;
use crate::opinion::{Opinion, Question};
use crate::play::Turn;
use std::collections::HashMap;
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_go::{Move, Rules, Setup};
use zenpuku_process::Program;

/// An engine that gives second opinions. It is started by the first question and keeps running.
#[derive(Debug)]
pub struct Adviser {
    program: Program,
    limit: Duration,
    stop: StopToken,
    running: Option<Engine>,
}

impl Adviser {
    /// An engine whose start, and whose answers about a position, may take `limit` each. A stop ends the waiting.
    #[must_use]
    pub const fn new(program: Program, limit: Duration, stop: StopToken) -> Self {
        Self { program, limit, stop, running: None }
    }

    /// Starts the engine unless it is running; returns its name and version.
    ///
    /// # Errors
    /// If it cannot be run, or does not introduce itself in time.
    pub fn start(&mut self) -> Result<String, EngineError> {
        let running = self.take()?;
        Ok(self.running.insert(running).name())
    }

    /// Asks the engine about a position; returns its opinion and its name.
    ///
    /// # Errors
    /// As [`Adviser::start`], or if it gives no opinion. A failed engine may be in the middle of an answer: it is
    /// ended, and the next question starts it again.
    pub fn ask(&mut self, question: &Question<'_>) -> Result<(Opinion, String), EngineError> {
        let mut running = self.take()?;
        running.allow(self.limit);
        let opinion = question.ask(&mut running)?;
        let name = running.name();
        self.running = Some(running);
        Ok((opinion, name))
    }

    /// Asks the engine for a move; `None` if it resigns.
    ///
    /// # Errors
    /// As [`Adviser::ask`].
    pub fn play(&mut self, turn: &Turn<'_>) -> Result<Option<Move>, EngineError> {
        let mut running = self.take()?;
        running.allow(self.limit);
        let mv = turn.ask(&mut running)?;
        self.running = Some(running);
        Ok(mv)
    }

    /// The running engine. Starts it if it is not running.
    fn take(&mut self) -> Result<Engine, EngineError> {
        match self.running.take() {
            Some(engine) => Ok(engine),
            None => Engine::start(&self.program, self.limit, self.stop.clone()),
        }
    }
}

/// What the moves of a line lose in the opinion of an engine.
#[derive(Debug)]
pub struct LineAdviser {
    adviser: Adviser,
    rules: Rules,
    /// Black's leads in half points by the place of the position: two losses in a row share one.
    leads: HashMap<usize, i32>,
}

impl LineAdviser {
    /// A line by these rules.
    #[must_use]
    pub fn new(adviser: Adviser, rules: Rules) -> Self {
        Self { adviser, rules, leads: HashMap::new() }
    }

    /// Returns the points that the side to move loses between the position of this place in the line and the next one;
    /// negative where it gains.
    ///
    /// # Errors
    /// As [`Adviser::ask`].
    pub fn loss(&mut self, place: usize, [before, after]: [&Setup; 2]) -> Result<i32, EngineError> {
        let fallen = self.lead(place, before)? - self.lead(place + 1, after)?;
        Ok(fallen * before.to_move.sign() / 2)
    }

    fn lead(&mut self, place: usize, setup: &Setup) -> Result<i32, EngineError> {
        if let Some(&known) = self.leads.get(&place) {
            return Ok(known);
        }
        let question = Question { setup, rules: &self.rules, finished: false };
        let (opinion, _) = self.adviser.ask(&question)?;
        self.leads.insert(place, opinion.lead.0);
        Ok(opinion.lead.0)
    }
}
