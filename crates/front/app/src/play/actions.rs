//! Actions of players.

use super::game::{Game, Terms, ending};
use super::games::Games;
use super::level::style_of;
use crate::document::{Document, Tree};
use crate::errors::{AppResult, error, in_range};
use crate::protocol::{ClockSetting, EndReason, ErrorCode, Event, PlayState, Reply, Seat, Side};
use crate::state::{Connection, lock, random_seed};
use crate::storage::PlayRow;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use zenpuku_shogi::{Color, Handicap, Move, Setup, SetupRules};
use zenpuku_shogi_engine::Level;

/// Maximum number of simultaneous games.
const MAX_GAMES: usize = 16;
const DAY_MS: u32 = 86_400_000;
const HOUR_MS: u32 = 3_600_000;
const MAX_PERIOD_MOVES: u32 = 100;

/// The settings of a new game.
pub(super) struct NewGame {
    pub(super) seats: [Seat; 2],
    pub(super) start: Setup,
    pub(super) terms: Terms,
    pub(super) seed: Option<u32>,
}

fn check_clock(clock: ClockSetting) -> AppResult<()> {
    match clock {
        ClockSetting::None => Ok(()),
        ClockSetting::Byoyomi { main_ms, byoyomi_ms } => {
            in_range("main_ms", main_ms, 0, DAY_MS)?;
            in_range("byoyomi_ms", byoyomi_ms, if main_ms == 0 { 100 } else { 0 }, HOUR_MS)
        }
        ClockSetting::Fischer { main_ms, increment_ms } => {
            in_range("main_ms", main_ms, 100, DAY_MS)?;
            in_range("increment_ms", increment_ms, 0, HOUR_MS)
        }
        ClockSetting::Canadian { main_ms, period_ms, moves } => {
            in_range("main_ms", main_ms, 0, DAY_MS)?;
            in_range("period_ms", period_ms, 100, HOUR_MS)?;
            in_range("moves", moves, 1, MAX_PERIOD_MOVES)
        }
    }
}

fn check_seat(seat: &Seat) -> AppResult<()> {
    match seat {
        Seat::Human { name } if name.len() > 200 => {
            Err(error(ErrorCode::TooLarge, "a name has at most 200 bytes"))
        }
        Seat::Engine { level: number, .. } if Level::new(*number).is_none() => {
            Err(error(ErrorCode::BadValue, format!("there is no level {number}")))
        }
        Seat::Engine { opening, castle, .. } => {
            style_of(opening.as_deref(), castle.as_deref()).map(drop)
        }
        _ => Ok(()),
    }
}

fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Human { name } => name.trim().replace(['\r', '\n'], " "),
        Seat::Engine { level, .. } => format!("Zenpuku Lv.{level}"),
        Seat::Usi { name, .. } => name.clone(),
    }
}

impl Games {
    /// Starts a game.
    pub(super) fn start(
        self: &Arc<Self>,
        connection: &Connection,
        mut new: NewGame,
    ) -> AppResult<(PlayState, Arc<Mutex<Document>>)> {
        new.seats.iter().try_for_each(check_seat)?;
        new.terms.clocks.into_iter().try_for_each(check_clock)?;
        if self.going() >= MAX_GAMES {
            return Err(error(ErrorCode::Busy, format!("{MAX_GAMES} games are already running")));
        }
        let position = new.start.position(SetupRules::Play)?;
        if !position.has_legal_move() {
            return Err(error(ErrorCode::BadPosition, "the side to move has no legal move"));
        }
        let outside = self.open_seats(&mut new.seats)?;
        let names = [0, 1].map(|side| seat_name(&new.seats[side]));
        let mut tree = Tree::new(new.start.clone())
            .ok_or_else(|| error(ErrorCode::BadPosition, "nothing can be played from there"))?;
        head(&mut tree, &names);
        let title = names.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>();
        let document = self.state.add_document(&title.join(" - "), tree, |_| ())?;
        let document_id = lock(&document).id;
        let id = self.state.storage.new_play(document_id)?;
        {
            let mut document = lock(&document);
            (document.game, document.playing, document.dirty) = (Some(id), true, true);
            self.state.save(&mut document)?;
        }
        self.state.join(connection, document_id)?;
        let seed = new.seed.unwrap_or_else(random_seed);
        let mut game = Game::new(id, document_id, new.seats, new.terms, position, seed);
        game.outside = outside;
        let game = Arc::new(Mutex::new(game));
        lock(&self.all).insert(id, Arc::clone(&game));
        let state = self.go_on(&game, &mut lock(&game));
        Ok((state, document))
    }

    /// After every change of a game: starts the clock and the engine, then notifies clients.
    pub(super) fn go_on(self: &Arc<Self>, shared: &Arc<Mutex<Game>>, game: &mut Game) -> PlayState {
        if game.result.is_none() {
            game.paused = !self.state.is_watched(game.document) && game.engine_to_move().is_none();
            if !game.paused {
                game.clock.start(Instant::now());
            }
            self.start_engine(shared, game);
        }
        self.publish(game)
    }

    /// Stores a changed game and notifies clients that have its document open.
    pub(super) fn publish(&self, game: &mut Game) -> PlayState {
        game.revision += 1;
        self.store_game(game);
        let state = game.state();
        self.state.publish_document(game.document, Event::Play { game: state.clone() });
        state
    }

    pub(super) fn store_game(&self, game: &Game) {
        let Ok(body) = serde_json::to_string(&game.stored()) else { return };
        let ended = game.result.is_some();
        let row = PlayRow { id: game.id, document: game.document, ended, body };
        if let Err(error) = self.state.storage.save_play(&row) {
            tracing::warn!("game {} is not saved: {error}", game.id);
        }
    }

    /// Plays a legal move for the side to move.
    pub(super) fn play(&self, game: &mut Game, mv: Move) -> AppResult<()> {
        let side = game.turn();
        let now = Instant::now();
        if game.clock.is_over(side, now) {
            return self.finish(game, Some(side.flip()), EndReason::TimeUp);
        }
        let used = game.clock.press(side, now);
        let node = match self.state.edit(game.document, |editor| {
            let changed = editor.add_timed(game.node(), mv, used);
            editor.forget();
            changed
        })? {
            Reply::Edited { node, .. } => node,
            _ => return Err(error(ErrorCode::WrongState, "the move was not recorded")),
        };
        // Under the try rule the winning step is a move of the king.
        let entered = game.position.declaration_move() == Some(mv);
        game.position.try_do_move(mv)?;
        game.played.push((node, mv));
        if entered {
            return self.finish(game, Some(side), EndReason::Declaration);
        }
        match game.verdict() {
            Some((winner, reason)) => self.finish(game, winner, reason),
            None => Ok(()),
        }
    }

    /// Ends a game and writes how into its document.
    pub(super) fn finish(
        &self,
        game: &mut Game,
        winner: Option<Color>,
        reason: EndReason,
    ) -> AppResult<()> {
        game.end(winner, reason);
        game.dismiss_engines();
        if let Some(result) = &game.result {
            // The side of the record's ending; a resignation may come out of turn.
            let turn = game.turn();
            let word = match (reason, winner) {
                (EndReason::Resign, Some(winner)) if winner == turn => {
                    zenpuku_shogi_record::Ending::Other("相手の投了".to_owned())
                }
                _ => ending(result, turn),
            };
            let node = game.node();
            self.state.edit(game.document, |editor| {
                let changed = editor.add_end(node, word);
                editor.forget();
                changed
            })?;
        }
        let document = self.state.document(game.document)?;
        let mut document = lock(&document);
        self.state.keep_game(&mut document);
        document.playing = false;
        Ok(())
    }

    /// A player's move.
    pub(super) fn play_move(
        self: &Arc<Self>,
        id: u32,
        ply: u32,
        usi: &str,
    ) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let mut game = lock(&shared);
        self.check_turn(&game)?;
        if ply != game.ply() {
            let message = format!("{} moves were played, not {ply}", game.ply());
            return Err(error(ErrorCode::Stale, message));
        }
        let mv = game.position.read_usi(usi)?;
        self.play(&mut game, mv)?;
        Ok(self.go_on(&shared, &mut game))
    }

    /// May a person act for the side to move?
    fn check_turn(&self, game: &Game) -> AppResult<()> {
        if game.result.is_some() {
            return Err(error(ErrorCode::WrongState, "the game is over"));
        }
        if game.engine_to_move().is_some() {
            return Err(error(ErrorCode::WrongState, "it is the engine's turn"));
        }
        Ok(())
    }

    /// Takes moves back.
    pub(super) fn play_take_back(self: &Arc<Self>, id: u32) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let mut game = lock(&shared);
        let count = game.to_take_back();
        if count == 0 {
            return Err(error(ErrorCode::WrongState, "there is no move to take back"));
        }
        game.stop_thinking();
        if let Some(node) = game.take_back(count) {
            self.state.edit(game.document, |editor| {
                let changed = editor.delete(node);
                editor.forget();
                changed
            })?;
        }
        Ok(self.go_on(&shared, &mut game))
    }

    /// Makes the engine move immediately.
    pub(super) fn play_move_now(&self, id: u32) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let game = lock(&shared);
        let Some(order) = &game.thinking else {
            return Err(error(ErrorCode::WrongState, "the engine does not think"));
        };
        order.move_now.stop();
        Ok(game.state())
    }

    /// Resigns for `side`, or for the player who acts.
    pub(super) fn play_resign(
        self: &Arc<Self>,
        id: u32,
        side: Option<Side>,
    ) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let mut game = lock(&shared);
        if game.result.is_some() {
            return Err(error(ErrorCode::WrongState, "the game is over"));
        }
        let human = |side: &Color| matches!(game.seat(*side), Seat::Human { .. });
        let humans: Vec<Color> = [Color::Black, Color::White].into_iter().filter(human).collect();
        let loser = match (humans.as_slice(), side) {
            ([only], _) => *only,
            (_, Some(side)) => side.into(),
            _ => game.turn(),
        };
        self.finish(&mut game, Some(loser.flip()), EndReason::Resign)?;
        Ok(self.go_on(&shared, &mut game))
    }

    /// Declares a win, or plays the step of the king that wins by the try rule.
    pub(super) fn play_declare(self: &Arc<Self>, id: u32) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let mut game = lock(&shared);
        self.check_turn(&game)?;
        let declaration = game.position.declaration();
        if !declaration.possible {
            let message = format!("the conditions are not met: {:?}", declaration.conditions);
            return Err(error(ErrorCode::WrongState, message));
        }
        match game.position.declaration_move() {
            Some(step) if step.is_normal() => self.play(&mut game, step)?,
            _ => {
                let winner = game.turn();
                self.finish(&mut game, Some(winner), EndReason::Declaration)?;
            }
        }
        Ok(self.go_on(&shared, &mut game))
    }

    /// Breaks a game off.
    pub(super) fn play_abort(self: &Arc<Self>, id: u32) -> AppResult<PlayState> {
        let shared = self.game(id)?;
        let mut game = lock(&shared);
        if game.result.is_some() {
            return Err(error(ErrorCode::WrongState, "the game is over"));
        }
        self.finish(&mut game, None, EndReason::Aborted)?;
        Ok(self.go_on(&shared, &mut game))
    }
}

fn head(tree: &mut Tree, names: &[String; 2]) {
    let odds = Handicap::of(&tree.start).is_some_and(|handicap| handicap != Handicap::Even);
    let keys = if odds { ["下手", "上手"] } else { ["先手", "後手"] };
    tree.set_header("開始日時", &super::tick::today());
    for (key, name) in keys.iter().zip(names) {
        tree.set_header(key, name);
    }
}
