//! A player's games in numbers.

use crate::protocol::Side;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// How a game ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum PlayerResult {
    /// The player won.
    Won,
    /// The opponent won.
    Lost,
    /// A draw.
    Drawn,
    /// Unknown or broken off.
    Open,
}

/// Results of games from the player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerScore {
    /// Games, those with an unknown result too.
    pub games: u32,
    /// Won.
    pub wins: u32,
    /// Lost.
    pub losses: u32,
    /// Drawn.
    pub draws: u32,
}

/// Results of the games that have something in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerGroup {
    /// Its name as in the library; empty for even games among handicaps.
    pub name: String,
    /// The results.
    pub score: PlayerScore,
}

/// The player's moves in a phase of the analysed games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PhaseFigures {
    /// Moves that were judged.
    pub moves: u32,
    /// Mean win rate lost a move, 0..=1; 0 without moves.
    pub mean_loss: f64,
    /// Inaccuracies, dubious moves, mistakes, blunders.
    pub classes: [u32; 4],
}

/// An analysed game of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerGame {
    /// Its number in the library.
    pub game: i64,
    /// Day, `YYYY-MM-DD` or shorter, empty when unknown.
    pub date: String,
    /// Name of the opponent, empty when unknown.
    pub opponent: String,
    /// The player's side.
    pub side: Side,
    /// How it ended.
    pub result: PlayerResult,
    /// The player's moves in all phases.
    pub whole: PhaseFigures,
    /// The same in the opening, the middle game and the endgame.
    pub phases: [PhaseFigures; 3],
}

/// A player's games in numbers. Groups are in the order of their games, most first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerPage {
    /// The spellings of the name that the library has.
    pub names: Vec<String>,
    /// All games.
    pub score: PlayerScore,
    /// Games as Black, then as White.
    pub sides: [PlayerScore; 2],
    /// By the player's opening; games without one are left out.
    pub openings: Vec<PlayerGroup>,
    /// Openings of at least five games with a result in which the player scores more than in all
    /// games together, best first, at most three.
    pub strongest: Vec<PlayerGroup>,
    /// The same for openings in which the player scores less, worst first.
    pub weakest: Vec<PlayerGroup>,
    /// By castles that the player built; one game may be in several.
    pub castles: Vec<PlayerGroup>,
    /// By handicap.
    pub handicaps: Vec<PlayerGroup>,
    /// By time control in the words of the record; games without one are left out.
    pub time_controls: Vec<PlayerGroup>,
    /// By opponent, at most 20.
    pub opponents: Vec<PlayerGroup>,
    /// The player's moves in the opening (moves 1 to 40 of the game), the middle game (to 80) and
    /// the endgame of all analysed games.
    pub phases: [PhaseFigures; 3],
    /// Number of analysed games.
    pub analysed: u32,
    /// Analysed games in the order of their dates, the latest 500.
    pub course: Vec<PlayerGame>,
}
