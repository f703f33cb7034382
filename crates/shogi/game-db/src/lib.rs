//! The result file of ShogiArena: the SQLite database `game.db` of a run, schema version 1, with players, games and moves.
//!
//! [`results`] reads how the games ended, [`games`] reads them whole, [`Writer`] adds games to a
//! new or an old database. Values are the mover's there and Black's in a record; mates are 32,000
//! less their plies.
#![forbid(unsafe_code)]

mod error;
mod read;
mod result;
mod schema;
mod value;
mod verdict;
mod write;

pub use error::GameDbError;
pub use read::{games, results};
pub use result::GameResult;
pub use schema::{FILE_NAME, is_database};
pub use verdict::{verdict, winner_of_verdict};
pub use write::Writer;

use zenpuku_shogi_record::Record;

/// How a game ended, and between whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// Row of the game.
    pub row: i64,
    /// Name of the game, `g0001-...`: its round from 1 on; two rounds make a pair.
    pub name: String,
    /// Names of Black's and of White's player.
    pub players: [String; 2],
    /// How it ended.
    pub result: GameResult,
    /// The position the game is stored from, in SFEN.
    pub start: String,
}

impl StoredResult {
    /// The common data of the two games of an opening, colours swapped: their
    /// start and the number of their pair. `None` if the name does not contain the round.
    #[must_use]
    pub fn pair(&self) -> Option<(u64, &str)> {
        let digits = self.name.strip_prefix('g')?.split('-').next()?;
        let round: u64 = digits.parse().ok()?;
        Some((round.checked_sub(1)? / 2, &self.start))
    }
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Name of the game, unique in its file, see [`StoredResult::name`].
    pub name: String,
    /// How it ended.
    pub result: GameResult,
    /// Players, moves with times, values, depths, nodes and comments, the ending.
    pub record: Record,
    /// Moves of the opening, before the players' own.
    pub opening_plies: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rounds_with_one_start_are_a_pair() {
        let named = |name: &str| StoredResult {
            row: 1,
            name: name.to_owned(),
            players: ["a".to_owned(), "b".to_owned()],
            result: GameResult::BlackWin,
            start: "x".to_owned(),
        };
        assert_eq!(named("g0003-k").pair(), Some((1, "x")));
        assert_eq!(named("g0004-k").pair(), Some((1, "x")));
        assert_eq!(named("g0005").pair(), Some((2, "x")));
        for name in ["g0000-k", "game", "", "g-1", "ｇ1"] {
            assert_eq!(named(name).pair(), None, "{name}");
        }
    }
}
