//! Games against the engine, or between people at one board.

use crate::protocol::{EngineLine, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about games. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PlayRequest {
    /// Starts a game (`play_started`).
    #[serde(rename = "play_new")]
    New {
        /// Black's player.
        black: Seat,
        /// White's player.
        white: Seat,
        /// Start position: SFEN, or absent for the even game.
        #[serde(default)]
        sfen: Option<String>,
        /// The clock of both sides, or of Black.
        clock: ClockSetting,
        /// The clock of White, if it differs.
        #[serde(default)]
        white_clock: Option<ClockSetting>,
        /// The rule for entering kings; 27 points when absent.
        #[serde(default)]
        entering_king: Option<EnteringKing>,
        /// Seed of the engine's choices; chosen when absent.
        #[serde(default)]
        seed: Option<u32>,
    },
    /// The current state of a game; later changes reach the client as `play` events.
    #[serde(rename = "play_get")]
    Get {
        /// The game.
        game: u32,
    },
    /// A player's move (`play`).
    #[serde(rename = "play_move")]
    Move {
        /// The game.
        game: u32,
        /// Moves played before, so that a late message is not a move of another position.
        ply: u32,
        /// The move in USI.
        usi: String,
    },
    /// Takes back the last move, against the engine the last two (`play`).
    #[serde(rename = "play_take_back")]
    TakeBack {
        /// The game.
        game: u32,
    },
    /// The engine's candidate moves (`hint`).
    #[serde(rename = "play_hint")]
    Hint {
        /// The game.
        game: u32,
    },
    /// The engine plays its best move so far (`play`; an error if it is not thinking).
    #[serde(rename = "play_move_now")]
    MoveNow {
        /// The game.
        game: u32,
    },
    /// A player resigns (`play`).
    #[serde(rename = "play_resign")]
    Resign {
        /// The game.
        game: u32,
        /// Who; the side to move when absent, against the engine always the player.
        #[serde(default)]
        side: Option<Side>,
    },
    /// The player to move declares a win by the rule of the game, or enters by the try rule (`play`;
    /// an error if the conditions are not met; the game continues).
    #[serde(rename = "play_declare")]
    Declare {
        /// The game.
        game: u32,
    },
    /// Breaks the game off (`play`).
    #[serde(rename = "play_abort")]
    Abort {
        /// The game.
        game: u32,
    },
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seat {
    /// A person.
    Human {
        /// Name, may be empty.
        name: String,
    },
    /// The engine.
    Engine {
        /// Strength, one of [`LevelInfo::level`].
        level: u32,
        /// The opening it likes, one of [`Styles::openings`]; absent: any.
        #[serde(default)]
        opening: Option<String>,
        /// The castle it likes, one of [`Styles::castles`]; absent: any.
        #[serde(default)]
        castle: Option<String>,
    },
    /// A registered engine.
    Usi {
        /// Its id.
        engine: u32,
        /// Its name; the server fills it in.
        #[serde(default)]
        name: String,
    },
}

/// The clock of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClockSetting {
    /// No clock.
    None,
    /// Main time, then so much for every move.
    Byoyomi {
        /// Main time, at most a day.
        main_ms: u32,
        /// Time for each move after it, at most an hour.
        byoyomi_ms: u32,
    },
    /// Main time, and so much more after every move.
    Fischer {
        /// Main time, at most a day.
        main_ms: u32,
        /// Added after each move, at most an hour.
        increment_ms: u32,
    },
    /// Main time, then periods for several moves each (Canadian byoyomi). The move that uses the
    /// main time up is the first of a period.
    Canadian {
        /// Main time, at most a day.
        main_ms: u32,
        /// Time for each period, at most an hour.
        period_ms: u32,
        /// Moves of a period, 1 to 100.
        moves: u32,
    },
}

/// By which rule a king in the enemy camp wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum EnteringKing {
    /// Declaration with 28 points for Black, 27 for White.
    #[default]
    Points27,
    /// Declaration with 31 points.
    Points24,
    /// The king reaches the home square of the other king.
    Try,
    /// Nobody wins so.
    None,
}

/// One side's clock, at the time the message was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClockState {
    /// Main time left.
    pub main_ms: u64,
    /// Of the byoyomi of this move or of the Canadian period, left; 0 without them.
    pub byoyomi_ms: u64,
    /// Moves left to make in the Canadian period; 0 without one.
    pub moves: u32,
    /// Does it run now?
    pub running: bool,
}

/// A strength level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LevelInfo {
    /// Its number, from 1 (weakest).
    pub level: u32,
    /// Name in Japanese.
    pub name_ja: String,
    /// Name in English.
    pub name_en: String,
    /// Nodes it may search for a move; 0: as many as the clock allows.
    pub nodes: u32,
}

/// What a level below full strength can like to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Styles {
    /// Openings, by the file of the rook.
    pub openings: Vec<StyleInfo>,
    /// Castles.
    pub castles: Vec<StyleInfo>,
}

/// An opening or a castle to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct StyleInfo {
    /// Its name without blanks.
    pub id: String,
    /// Name in Japanese.
    pub name_ja: String,
    /// Name in English.
    pub name_en: String,
    /// Is it played with a ranging rook?
    pub ranging: bool,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Mate, or no legal move.
    Mate,
    /// A side resigned.
    Resign,
    /// A side ran out of time.
    TimeUp,
    /// Fourth repetition: a draw.
    Repetition,
    /// Perpetual check: the checking side loses.
    PerpetualCheck,
    /// A side declared, or entered by the try rule.
    Declaration,
    /// A registered engine declared without meeting the conditions: it loses.
    FalseDeclaration,
    /// A registered engine played an illegal move: it loses.
    IllegalMove,
    /// A registered engine ended, hung or broke the protocol: it loses.
    EngineFault,
    /// The limit of moves: a draw.
    MaxMoves,
    /// Broken off.
    Aborted,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameResult {
    /// Who won; absent for draws and games broken off.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
}

/// The current state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayState {
    /// Its id.
    pub game: u32,
    /// Grows with every change: of two states the one with the lower number is outdated.
    pub revision: u32,
    /// The document that records it.
    pub document: u32,
    /// The last node of the game in that document.
    pub node: u32,
    /// Number of moves played.
    pub ply: u32,
    /// The position.
    pub sfen: String,
    /// Side to move.
    pub turn: Side,
    /// Black's player.
    pub black: Seat,
    /// White's player.
    pub white: Seat,
    /// The clock of Black as agreed.
    pub clock: ClockSetting,
    /// The clock of White.
    pub white_clock: ClockSetting,
    /// The rule for entering kings.
    pub entering_king: EnteringKing,
    /// Both clocks, Black first.
    pub clocks: [ClockState; 2],
    /// Is the engine thinking about its move?
    pub thinking: bool,
    /// No client has the game open: clocks are stopped until one does.
    pub paused: bool,
    /// May a move be taken back?
    pub can_take_back: bool,
    /// May the side to move declare a win now?
    pub can_declare: bool,
    /// How it ended.
    pub result: Option<GameResult>,
    /// Seed of the engine's choices: makes the game reproducible.
    pub seed: u32,
}

/// The engine's candidate moves for the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Hint {
    /// The position.
    pub sfen: String,
    /// Up to three lines, best first.
    pub lines: Vec<EngineLine>,
}
