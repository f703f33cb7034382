//! Matches between engines: their state, and requests.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::Ending;
use zenpuku_arena::sprt::{Sprt, SprtState};

/// Requests about matches. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchesRequest {
    /// All matches, without their games (`matches`).
    #[serde(rename = "match_list")]
    List,
    /// Starts a match (`match`).
    #[serde(rename = "match_start")]
    Start {
        /// The participants and conditions.
        setup: MatchSetup,
        /// The start lines; those of the program when absent.
        #[serde(default)]
        openings: MatchOpenings,
    },
    /// Resumes a match that was stopped (`match`). `job_cancel` stops it.
    #[serde(rename = "match_resume")]
    Resume {
        /// The match.
        id: u32,
    },
    /// The games of a match (`match_games`).
    #[serde(rename = "match_games")]
    Games {
        /// The match.
        id: u32,
    },
    /// Watches the games of a match while they are played, by `match_live` events from now on; those of
    /// none when absent (`match_live_games`: the games under way).
    #[serde(rename = "match_watch")]
    Watch {
        /// The match.
        #[serde(default)]
        id: Option<u32>,
    },
    /// Opens a game of a match as a document (`document`).
    #[serde(rename = "match_open")]
    Open {
        /// The match.
        id: u32,
        /// The game's number.
        game: u32,
    },
    /// Deletes a match that is not being played; its games stay in the library (`ok`).
    #[serde(rename = "match_delete")]
    Delete {
        /// The match.
        id: u32,
    },
}

/// The start lines of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchOpenings {
    /// 800 even ones of 16 plies.
    #[default]
    BuiltIn,
    /// The user's: a position and moves in USI notation or SFEN a line.
    Lines {
        /// The lines.
        text: String,
    },
    /// Beginnings of games of the library. Games that are not longer are left out.
    Games {
        /// Numbers of the games.
        games: Vec<i64>,
        /// Moves of each, 1 to 100.
        plies: u32,
    },
}

/// The participants and conditions of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchSetup {
    /// Two to eight engines: registered ones by their ids, 0 for the built-in one.
    pub players: Vec<u32>,
    /// Games each time two of them meet, an even number: every opening is played with both colours.
    pub games: u32,
    /// The thinking budget of each side.
    pub time: TimeControl,
    /// Games at a time.
    pub concurrency: u32,
    /// Chooses the order of the openings.
    pub seed: u32,
    /// Of two players: the test that ends the match when it is decided; absent to play all games.
    #[serde(default)]
    pub sprt: Option<Sprt>,
}

/// The current state of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchState {
    /// Its number.
    pub id: u32,
    /// The participants and conditions.
    pub setup: MatchSetup,
    /// Names of the players, in the order of the set-up.
    pub names: Vec<String>,
    /// The day it was set up, `YYYY-MM-DD`.
    pub created: String,
    /// The job that plays it; absent after a restart when it was not being played.
    pub job: Option<u32>,
    /// Games played.
    pub played: u32,
    /// Games in all.
    pub total: u32,
    /// Are all games played, or is the test decided?
    pub finished: bool,
    /// Start lines that the user chose; absent for those of the program.
    pub openings: Option<u32>,
    /// Where the test stands; absent without one.
    pub sprt: Option<SprtState>,
    /// Games in no figure: a game of their pair repeats an earlier one move for move.
    pub repeated: u32,
    /// The best first.
    pub standings: Vec<MatchStanding>,
    /// Of two players: Elo of the first above the second.
    pub elo: Option<MatchElo>,
    /// Of two players: the probability that the first is the stronger one.
    pub superiority: Option<f64>,
}

/// An Elo figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchElo {
    /// The estimate.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The results of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchStanding {
    /// Its place in [`MatchState::names`].
    pub player: u32,
    /// Games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Elo above the mean of all, as soon as games link all players.
    pub elo: Option<MatchElo>,
    /// Games lost by time, an illegal move or a crash.
    pub faults: u32,
}

/// A game of a match that is being played, or has ended before its pair is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchLiveGame {
    /// The match.
    pub id: u32,
    /// Its number in the match.
    pub game: u32,
    /// Place of Black in [`MatchState::names`].
    pub black: u32,
    /// Of White.
    pub white: u32,
    /// Start position in SFEN.
    pub start: String,
    /// Moves in USI, the opening's included.
    pub moves: Vec<String>,
    /// Plies of the opening.
    pub opening_plies: u32,
    /// Evaluation of each move after the opening by the engine that played it, from Black's view in
    /// centipawns (mates as +-32,000), if it sent one.
    pub scores: Vec<Option<i32>>,
    /// Main time left of Black and White before the current move, in milliseconds; absent without
    /// clocks.
    pub clocks: Option<[u64; 2]>,
    /// Milliseconds since when the side to move thinks.
    pub thinking_ms: u64,
    /// How it ended; absent while it is played.
    pub result: Option<MatchGame>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchGame {
    /// Its number in the match.
    pub game: u32,
    /// Place of Black in [`MatchState::names`].
    pub black: u32,
    /// Of White.
    pub white: u32,
    /// Of the winner; absent after a draw.
    pub winner: Option<u32>,
    /// How it ended.
    pub ending: Ending,
    /// Moves, the opening's included.
    pub plies: u32,
    /// What exactly a fault was, in English.
    pub detail: Option<String>,
}
