//! One worker's engine: plays single games.

use super::opening::{OpeningSet, draw, generator};
use super::plan::{Plan, SelfPlayError};
use crate::game::Game;
use core::cell::RefCell;
use std::time::{Duration, Instant};
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{GameRules, play};
use zenpuku_arena::openings::Opening;
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, SearchResult};

/// Draws of an opening before one beyond the limit is taken after all.
const ATTEMPTS: usize = 100;

/// Plays the games of a plan one by one.
pub(super) struct SelfPlayer<'a> {
    plan: &'a Plan,
    openings: &'a [OpeningSet],
    stop: &'a StopToken,
    engine: RefCell<Engine>,
}

impl<'a> SelfPlayer<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        options: &EngineOptions,
        openings: &'a [OpeningSet],
        stop: &'a StopToken,
    ) -> Self {
        let options = EngineOptions { threads: 1, hash: plan.hash, ..options.clone() };
        Self { plan, openings, stop, engine: RefCell::new(Engine::new(options)) }
    }

    /// Plays game `number`; `None` if the run was stopped.
    pub(super) fn game(&self, number: u64) -> Result<Option<Game>, SelfPlayError> {
        let failed = |cause: String| SelfPlayError::Engine { number, cause };
        self.engine.borrow_mut().new_game();
        let opening = match self.opening(number) {
            Ok(opening) => opening,
            Err(PlayerError::Stopped) => return Ok(None),
            Err(error) => return Err(failed(error.to_string())),
        };
        let time = TimeControl::Nodes(self.plan.nodes);
        let rules = GameRules::even(time, self.plan.max_plies, self.plan.adjudication);
        let players: &mut [&mut dyn Player; 2] = &mut [&mut Seat(self), &mut Seat(self)];
        let record = match play(&opening.start, &opening.moves, players, &rules) {
            Ok(record) => record,
            Err(PlayerError::Stopped) => return Ok(None),
            Err(error) => return Err(failed(error.to_string())),
        };
        match Game::from_record(number, &record) {
            Some(game) => Ok(Some(game)),
            None => {
                Err(failed(format!("{:?} {}", record.ending, record.detail.unwrap_or_default())))
            }
        }
    }

    /// An opening that leaves both sides a chance.
    fn opening(&self, number: u64) -> Result<Opening, PlayerError> {
        let mut random = generator(self.plan.seed, number);
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let drawn = draw(self.openings, self.plan.random_plies, &mut random);
            let Some((opening, position, limit)) = drawn else { continue };
            let score = self.search(&position)?.score.value();
            last = Some(opening);
            if score.abs() <= limit.unwrap_or(self.plan.opening_limit) {
                break;
            }
        }
        last.ok_or_else(|| PlayerError::Crash("no opening leaves a game to play".into()))
    }

    fn search(&self, position: &Position) -> Result<SearchResult, PlayerError> {
        if self.stop.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        let crash = |error: &dyn core::error::Error| PlayerError::Crash(error.to_string());
        let mut engine = self.engine.borrow_mut();
        engine.set_position(position.clone()).map_err(|error| crash(&error))?;
        let limits = SearchLimits::nodes(self.plan.nodes);
        engine.search(&limits).map_err(|error| crash(&error))
    }
}

/// Either side of the board: both use the same engine and its table.
struct Seat<'s, 'a>(&'s SelfPlayer<'a>);

impl Player for Seat<'_, '_> {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        // The worker has emptied the memory; the opening's search may stay.
        Ok(())
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        let start = Instant::now();
        let result = self.0.search(turn.position)?;
        let action = match result.best {
            Move::RESIGN => Action::Resign,
            Move::WIN => Action::Declare,
            mv => Action::Play(mv.to_string()),
        };
        // The clock counts nodes; a pause of the machine must not lose a game.
        let spent = start.elapsed().min(Duration::from_secs(1));
        Ok(Answer {
            action,
            score: Some(result.score.value()),
            depth: Some(result.depth),
            nodes: Some(result.nodes),
            spent,
        })
    }
}
