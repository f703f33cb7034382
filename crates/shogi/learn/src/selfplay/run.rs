//! Many workers, one folder.

use super::opening::OpeningSet;
use super::plan::{Plan, SelfPlayError};
use super::player::SelfPlayer;
use crate::folder;
use crate::game::Game;
use crate::shard::{self, Header, ShardError, Writer};
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread::ScopedJoinHandle;
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::{EngineOptions, STACK_BYTES};

/// When a run is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Number of games.
    Games(u64),
    /// Minimum number of positions with a score; the games depend on the number of workers.
    Positions(u64),
}

/// The contents of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
}

/// Progress of a run, reported on a worker's thread.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The folder was looked through.
    Found(Totals),
    /// A game was played and written.
    Played(&'a Game),
    /// A shard is full and in place.
    Shard(&'a Path),
}

/// A run of self-play: what all workers share.
pub struct Run<'a> {
    /// What decides the games.
    pub plan: &'a Plan,
    /// The engine; threads and table size are the plan's.
    pub options: &'a EngineOptions,
    /// Sets of lines to start from; none: the start position.
    pub openings: &'a [OpeningSet],
    /// Where the shards are.
    pub folder: &'a Path,
    /// The shards before this one are another machine's.
    pub first_shard: u32,
    /// Version of the program, for the shards' headers.
    pub program: &'a str,
    /// Raised to end the run; games under way are given up and played again by the next run.
    pub stop: &'a StopToken,
    /// Receives progress.
    pub observer: &'a (dyn Fn(Event<'_>) + Sync),
}

/// State shared by the running workers.
struct Shared {
    target: Target,
    full: BTreeSet<u32>,
    next_shard: AtomicU32,
    games: AtomicU64,
    positions: AtomicU64,
    failed: AtomicBool,
}

impl Shared {
    fn is_done(&self) -> bool {
        let reached = match self.target {
            Target::Games(_) => false,
            Target::Positions(positions) => self.positions.load(Ordering::Relaxed) >= positions,
        };
        reached || self.failed.load(Ordering::Relaxed)
    }

    /// One past the last game to play.
    fn end(&self) -> u64 {
        match self.target {
            Target::Games(games) => games,
            Target::Positions(_) => u64::MAX,
        }
    }
}

impl Run<'_> {
    /// Plays with `threads` workers until the target is reached or the run is
    /// stopped. Existing games in the folder count.
    ///
    /// # Errors
    /// [`SelfPlayError`]; finished games are kept.
    pub fn run(&self, target: Target, threads: usize) -> Result<Totals, SelfPlayError> {
        self.plan.claim(self.folder)?;
        let (full, found) = self.look()?;
        (self.observer)(Event::Found(found));
        let shared = Shared {
            target,
            full,
            next_shard: AtomicU32::new(self.first_shard),
            games: AtomicU64::new(found.games),
            positions: AtomicU64::new(found.positions),
            failed: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            let worker = || {
                let result = self.work(&shared);
                if result.is_err() {
                    shared.failed.store(true, Ordering::Relaxed);
                }
                result
            };
            let builder = || std::thread::Builder::new().stack_size(STACK_BYTES);
            let workers: Vec<_> = (0..threads.max(1))
                .map(|_| builder().spawn_scoped(scope, worker))
                .collect::<Result<_, _>>()?;
            // All are joined before the first error is given out.
            let ends: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
            for end in ends {
                end.map_err(|_| SelfPlayError::Worker)??;
            }
            Ok(Totals {
                games: shared.games.load(Ordering::Relaxed),
                positions: shared.positions.load(Ordering::Relaxed),
            })
        })
    }

    /// The full shards of the folder, and all that is in it.
    fn look(&self) -> Result<(BTreeSet<u32>, Totals), SelfPlayError> {
        let mut full = BTreeSet::new();
        let mut totals = Totals::default();
        for (number, path) in folder::list(self.folder)? {
            let shard = match shard::read(&path) {
                Err(ShardError::Empty(_)) => continue,
                read => read?,
            };
            totals.games += shard.games.len() as u64;
            totals.positions += shard.games.iter().map(Game::scored).sum::<u64>();
            if folder::is_full(&path) {
                full.insert(number);
            }
        }
        Ok((full, totals))
    }

    fn work(&self, shared: &Shared) -> Result<(), SelfPlayError> {
        let player = SelfPlayer::new(self.plan, self.options, self.openings, self.stop);
        let size = u64::from(self.plan.games_per_shard.max(1));
        loop {
            let shard = shared.next_shard.fetch_add(1, Ordering::Relaxed);
            let first = u64::from(shard) * size;
            if first >= shared.end() || shared.is_done() {
                return Ok(());
            }
            if shared.full.contains(&shard) {
                continue;
            }
            let Some(full) = self.fill(shared, &player, shard, first..first + size)? else {
                return Ok(());
            };
            (self.observer)(Event::Shard(&full));
        }
    }

    /// Plays the missing games of a shard; returns its path when it is full,
    /// `None` when the run is over.
    fn fill(
        &self,
        shared: &Shared,
        player: &SelfPlayer<'_>,
        shard: u32,
        numbers: core::ops::Range<u64>,
    ) -> Result<Option<PathBuf>, SelfPlayError> {
        let header = Header {
            shard,
            first_game: numbers.start,
            program: self.program.to_owned(),
            plan: self.plan.json(),
        };
        let mut writer = Writer::open(self.folder, &header)?;
        for number in numbers.start + writer.games() as u64..numbers.end {
            if number >= shared.end() || shared.is_done() {
                return Ok(None);
            }
            let Some(game) = player.game(number)? else { return Ok(None) };
            writer.append(&game)?;
            shared.games.fetch_add(1, Ordering::Relaxed);
            shared.positions.fetch_add(game.scored(), Ordering::Relaxed);
            (self.observer)(Event::Played(&game));
        }
        Ok(Some(writer.finish()?))
    }
}
