//! The moves of a registered engine.

use super::engine_move::engine_clock;
use super::game::{Game, Order};
use super::games::Games;
use super::outside_seat::OutsideSeat;
use crate::engine::{Answer, OutsideEngine, OutsideOrder};
use crate::errors::{AppResult, error};
use crate::protocol::{EndReason, ErrorCode, Seat};
use crate::state::lock;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_protocol::usi;
use zenpuku_shogi::Position;

/// Time for a move without a clock.
const FREE_TIME: Duration = Duration::from_secs(3);

/// How much longer than its time it may think before it counts as hanging; up to here the clock
/// judges.
const GRACE: Duration = Duration::from_secs(10);

/// One turn of a registered engine.
struct Turn {
    games: Arc<Games>,
    game: Arc<Mutex<Game>>,
    engine: u32,
    seat: OutsideSeat,
    start: Position,
    moves: String,
    order: Arc<Order>,
}

impl Games {
    /// Starts the registered engines of a new game, before its clock runs.
    pub(super) fn open_seats(&self, seats: &mut [Seat; 2]) -> AppResult<[OutsideSeat; 2]> {
        let [black, white] = seats;
        Ok([self.open_seat(black)?, self.open_seat(white)?])
    }

    fn open_seat(&self, seat: &mut Seat) -> AppResult<OutsideSeat> {
        let Seat::Usi { engine, name } = seat else { return Ok(OutsideSeat::default()) };
        let found = self.state.engines.get(*engine)?;
        name.clone_from(&found.name);
        let started = OutsideEngine::start(&found, &self.state.stopping).map_err(|fault| {
            self.state.engine_failed(*engine, &fault);
            error(ErrorCode::Engine, fault)
        })?;
        Ok(Arc::new(Mutex::new(Some(started))))
    }

    /// Lets a registered engine think; the orders to it.
    pub(super) fn start_outside(
        self: &Arc<Self>,
        shared: &Arc<Mutex<Game>>,
        game: &Game,
        engine: u32,
    ) -> std::io::Result<Arc<Order>> {
        let mut start = game.position.clone();
        game.played.iter().rev().for_each(|(_, mv)| start.undo_move(*mv));
        let moves: Vec<String> = game.played.iter().map(|(_, mv)| mv.to_string()).collect();
        let order = Arc::new(Order::default());
        let turn = Turn {
            games: Arc::clone(self),
            game: Arc::clone(shared),
            engine,
            seat: Arc::clone(&game.outside[game.turn().to_index()]),
            start,
            moves: moves.join(" "),
            order: Arc::clone(&order),
        };
        let builder = std::thread::Builder::new().name("registered engine's move".into());
        builder.spawn(move || turn.run())?;
        Ok(order)
    }
}

impl Turn {
    fn run(self) {
        let found = {
            // The search of a turn that was taken back ends first.
            let mut seat = lock(&self.seat);
            let found = self.search(&mut seat);
            if found.is_err() {
                *seat = None;
            }
            found
        };
        let mut game = lock(&self.game);
        if self.games.state.stopping.is_stopped() {
            return;
        }
        if let Err(fault) | Ok(Answer::Illegal(fault)) = &found {
            self.games.state.engine_failed(self.engine, fault);
        }
        if self.order.stop.is_stopped() || game.result.is_some() {
            return;
        }
        game.thinking = None;
        if let Err(error) = self.act(&mut game, &found) {
            tracing::error!("the engine's move was not played: {}", error.message);
        }
        self.games.go_on(&self.game, &mut game);
    }

    fn act(&self, game: &mut Game, found: &Result<Answer, String>) -> AppResult<()> {
        let side = game.turn();
        let loses = |reason| (Some(side.flip()), reason);
        let (winner, reason) = match found {
            Ok(Answer::Move(mv)) => return self.games.play(game, *mv),
            Ok(Answer::Resign) => loses(EndReason::Resign),
            Ok(Answer::Win) if game.position.declaration().possible => {
                (Some(side), EndReason::Declaration)
            }
            Ok(Answer::Win) => loses(EndReason::FalseDeclaration),
            Ok(Answer::Illegal(_)) => loses(EndReason::IllegalMove),
            Err(_) => loses(EndReason::EngineFault),
        };
        self.games.finish(game, winner, reason)
    }

    fn search(&self, seat: &mut Option<OutsideEngine>) -> Result<Answer, String> {
        let engine = match seat.take() {
            Some(engine) => engine,
            // After a restart of the server, or after a fault.
            None => {
                let found = self.games.state.engines.get(self.engine);
                let found = found.map_err(|error| error.message)?;
                OutsideEngine::start(&found, &self.games.state.stopping)?
            }
        };
        let engine = seat.insert(engine);
        let (go, limit) = go(&lock(&self.game));
        let enough = StopToken::new();
        let ends_with = |token: &StopToken| enough.stop_with(token);
        let _ends = [&self.order.stop, &self.order.move_now].map(ends_with);
        let order = OutsideOrder {
            start: &self.start,
            moves: self.moves.clone(),
            go,
            lines: 1,
            limit: Some(limit),
            enough: &enough,
        };
        let _play = self.games.state.pool.scheduler.play();
        engine.search(&order, |_| ())
    }
}

/// The `go` line for the clocks of a game, and how long its answer may take.
fn go(game: &Game) -> (String, Duration) {
    let mut clock = usi::Clock::default();
    let limit = match engine_clock(game) {
        None => {
            (clock.black_time, clock.white_time) = (Some(Duration::ZERO), Some(Duration::ZERO));
            clock.byoyomi = Some(FREE_TIME);
            FREE_TIME
        }
        Some(set) => {
            (clock.black_time, clock.white_time) = (Some(set.time[0]), Some(set.time[1]));
            let at = game.turn().to_index();
            if set.increment[at].is_zero() {
                clock.byoyomi = Some(set.byoyomi);
            } else {
                clock.black_increment = Some(set.increment[0]);
                clock.white_increment = Some(set.increment[1]);
            }
            set.time[at] + set.byoyomi + set.increment[at]
        }
    };
    (usi::GoCommand { clock, ..usi::GoCommand::default() }.to_string(), limit + GRACE)
}
