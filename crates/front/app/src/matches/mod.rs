//! Matches between engines: set up, played in the background, kept with all games.
//!
//! Games, clocks and ratings are those of `zenpuku match` ([`zenpuku_arena`]).

mod game;
mod handler;
mod live;
pub(crate) mod messages;
mod openings;
mod players;
mod run;
mod store;
#[cfg(test)]
mod tests;

pub(crate) use handler::carry_out;

use crate::errors::{AppResult, not_found};
use crate::protocol::{Event, MatchElo, MatchGame, MatchSetup, MatchStanding, MatchState};
use crate::state::{AppState, lock};
use game::match_game;
use live::LiveGames;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use store::{Plan, Store};
use zenpuku_arena::matches::StopRule;
use zenpuku_arena::tournament::{Played, Table};

/// Matches that are kept.
const MAX_MATCHES: usize = 200;

/// A match in memory.
struct Match {
    plan: Plan,
    table: Table,
    games: Vec<MatchGame>,
    /// The job that plays it, once it has one.
    job: Option<u32>,
}

/// All matches.
pub(crate) struct Matches {
    state: Arc<AppState>,
    store: Store,
    live: LiveGames,
    /// Read from disk when first asked for: the app must not wait for them when it starts.
    known: OnceLock<Mutex<BTreeMap<u32, Match>>>,
}

impl Matches {
    /// The matches of the data folder.
    pub(crate) fn new(state: Arc<AppState>) -> Self {
        let store = Store::new(state.folder.path());
        let live = LiveGames::new(Arc::clone(&state));
        Self { state, store, live, known: OnceLock::new() }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u32, Match>> {
        lock(self.known.get_or_init(|| {
            let stored = self.store.read_all().into_iter();
            Mutex::new(stored.map(|(id, plan, played)| (id, Match::of(plan, &played))).collect())
        }))
    }

    /// Stores a new match and returns its number.
    fn add(&self, plan: Plan) -> AppResult<u32> {
        let mut all = self.all();
        let id = all.last_key_value().map_or(1, |(id, _)| id + 1);
        self.store.begin(id, &plan)?;
        all.insert(id, Match::of(plan, &[]));
        Ok(id)
    }

    /// Reads a match.
    fn read<T>(&self, id: u32, read: impl FnOnce(&Match) -> T) -> AppResult<T> {
        self.all().get(&id).map(read).ok_or_else(|| not_found("match", id))
    }

    fn state_of(&self, id: u32) -> AppResult<MatchState> {
        self.read(id, |one| one.state(id))
    }

    fn count(&self) -> usize {
        self.all().len()
    }

    fn states(&self) -> Vec<MatchState> {
        self.all().iter().map(|(&id, one)| one.state(id)).collect()
    }

    /// Notes the job that plays a match, and publishes the change.
    fn set_job(&self, id: u32, job: u32) -> AppResult<MatchState> {
        if let Some(one) = self.all().get_mut(&id) {
            one.job = Some(job);
        }
        let state = self.state_of(id)?;
        self.publish(&state);
        Ok(state)
    }

    fn publish(&self, state: &MatchState) {
        self.state.publish(Event::Match { state: Box::new(state.clone()) }, |_| true);
    }

    fn remove(&self, id: u32) -> AppResult<()> {
        let mut all = self.all();
        all.get(&id).ok_or_else(|| not_found("match", id))?;
        self.store.delete(id)?;
        all.remove(&id);
        Ok(())
    }
}

impl Match {
    fn of(plan: Plan, played: &[Played]) -> Self {
        let table = Table::new(plan.players.len());
        let mut one = Self { plan, table, games: Vec::new(), job: None };
        played.iter().for_each(|played| one.count(played));
        one
    }

    /// Counts a pair of games.
    fn count(&mut self, played: &Played) {
        self.table.add(played);
        let fixtures = played.meeting.fixtures().into_iter();
        let games = fixtures.zip(&played.games.games);
        self.games.extend(games.map(|(fixture, game)| match_game(fixture, game)));
    }

    fn names(&self) -> Vec<String> {
        self.plan.players.iter().map(|player| player.name.clone()).collect()
    }

    fn state(&self, id: u32) -> MatchState {
        let ratings = self.table.ratings();
        let standing = |player: usize| {
            let score = &self.table.scores[player];
            let [wins, draws, losses] = score.results().map(|count| count as u32);
            let rating = ratings.as_ref().map(|ratings| ratings.players[player]);
            let elo = rating.map(|rating| MatchElo {
                elo: rating.elo,
                low: rating.elo - rating.error,
                high: rating.elo + rating.error,
            });
            let faults = score.faults.values().sum::<u64>() as u32;
            MatchStanding { player: player as u32, wins, draws, losses, elo, faults }
        };
        let pairs = self.table.pairs();
        let elo = pairs.and_then(|pairs| pairs.elo());
        let setup = &self.plan.setup;
        let sprt = setup.sprt.map(|test| test.state(&pairs.unwrap_or_default()));
        let (played, total) = (self.table.played() as u32, total(setup));
        MatchState {
            id,
            setup: setup.clone(),
            names: self.names(),
            created: self.plan.created.clone(),
            job: self.job,
            played,
            total,
            finished: played >= total || self.table.decided(stop_rule(setup)),
            openings: self.plan.openings.as_ref().map(|lines| lines.lines().count() as u32),
            sprt,
            repeated: self.table.repeated as u32,
            standings: self.table.ranking(ratings.as_ref()).into_iter().map(standing).collect(),
            elo: elo.map(|elo| MatchElo { elo: elo.elo, low: elo.low, high: elo.high }),
            superiority: pairs.map(|pairs| pairs.superiority()),
        }
    }
}

/// What ends a match before its last game.
fn stop_rule(setup: &MatchSetup) -> StopRule {
    setup.sprt.map_or(StopRule::AllPairs, StopRule::Sprt)
}

/// Games of a whole match: every two players meet.
fn total(setup: &MatchSetup) -> u32 {
    let players = setup.players.len() as u32;
    players * players.saturating_sub(1) / 2 * setup.games
}
