//! Playing a match as a job.

use super::live::Follower;
use super::store::Plan;
use super::{Matches, openings, players, stop_rule};
use crate::document::{Document, tree_of};
use crate::errors::AppResult;
use crate::jobs::{End, Running};
use crate::protocol::MatchSetup;
use crate::storage::GameEntry;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::game::{GameRecord, GameRules, Terms};
use zenpuku_arena::record::record_of;
use zenpuku_arena::tournament::{Format, Played, TournamentPlan, run as play_all};

/// A game of this many plies is a draw.
const MAX_PLIES: usize = 320;
/// Milliseconds by which a clock may be exceeded: other work of the app runs next to the match.
const TIME_MARGIN_MS: u64 = 200;

impl Matches {
    /// Plays the rest of a match. After a cancel the finished games are kept.
    pub(crate) fn run(&self, running: &Running<'_>, id: u32) -> End {
        let end = self.play(running, id);
        self.live.forget_all(id);
        match end {
            Ok(end) => end,
            Err(failed) => End::Failed(failed.message),
        }
    }

    fn play(&self, running: &Running<'_>, id: u32) -> AppResult<End> {
        let (plan, done) = self.store.read(id)?;
        self.store.restart(id, &plan, &done)?;
        self.set_job(id, running.id)?;
        // Games under way are given up when the test is decided, too.
        let over = running.stop.child();
        let made = plan.players.iter().map(|player| players::factory(player, &over));
        let made: Vec<_> = made.collect();
        let factories: Vec<_> = made.iter().map(AsRef::as_ref).collect();
        let (lines, tournament) = (openings::of(&plan)?, tournament(&plan.setup));
        let total = super::total(&plan.setup);
        running.update(|info| info.total = total);
        let mut failed = None;
        let follower = Follower { games: &self.live, id };
        let table = play_all(
            &tournament,
            &lines,
            &factories,
            done,
            &over,
            &follower,
            |played, table, new| {
                running.update(|info| info.done = table.played() as u32);
                if new && failed.is_none() {
                    failed = self.take(id, &plan, played).err();
                }
                if failed.is_some() || table.decided(tournament.stop) {
                    over.stop();
                }
            },
        );
        if let Some(failed) = failed {
            return Err(failed);
        }
        Ok(match table {
            Err(failed) if !running.stopped() => End::Failed(failed.to_string()),
            _ if running.stopped() => End::Cancelled,
            _ => End::Done,
        })
    }

    /// Stores a pair of games, adds them to the library and publishes the new standings.
    fn take(&self, id: u32, plan: &Plan, played: &Played) -> AppResult<()> {
        self.store.append(id, played)?;
        if let Some(one) = self.all().get_mut(&id) {
            one.count(played);
        }
        let fixtures = played.meeting.fixtures();
        let games = fixtures.iter().zip(&played.games.games);
        let entries: Vec<GameEntry> = games
            .filter_map(|(fixture, game)| {
                GameEntry::of(&document(plan, fixture.players, game)?, &file(id, played))
            })
            .collect();
        self.state
            .storage
            .write(|db| entries.iter().try_for_each(|entry| entry.add(db).map(|_| ())))?;
        self.publish(&self.state_of(id)?);
        self.live.forget(id, fixtures);
        Ok(())
    }
}

fn file(id: u32, played: &Played) -> String {
    format!("match {id}, pair {}", played.meeting.number + 1)
}

/// A game of these players, Black first, as a document.
pub(super) fn document(plan: &Plan, players: [usize; 2], game: &GameRecord) -> Option<Document> {
    let names = players.map(|player| plan.players[player].name.as_str());
    let mut record = record_of(game, names, game.detail.as_deref()).ok()?;
    record.set_field("開始日時", &plan.created.replace('-', "/"));
    let tree = tree_of(&record).ok()?;
    Some(Document::new(0, &format!("{} - {}", names[0], names[1]), tree))
}

fn tournament(setup: &MatchSetup) -> TournamentPlan {
    let terms = Terms::new(setup.time);
    let players = setup.players.len();
    TournamentPlan {
        format: Format::RoundRobin,
        pairs: u64::from(setup.games / 2),
        terms: vec![terms; players],
        rules: GameRules {
            terms: [terms; 2],
            margin_ms: TIME_MARGIN_MS,
            max_plies: MAX_PLIES,
            // Games are played to their end: no record format can express that a side resigns after
            // its own move.
            adjudication: Adjudication::OFF,
        },
        seed: u64::from(setup.seed),
        concurrency: setup.concurrency as usize,
        stop: stop_rule(setup),
    }
}
