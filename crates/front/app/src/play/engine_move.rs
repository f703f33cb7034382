//! The engine's moves and its hints.

use super::game::{Game, Order};
use super::games::Games;
use super::level;
use crate::analysis_model::engine_line;
use crate::engine::{Player, Task};
use crate::errors::{AppResult, error};
use crate::protocol::{ClockSetting, EndReason, ErrorCode, Hint, Seat};
use crate::state::lock;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use zenpuku_shogi::{Color, Move, Position};
use zenpuku_shogi_engine::{Clock, Level, SearchLimits};

/// An immediate move looks like a slip of the mouse.
const LEAST_TIME: Duration = Duration::from_millis(350);
/// Full strength without a clock.
const FREE_TIME: Duration = Duration::from_secs(3);
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_millis(800);
/// Table of a limited level in MiB: always the same, so that its moves are.
const LEVEL_HASH: usize = 16;

impl Games {
    /// Lets the engine think if it is its turn.
    pub(super) fn start_engine(self: &Arc<Self>, shared: &Arc<Mutex<Game>>, game: &mut Game) {
        if game.thinking.is_some() {
            return;
        }
        let started = match game.engine_to_move() {
            Some(Seat::Engine { level, opening, castle }) => {
                let style = level::style_of(opening.as_deref(), castle.as_deref());
                let (Some(level), Ok(style)) = (Level::new(*level), style) else { return };
                let player = Player { level, seed: game.seed, style };
                self.start_built_in(shared, game, player)
            }
            Some(Seat::Usi { engine, .. }) => self.start_outside(shared, game, *engine),
            _ => return,
        };
        match started {
            Ok(order) => game.thinking = Some(order),
            Err(error) => tracing::error!("the engine cannot move: {error}"),
        }
    }

    fn start_built_in(
        self: &Arc<Self>,
        shared: &Arc<Mutex<Game>>,
        game: &Game,
        player: Player,
    ) -> std::io::Result<Arc<Order>> {
        let order = Arc::new(Order::default());
        let turn = Turn {
            games: Arc::clone(self),
            game: Arc::clone(shared),
            position: game.position.clone(),
            player,
            limits: limits(game, player.level),
            quick: is_short(game),
            order: Arc::clone(&order),
        };
        let builder = std::thread::Builder::new().name("engine's move".into());
        builder.spawn(move || turn.run())?;
        Ok(order)
    }

    /// The engine's candidate moves for the player.
    pub(crate) fn play_hint(&self, id: u32) -> AppResult<Hint> {
        let shared = self.game(id)?;
        let (position, last) = {
            let game = lock(&shared);
            if game.result.is_some() || game.engine_to_move().is_some() {
                return Err(error(ErrorCode::WrongState, "there is no move to give a hint for"));
            }
            (game.position.clone(), game.played.last().map(|(_, mv)| mv.to()))
        };
        let lines = self
            .state
            .think(&position, SearchLimits::movetime(HINT_TIME), 3)?
            .map(|result| result.lines)
            .unwrap_or_default();
        let lines = lines.iter().map(|info| engine_line(&position, last, info)).collect();
        Ok(Hint { sfen: position.to_sfen(), lines })
    }
}

fn limits(game: &Game, level: Level) -> SearchLimits {
    let clock = engine_clock(game);
    let free = clock.is_none() && level == Level::FULL;
    SearchLimits { clock, movetime: free.then_some(FREE_TIME), ..SearchLimits::default() }
}

/// The clock state sent to the engine to move; `None` without a clock.
pub(super) fn engine_clock(game: &Game) -> Option<Clock> {
    let settings = game.clock.settings();
    let ms = |time: u32| Duration::from_millis(u64::from(time));
    let now = Instant::now();
    let byoyomi = match settings[game.turn().to_index()] {
        ClockSetting::None => return None,
        ClockSetting::Byoyomi { byoyomi_ms, .. } => ms(byoyomi_ms),
        ClockSetting::Fischer { .. } => Duration::ZERO,
        // Its share of the period.
        ClockSetting::Canadian { .. } => {
            let left = game.clock.state(game.turn(), false, now);
            Duration::from_millis(left.byoyomi_ms) / left.moves.max(1)
        }
    };
    let increment = settings.map(|setting| match setting {
        ClockSetting::Fischer { increment_ms, .. } => ms(increment_ms),
        _ => Duration::ZERO,
    });
    let left =
        |side| Duration::from_millis(game.clock.state(side, side == game.turn(), now).main_ms);
    let time = [left(Color::Black), left(Color::White)];
    Some(Clock { time, increment, byoyomi })
}

/// Is there too little time to make a show of thinking?
fn is_short(game: &Game) -> bool {
    let now = Instant::now();
    let left = game.clock.state(game.turn(), true, now);
    let limited = !matches!(game.clock.settings()[game.turn().to_index()], ClockSetting::None);
    limited && left.main_ms + left.byoyomi_ms < 3_000
}

/// One turn of the engine.
struct Turn {
    games: Arc<Games>,
    game: Arc<Mutex<Game>>,
    position: Position,
    player: Player,
    limits: SearchLimits,
    quick: bool,
    order: Arc<Order>,
}

impl Turn {
    fn run(self) {
        let begun = Instant::now();
        let found = self.search();
        if !self.quick {
            std::thread::sleep(LEAST_TIME.saturating_sub(begun.elapsed()));
        }
        let mut game = lock(&self.game);
        if self.order.stop.is_stopped() || game.result.is_some() {
            return;
        }
        game.thinking = None;
        let done = match found {
            Some(mv) => self.act(&mut game, mv),
            // Only when the server ends or the engine fails.
            None if self.games.state.stopping.is_stopped() => return,
            None => self.games.finish(&mut game, None, EndReason::Aborted),
        };
        if let Err(error) = done {
            tracing::error!("the engine's move was not played: {}", error.message);
        }
        self.games.go_on(&self.game, &mut game);
    }

    fn act(&self, game: &mut Game, mv: Move) -> AppResult<()> {
        let side = game.turn();
        if mv == Move::RESIGN {
            self.games.finish(game, Some(side.flip()), EndReason::Resign)
        } else if mv == Move::WIN {
            self.games.finish(game, Some(side), EndReason::Declaration)
        } else {
            self.games.play(game, mv)
        }
    }

    fn search(&self) -> Option<Move> {
        let limited = self.player.level != Level::FULL;
        let task = Task {
            position: &self.position,
            limits: self.limits.clone(),
            multi_pv: 1,
            threads: self.games.state.pool.threads(),
            hash: limited.then_some(LEVEL_HASH),
            fresh: limited,
            player: self.player,
            enough: Some(&self.order.move_now),
            yields: false,
        };
        let _play = self.games.state.pool.scheduler.play();
        let found =
            self.games.state.pool.with_player(|worker| worker.think(&task, &self.order.stop));
        match found {
            Ok(result) => {
                let result = result?;
                let resigns = level::resigns(self.player.level, &result);
                Some(if resigns { Move::RESIGN } else { result.best })
            }
            Err(error) => {
                tracing::error!("the engine failed: {error}");
                None
            }
        }
    }
}
