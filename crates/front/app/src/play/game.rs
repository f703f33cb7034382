//! A game: position with history, seats, clock, result.

use super::clock::{Clock, Period};
use super::outside_seat::{self, OutsideSeat};
use crate::protocol::{
    ClockSetting, ClockState, EndReason, EnteringKing, GameResult, PlayState, Seat, Side,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;
use zenpuku_core::StopToken;
use zenpuku_protocol::usi;
use zenpuku_shogi::{Color, EnteringKingRule, Move, Position, RepetitionState, Setup, SetupRules};
use zenpuku_shogi_engine::Level;
use zenpuku_shogi_record::Ending;

/// Moves after which a game is a draw.
pub(crate) const MAX_MOVES: usize = 512;

/// Orders to the engine while it thinks.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// End without a move.
    pub(super) stop: StopToken,
    /// End with the best move so far.
    pub(super) move_now: StopToken,
}

/// A game.
pub(crate) struct Game {
    pub(crate) id: u32,
    /// Number of notifications of the game.
    pub(super) revision: u32,
    pub(crate) document: u32,
    pub(crate) seats: [Seat; 2],
    pub(crate) seed: u32,
    pub(super) clock: Clock,
    pub(super) entering_king: EnteringKing,
    pub(super) position: Position,
    /// The moves with their nodes.
    pub(super) played: Vec<(u32, Move)>,
    pub(super) result: Option<GameResult>,
    /// Orders to the engine's search of this game, while there is one.
    pub(super) thinking: Option<Arc<Order>>,
    /// The registered engines of both seats.
    pub(super) outside: [OutsideSeat; 2],
    pub(super) paused: bool,
}

/// The stored data of a game in addition to its document.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredGame {
    /// Games that older versions stored have none.
    #[serde(default)]
    pub(super) revision: u32,
    /// How many levels there were; older versions had ten and did not say so.
    #[serde(default = "ten")]
    pub(super) levels: u32,
    pub(super) black: Seat,
    pub(super) white: Seat,
    pub(super) clock: ClockSetting,
    /// The clock of White, if it differs.
    #[serde(default)]
    pub(super) white_clock: Option<ClockSetting>,
    #[serde(default)]
    pub(super) entering_king: EnteringKing,
    pub(super) main_ms: [u64; 2],
    /// Canadian periods.
    #[serde(default)]
    pub(super) periods: Option<[Period; 2]>,
    pub(super) used_ms: u64,
    pub(super) seed: u32,
    /// The moves in USI with their nodes.
    pub(super) moves: Vec<(u32, String)>,
    pub(super) result: Option<GameResult>,
}

const LEVELS: u32 = Level::COUNT as u32;

const fn ten() -> u32 {
    10
}

/// A seat with its level out of the levels of today.
fn with_todays_level(seat: Seat, levels: u32) -> Seat {
    match seat {
        Seat::Engine { level, opening, castle } => {
            Seat::Engine { level: level * LEVELS / levels.max(1), opening, castle }
        }
        seat => seat,
    }
}

/// What was agreed for a game.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// Black's and White's clock.
    pub(super) clocks: [ClockSetting; 2],
    pub(super) entering_king: EnteringKing,
}

const fn rule(entering_king: EnteringKing) -> EnteringKingRule {
    match entering_king {
        EnteringKing::Points27 => EnteringKingRule::Point27,
        EnteringKing::Points24 => EnteringKingRule::Point24,
        EnteringKing::Try => EnteringKingRule::TryRule,
        EnteringKing::None => EnteringKingRule::None,
    }
}

impl Game {
    pub(super) fn new(
        id: u32,
        document: u32,
        seats: [Seat; 2],
        terms: Terms,
        mut position: Position,
        seed: u32,
    ) -> Self {
        position.set_entering_king_rule(rule(terms.entering_king));
        Self {
            id,
            revision: 0,
            document,
            seats,
            seed,
            clock: Clock::new(terms.clocks),
            entering_king: terms.entering_king,
            position,
            played: Vec::new(),
            result: None,
            thinking: None,
            outside: Default::default(),
            paused: false,
        }
    }

    pub(super) fn stored(&self) -> StoredGame {
        let (main_ms, used_ms) = self.clock.parts(Instant::now());
        let [black, white] = self.clock.settings();
        StoredGame {
            revision: self.revision,
            levels: LEVELS,
            black: self.seats[0].clone(),
            white: self.seats[1].clone(),
            clock: black,
            white_clock: Some(white),
            entering_king: self.entering_king,
            main_ms,
            periods: Some(self.clock.periods()),
            used_ms,
            seed: self.seed,
            moves: self.played.iter().map(|(node, mv)| (*node, mv.to_string())).collect(),
            result: self.result,
        }
    }

    /// A game from disk; `None` when it does not fit its start position.
    pub(super) fn restore(
        id: u32,
        document: u32,
        start: &Setup,
        stored: StoredGame,
    ) -> Option<Self> {
        let position = start.position(SetupRules::Play).ok()?;
        let seats = [stored.black, stored.white].map(|seat| with_todays_level(seat, stored.levels));
        let clocks = [stored.clock, stored.white_clock.unwrap_or(stored.clock)];
        let terms = Terms { clocks, entering_king: stored.entering_king };
        let mut game = Self::new(id, document, seats, terms, position, stored.seed);
        for (node, usi) in stored.moves {
            let mv = game.position.parse_usi(&usi)?;
            game.position.try_do_move(mv).ok()?;
            game.played.push((node, mv));
        }
        game.revision = stored.revision;
        game.clock = Clock::restore(clocks, stored.main_ms, stored.periods, stored.used_ms);
        game.result = stored.result;
        Some(game)
    }

    pub(super) fn turn(&self) -> Color {
        self.position.side_to_move()
    }

    pub(super) fn seat(&self, side: Color) -> &Seat {
        &self.seats[side.to_index()]
    }

    /// The seat of the engine that is to move.
    pub(super) fn engine_to_move(&self) -> Option<&Seat> {
        let seat = self.seat(self.turn());
        (self.result.is_none() && !matches!(seat, Seat::Human { .. })).then_some(seat)
    }

    /// Sends the result of the game to the registered engines, and ends them.
    pub(super) fn dismiss_engines(&self) {
        let winner = self.result.as_ref().and_then(|result| result.winner);
        for (side, seat) in [Color::Black, Color::White].into_iter().zip(&self.outside) {
            if !matches!(self.seat(side), Seat::Usi { .. }) {
                continue;
            }
            let result = match winner {
                Some(winner) if winner == side.into() => usi::GameResult::Win,
                Some(_) => usi::GameResult::Lose,
                None => usi::GameResult::Draw,
            };
            outside_seat::dismiss(seat, result);
        }
    }

    pub(super) fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human { .. }))
    }

    /// The last node of the game.
    pub(super) fn node(&self) -> u32 {
        self.played.last().map_or(0, |(node, _)| *node)
    }

    pub(super) fn ply(&self) -> u32 {
        u32::try_from(self.played.len()).unwrap_or(u32::MAX)
    }

    /// Makes the engine's search end without a move.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(order) = self.thinking.take() {
            order.stop.stop();
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, winner: Option<Color>, reason: EndReason) {
        self.stop_thinking();
        self.clock.halt(Instant::now());
        self.result = Some(GameResult { winner: winner.map(Into::into), reason });
    }

    /// How the rules end the game after the last move, if they do.
    pub(super) fn verdict(&self) -> Option<(Option<Color>, EndReason)> {
        let turn = self.turn();
        if !self.position.has_legal_move() {
            return Some((Some(turn.flip()), EndReason::Mate));
        }
        match self.position.game_repetition() {
            RepetitionState::Draw => return Some((None, EndReason::Repetition)),
            RepetitionState::Win => return Some((Some(turn), EndReason::PerpetualCheck)),
            RepetitionState::Lose => return Some((Some(turn.flip()), EndReason::PerpetualCheck)),
            _ => {}
        }
        (self.played.len() >= MAX_MOVES).then_some((None, EndReason::MaxMoves))
    }

    /// The moves that a take-back removes; 0 when it is not possible.
    pub(super) fn to_take_back(&self) -> usize {
        if self.result.is_some() || !self.has_human() {
            return 0;
        }
        let human_to_move = self.engine_to_move().is_none();
        let against_engine = self.seats.iter().any(|seat| !matches!(seat, Seat::Human { .. }));
        let wanted = if against_engine && human_to_move { 2 } else { 1 };
        if self.played.len() >= wanted { wanted } else { 0 }
    }

    /// The position `count` moves ago.
    pub(super) fn take_back(&mut self, count: usize) -> Option<u32> {
        let first = self.played.len().checked_sub(count)?;
        let removed = self.played.get(first)?.0;
        while self.played.len() > first {
            let (_, mv) = self.played.pop()?;
            self.position.undo_move(mv);
        }
        self.clock.reset_turn();
        Some(removed)
    }

    fn clock_state(&self, side: Color, now: Instant) -> ClockState {
        self.clock.state(side, side == self.turn(), now)
    }

    pub(crate) fn state(&self) -> PlayState {
        let now = Instant::now();
        let human = self.result.is_none() && self.engine_to_move().is_none();
        let [clock, white_clock] = self.clock.settings();
        PlayState {
            game: self.id,
            revision: self.revision,
            document: self.document,
            node: self.node(),
            ply: self.ply(),
            sfen: self.position.to_sfen(),
            turn: self.turn().into(),
            black: self.seats[0].clone(),
            white: self.seats[1].clone(),
            clock,
            white_clock,
            entering_king: self.entering_king,
            clocks: [Color::Black, Color::White].map(|side| self.clock_state(side, now)),
            thinking: self.thinking.is_some(),
            paused: self.paused,
            can_take_back: self.to_take_back() > 0,
            can_declare: human && self.position.declaration().possible,
            result: self.result,
            seed: self.seed,
        }
    }
}

/// The word of a result in the record, for the side to move there.
pub(super) fn ending(result: &GameResult, turn: Color) -> Ending {
    match result.reason {
        EndReason::Mate => Ending::Mate,
        EndReason::Resign => Ending::Resign,
        EndReason::TimeUp => Ending::TimeUp,
        EndReason::Repetition => Ending::Repetition,
        EndReason::PerpetualCheck if result.winner == Some(Side::from(turn)) => Ending::FoulWin,
        EndReason::PerpetualCheck | EndReason::FalseDeclaration | EndReason::IllegalMove => {
            Ending::FoulLoss
        }
        EndReason::EngineFault => Ending::Other("エンジンの異常終了".to_owned()),
        EndReason::Declaration => Ending::Declaration,
        EndReason::MaxMoves => Ending::MaxMoves,
        EndReason::Aborted => Ending::Interrupted,
    }
}
