//! Games of matches while they are played.

use super::game::match_game;
use crate::protocol::MatchLiveGame;
use crate::state::{AppState, LiveGame, lock};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{GameRecord, Moment};
use zenpuku_arena::spectator::{Fixture, Spectator};
use zenpuku_shogi::Color;

/// A game, with its record when it has ended and the other game of its pair has not.
struct Entry {
    game: LiveGame,
    record: Option<([usize; 2], GameRecord)>,
}

/// The games under way, by match and number.
pub(super) struct LiveGames {
    state: Arc<AppState>,
    all: Mutex<BTreeMap<(u32, u32), Entry>>,
}

impl LiveGames {
    pub(super) fn new(state: Arc<AppState>) -> Self {
        Self { state, all: Mutex::default() }
    }

    /// The games of a match.
    pub(super) fn of(&self, id: u32) -> Vec<MatchLiveGame> {
        let all = lock(&self.all);
        all.range((id, 0)..=(id, u32::MAX)).map(|(_, entry)| entry.game.now()).collect()
    }

    /// Players and record of a game that has ended, until its pair is stored.
    pub(super) fn record(&self, id: u32, game: u32) -> Option<([usize; 2], GameRecord)> {
        lock(&self.all).get(&(id, game))?.record.clone()
    }

    /// Forgets the games of a pair that is stored.
    pub(super) fn forget(&self, id: u32, fixtures: [Fixture; 2]) {
        let mut all = lock(&self.all);
        for fixture in fixtures {
            all.remove(&(id, fixture.number as u32));
        }
    }

    /// Forgets the games of a match that is no longer played.
    pub(super) fn forget_all(&self, id: u32) {
        lock(&self.all).retain(|&(of, _), _| of != id);
    }
}

/// Follows the games of one match.
pub(super) struct Follower<'a> {
    pub(super) games: &'a LiveGames,
    pub(super) id: u32,
}

impl Spectator for Follower<'_> {
    fn moment(&self, fixture: Fixture, now: &Moment<'_>) {
        let number = fixture.number as u32;
        let mut all = lock(&self.games.all);
        let entry = all.entry((self.id, number)).or_insert_with(|| Entry {
            game: LiveGame { shown: begun(self.id, fixture, now), since: Instant::now() },
            record: None,
        });
        let shown = &mut entry.game.shown;
        let played = shown.moves.len();
        shown.moves.extend(now.turn.moves.iter().skip(played).map(ToString::to_string));
        shown.scores.clear();
        shown.scores.extend_from_slice(now.scores);
        shown.clocks = clocks(now);
        entry.game.since = Instant::now();
        let game = entry.game.clone();
        drop(all);
        self.games.state.publish_game(&game);
    }

    fn ended(&self, fixture: Fixture, record: &GameRecord) {
        let number = fixture.number as u32;
        let mut all = lock(&self.games.all);
        // An engine that does not start ends a game that has not begun.
        let Some(entry) = all.get_mut(&(self.id, number)) else { return };
        let shown = &mut entry.game.shown;
        shown.moves.clone_from(&record.moves);
        shown.scores.clone_from(&record.scores);
        shown.result = Some(match_game(fixture, record));
        entry.record = Some((fixture.players, record.clone()));
        let game = entry.game.clone();
        drop(all);
        self.games.state.publish_game(&game);
    }
}

fn begun(id: u32, fixture: Fixture, now: &Moment<'_>) -> MatchLiveGame {
    let [black, white] = fixture.players.map(|player| player as u32);
    MatchLiveGame {
        id,
        game: fixture.number as u32,
        black,
        white,
        start: now.turn.start.to_sfen(),
        moves: Vec::new(),
        opening_plies: now.opening_plies as u32,
        scores: Vec::new(),
        clocks: None,
        thinking_ms: 0,
        result: None,
    }
}

/// Main time left of Black and White, in a game with clocks.
fn clocks(now: &Moment<'_>) -> Option<[u64; 2]> {
    let clock = now.turn.clock;
    let sides = [Color::BLACK, Color::WHITE];
    let timed = sides.map(|side| matches!(clock.control(side), TimeControl::Clock { .. }));
    timed.contains(&true).then(|| sides.map(|side| clock.left(side)))
}
