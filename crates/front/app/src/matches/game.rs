//! Games in the list of a match.

use crate::protocol::MatchGame;
use zenpuku_arena::game::{GameRecord, Winner};
use zenpuku_arena::spectator::Fixture;

/// A game in the list of games.
pub(super) fn match_game(fixture: Fixture, game: &GameRecord) -> MatchGame {
    let [black, white] = fixture.players.map(|player| player as u32);
    MatchGame {
        game: fixture.number as u32,
        black,
        white,
        winner: game.winner.map(|winner| match winner {
            Winner::Black => black,
            Winner::White => white,
        }),
        ending: game.ending,
        plies: game.moves.len() as u32,
        detail: game.detail.clone(),
    }
}
