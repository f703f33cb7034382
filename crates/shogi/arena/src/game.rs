//! One game under a referee: every move is checked and timed.

use crate::adjudication::{Adjudication, Adjudicator};
use crate::clock::{Clock, TimeControl};
use crate::player::{Action, GameResult, MATE_CP, Player, PlayerError, Turn};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::{Color, Move, Position, RepetitionState};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The loser has no legal move.
    Mate,
    /// The loser resigned.
    Resignation,
    /// The winner declared with entering king.
    Declaration,
    /// Fourth occurrence without continuous check: a draw.
    Repetition,
    /// Fourth occurrence; the loser gave check all the time.
    PerpetualCheck,
    /// The number of moves allowed is reached: a draw.
    MaxPlies,
    /// Both engines agreed on the score long enough.
    Adjudication,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser declared without right.
    FalseDeclaration,
    /// The loser exceeded its time.
    TimeLoss,
    /// The loser's process died, hung or broke the protocol.
    Crash,
}

impl Ending {
    /// Is it the engine's fault rather than the game's result?
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::IllegalMove | Self::FalseDeclaration | Self::TimeLoss | Self::Crash)
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Start position in SFEN.
    pub start: String,
    /// Moves in USI, the opening's included.
    pub moves: Vec<String>,
    /// Evaluations from Black's view in centipawns, in the scale of the adjudication, one for each
    /// move played by an engine.
    pub scores: Vec<Option<i32>>,
    /// The engines' data of their searches, one for each score; none in older files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<Searched>,
    /// Plies of the opening.
    pub opening_plies: usize,
    /// `b`, `w`, or none for a draw.
    pub winner: Option<Winner>,
    /// Why it ended.
    pub ending: Ending,
    /// What exactly a fault was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl GameRecord {
    /// The result for `side`.
    #[must_use]
    pub fn result(&self, side: Color) -> GameResult {
        match self.winner {
            None => GameResult::Draw,
            Some(winner) if winner == Winner::from(side) => GameResult::Win,
            Some(_) => GameResult::Lose,
        }
    }
}

/// An engine's data of the search for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds that the clock counted; none where nodes or depth limit the search, so that
    /// such a game is the same whenever it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// The winning colour, as one letter in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// Black won.
    #[serde(rename = "b")]
    Black,
    /// White won.
    #[serde(rename = "w")]
    White,
}

impl Winner {
    /// Half points (0..=2) of the player who had `side` in a game that `winner` won, `None` in a draw.
    #[must_use]
    pub fn half_points(winner: Option<Self>, side: Self) -> usize {
        match winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Self {
        if color == Color::BLACK { Self::Black } else { Self::White }
    }
}

impl From<Winner> for Color {
    fn from(winner: Winner) -> Self {
        if winner == Winner::Black { Self::BLACK } else { Self::WHITE }
    }
}

/// The budget of one player, and the scale of its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The budget of each move.
    pub time: TimeControl,
    /// Its scores count this many hundredths; engines differ in their scales.
    pub score_percent: u32,
}

impl Terms {
    /// This budget, and unscaled scores.
    #[must_use]
    pub const fn new(time: TimeControl) -> Self {
        Self { time, score_percent: 100 }
    }

    /// A score of the player in the scale of the adjudication; mates stay
    /// mates, and other values never become mates.
    fn scaled(&self, score: i32) -> i32 {
        if score.abs() >= MATE_CP {
            return score;
        }
        let scaled = i64::from(score) * i64::from(self.score_percent) / 100;
        let limit = i64::from(MATE_CP - 1);
        i32::try_from(scaled.clamp(-limit, limit)).unwrap_or(0)
    }
}

/// Settings shared by all games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRules {
    /// The terms of Black and of White; in a match, of the first and of the second engine.
    pub terms: [Terms; 2],
    /// Milliseconds by which a clock may be overstepped: pipes and scheduling.
    pub margin_ms: u64,
    /// A game of this many plies is a draw (opening included).
    pub max_plies: usize,
    /// When both engines' scores end a game.
    pub adjudication: Adjudication,
}

impl GameRules {
    /// Both sides have the same terms, and clocks are exact.
    #[must_use]
    pub const fn even(time: TimeControl, max_plies: usize, adjudication: Adjudication) -> Self {
        Self { terms: [Terms::new(time); 2], margin_ms: 0, max_plies, adjudication }
    }

    /// The same with Black's and White's terms exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { terms: [self.terms[1], self.terms[0]], ..self }
    }
}

fn saturating_ms(time: core::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A game in which a side is to move.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The game so far.
    pub turn: Turn<'a>,
    /// Plies of the opening.
    pub opening_plies: usize,
    /// Evaluations as in [`GameRecord::scores`].
    pub scores: &'a [Option<i32>],
}

/// Plays one game from `start` after the legal `opening`. `players[0]` has Black.
///
/// # Errors
/// [`PlayerError::Stopped`] if the match was stopped; every other
/// failure of a player is the result of the game.
pub fn play(
    start: &Position,
    opening: &[Move],
    players: &mut [&mut dyn Player; 2],
    rules: &GameRules,
) -> Result<GameRecord, PlayerError> {
    play_watched(start, opening, players, rules, &mut |_| ())
}

/// Plays one game like [`play`]. `watch` is called before every turn.
///
/// # Errors
/// As [`play`].
pub fn play_watched(
    start: &Position,
    opening: &[Move],
    players: &mut [&mut dyn Player; 2],
    rules: &GameRules,
    watch: &mut dyn FnMut(&Moment<'_>),
) -> Result<GameRecord, PlayerError> {
    let record = play_on(Game::new(start, opening, rules), players, watch)?;
    for side in Color::iter() {
        players[side.to_index()].game_over(record.result(side));
    }
    Ok(record)
}

fn play_on(
    mut game: Game<'_>,
    players: &mut [&mut dyn Player; 2],
    watch: &mut dyn FnMut(&Moment<'_>),
) -> Result<GameRecord, PlayerError> {
    for side in Color::iter() {
        match players[side.to_index()].new_game() {
            Ok(()) => {}
            Err(PlayerError::Stopped) => return Err(PlayerError::Stopped),
            Err(error) => return Ok(game.fault(side, Ending::Crash, error.to_string())),
        }
    }
    loop {
        if let Some(record) = game.over() {
            return Ok(record);
        }
        watch(&game.moment());
        let side = game.position.side_to_move();
        if let Some(record) = game.turn(side, players[side.to_index()])? {
            return Ok(record);
        }
    }
}

struct Game<'a> {
    rules: &'a GameRules,
    start: &'a Position,
    position: Position,
    moves: Vec<Move>,
    scores: Vec<Option<i32>>,
    searches: Vec<Searched>,
    opening_plies: usize,
    clock: Clock,
    adjudicator: Adjudicator,
}

impl<'a> Game<'a> {
    fn new(start: &'a Position, opening: &[Move], rules: &'a GameRules) -> Self {
        let mut position = start.clone();
        opening.iter().for_each(|&mv| position.do_move(mv));
        Self {
            rules,
            start,
            position,
            moves: opening.to_vec(),
            scores: Vec::new(),
            searches: Vec::new(),
            opening_plies: opening.len(),
            clock: Clock::uneven(rules.terms.map(|terms| terms.time), rules.margin_ms),
            adjudicator: Adjudicator::new(rules.adjudication),
        }
    }

    fn now(&self) -> Turn<'_> {
        Turn { start: self.start, moves: &self.moves, position: &self.position, clock: &self.clock }
    }

    fn moment(&self) -> Moment<'_> {
        Moment { turn: self.now(), opening_plies: self.opening_plies, scores: &self.scores }
    }

    /// The end by the rules, before anybody thinks.
    fn over(&self) -> Option<GameRecord> {
        let side = self.position.side_to_move();
        // Mate on the last allowed move wins, so it is checked first.
        if !self.position.has_legal_move() {
            return Some(self.end(Some(side.flip()), Ending::Mate, None));
        }
        match self.position.game_repetition() {
            RepetitionState::Draw => return Some(self.end(None, Ending::Repetition, None)),
            RepetitionState::Win => {
                return Some(self.end(Some(side), Ending::PerpetualCheck, None));
            }
            RepetitionState::Lose => {
                return Some(self.end(Some(side.flip()), Ending::PerpetualCheck, None));
            }
            _ => {}
        }
        (self.moves.len() >= self.rules.max_plies).then(|| self.end(None, Ending::MaxPlies, None))
    }

    /// One engine's turn; the record when it ended the game.
    fn turn(
        &mut self,
        side: Color,
        player: &mut dyn Player,
    ) -> Result<Option<GameRecord>, PlayerError> {
        let answer = match player.think(self.now()) {
            Ok(answer) => answer,
            Err(PlayerError::Stopped) => return Err(PlayerError::Stopped),
            Err(error @ PlayerError::Hang(_)) => {
                return Ok(Some(self.fault(side, Ending::TimeLoss, error.to_string())));
            }
            Err(error) => return Ok(Some(self.fault(side, Ending::Crash, error.to_string()))),
        };
        let limit = self.clock.limit(side);
        if !self.clock.spend(side, answer.spent) {
            let detail = format!("{} ms of {} ms", answer.spent.as_millis(), limit.as_millis());
            return Ok(Some(self.fault(side, Ending::TimeLoss, detail)));
        }
        let usi = match answer.action {
            Action::Play(usi) => usi,
            Action::Resign => {
                return Ok(Some(self.end(Some(side.flip()), Ending::Resignation, None)));
            }
            Action::Declare => return Ok(Some(self.declaration(side))),
        };
        let Some(mv) = self.position.parse_usi(&usi) else {
            let detail = format!("{usi} in {}", self.position.to_sfen());
            return Ok(Some(self.fault(side, Ending::IllegalMove, detail)));
        };
        self.position.do_move(mv);
        self.moves.push(mv);
        let sign = if side == Color::BLACK { 1 } else { -1 };
        let terms = self.rules.terms[side.to_index()];
        let score = answer.score.map(|score| sign * terms.scaled(score));
        self.scores.push(score);
        self.searches.push(Searched {
            depth: answer.depth,
            nodes: answer.nodes,
            ms: terms.time.is_timed().then(|| saturating_ms(answer.spent)),
        });
        Ok(self.adjudicator.note(score).map(|winner| self.end(winner, Ending::Adjudication, None)))
    }

    fn declaration(&self, side: Color) -> GameRecord {
        if self.position.declaration_move().is_some() {
            self.end(Some(side), Ending::Declaration, None)
        } else {
            self.fault(side, Ending::FalseDeclaration, self.position.to_sfen())
        }
    }

    fn fault(&self, loser: Color, ending: Ending, detail: String) -> GameRecord {
        self.end(Some(loser.flip()), ending, Some(detail))
    }

    fn end(&self, winner: Option<Color>, ending: Ending, detail: Option<String>) -> GameRecord {
        GameRecord {
            start: self.start.to_sfen(),
            moves: self.moves.iter().map(ToString::to_string).collect(),
            scores: self.scores.clone(),
            searches: self.searches.clone(),
            opening_plies: self.opening_plies,
            winner: winner.map(Winner::from),
            ending,
            detail,
        }
    }
}
