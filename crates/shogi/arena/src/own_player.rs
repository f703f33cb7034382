//! Our own engine as a player, in this process.

use crate::clock::TimeControl;
use crate::matches::EngineFactory;
use crate::player::{Action, Answer, MATE_CP, Player, PlayerError, Turn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use zenpuku_core::Score;
use zenpuku_core::StopToken;
use zenpuku_core::panic_message;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move};
use zenpuku_shogi_engine::{Clock, Engine, EngineOptions, Hooks, SearchLimits, Timer};

/// One configuration of our engine.
#[derive(Clone, Debug)]
pub struct OwnEngineFactory {
    /// All of its options.
    pub options: EngineOptions,
    /// What it has from outside the engine.
    pub hooks: Hooks,
    /// Stopped when the match shall end; games under way are given up.
    pub stop: StopToken,
    /// What counts as time; the processor's needs one search thread.
    pub timer: Timer,
}

impl OwnEngineFactory {
    /// A fresh player, whose parameters can be changed between games.
    ///
    /// # Errors
    /// If memory is short or a file that the options name cannot be used.
    pub fn own_player(&self) -> Result<OwnPlayer, PlayerError> {
        let mut engine = Engine::new(self.options.clone()).with_hooks(self.hooks.clone());
        engine.prepare().map_err(|error| PlayerError::Crash(error.to_string()))?;
        Ok(OwnPlayer { engine, stop: self.stop.clone(), timer: self.timer })
    }
}

impl EngineFactory for OwnEngineFactory {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(self.own_player()?))
    }
}

/// A player of our engine.
pub struct OwnPlayer {
    engine: Engine,
    stop: StopToken,
    timer: Timer,
}

impl OwnPlayer {
    /// Plays with these switches and parameters from the next game on.
    pub fn set_params(&mut self, params: &Params) {
        self.engine.options_mut().params = *params;
    }
}

impl Player for OwnPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        if self.stop.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        let crash = |error: &dyn std::error::Error| PlayerError::Crash(error.to_string());
        let start = self.timer.now();
        self.engine.set_position(turn.position.clone()).map_err(|error| crash(&error))?;
        let side = turn.position.side_to_move();
        let limits = SearchLimits { timer: self.timer, ..limits(turn.clock, side) };
        // A technique from outside may panic; its engine has lost then, and the match goes on.
        let search = AssertUnwindSafe(|| self.engine.search(&limits));
        let result = catch_unwind(search)
            .map_err(|panic| PlayerError::Crash(panic_message(&*panic)))?
            .map_err(|error| crash(&error))?;
        let action = match result.best {
            Move::RESIGN => Action::Resign,
            Move::WIN => Action::Declare,
            mv => Action::Play(mv.to_string()),
        };
        Ok(Answer {
            action,
            score: Some(centipawns(result.score)),
            depth: Some(result.depth),
            nodes: Some(result.nodes),
            spent: self.timer.now().saturating_sub(start),
        })
    }
}

fn centipawns(score: Score) -> i32 {
    if score.is_win() {
        MATE_CP
    } else if score.is_loss() {
        -MATE_CP
    } else {
        score.value()
    }
}

fn limits(clock: &crate::clock::Clock, side: Color) -> SearchLimits {
    match clock.control(side) {
        TimeControl::Nodes(nodes) => SearchLimits::nodes(nodes),
        TimeControl::Depth(plies) => SearchLimits::depth(plies),
        TimeControl::MoveTime(ms) => SearchLimits::movetime(Duration::from_millis(ms)),
        TimeControl::Clock { byoyomi, increment, .. } => SearchLimits::clock(Clock {
            time: [Color::BLACK, Color::WHITE]
                .map(|color| Duration::from_millis(clock.left(color))),
            increment: [Duration::from_millis(increment); 2],
            byoyomi: Duration::from_millis(byoyomi),
        }),
    }
}
