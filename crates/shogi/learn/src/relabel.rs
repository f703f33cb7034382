//! Old games with new values: scored positions searched again, deeper or by a newer network, so that
//! no game is thrown away. Moves and results stay.
//!
//! Neighbours in a game are much alike, so a budget of nodes can go to fewer of them, deeper: the
//! plan says which are searched. The others lose their value, which no longer fits.
//!
//! Each file of games becomes one in another folder, under the number of its place among the
//! sources; other machines may have those before it. A game's values depend only on the game
//! and the [`Plan`], so that a killed run can be resumed and ends with the same bytes.

use crate::game::{Game, GameError, Moment, UNSCORED};
use crate::shard::{self, Header, ShardError, Writer};
use crate::train::samples::Filter;
use core::sync::atomic::{AtomicUsize, Ordering};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::thread::ScopedJoinHandle;
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineError, EngineOptions, STACK_BYTES, SearchLimits, SearchRequest,
};

/// Why games cannot get new values.
#[derive(Debug, thiserror::Error)]
pub enum RelabelError {
    /// A file of games.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A game that cannot be played through.
    #[error("{}: game {number}: {cause}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game's number.
        number: u64,
        /// The problem.
        #[source]
        cause: GameError,
    },
    /// A file is there that comes from other games or another plan.
    #[error("{}: made from other games or by another plan; choose another folder", .0.display())]
    OtherPlan(PathBuf),
    /// The engine cannot search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The thread cannot be created.
    #[error("no thread for searching: {0}")]
    Thread(#[from] std::io::Error),
    /// A worker died.
    #[error("a worker ended without a result")]
    Worker,
}

/// Everything that decides the new values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Nodes of each search.
    pub nodes: u64,
    /// Search one in this number of scored positions of a game, at least 1; the
    /// first one rotates with the game's number.
    pub every: u32,
    /// Only count and search what [`Filter::default`] takes for training: quiet positions that were
    /// not decided by their old value.
    pub trainable_only: bool,
    /// Table size in MiB, emptied for each game.
    pub hash: usize,
    /// The engine's settings in words.
    pub engine: String,
    /// Checksum of its evaluation.
    pub checksum: u64,
}

impl Plan {
    /// The positions of a game to be searched, with their history and their places among the scores.
    fn choose(&self, game: &Game) -> Result<Vec<(usize, Position)>, GameError> {
        let (every, first) = (u64::from(self.every.max(1)), usize::from(game.opening_plies));
        let (mut chosen, mut index, mut met) = (Vec::new(), 0, game.number % every);
        game.replay(|moment| {
            if self.is_wanted(&moment) {
                if met.is_multiple_of(every) {
                    chosen.push((index - first, moment.position.clone()));
                }
                met += 1;
            }
            index += 1;
        })?;
        Ok(chosen)
    }

    fn is_wanted(&self, moment: &Moment<'_>) -> bool {
        let trainable =
            |score: i16| !Filter::default().is_decided(score.into()) && !moment.is_sharp();
        moment.score.is_some_and(|score| !self.trainable_only || trainable(score))
    }
}

/// Progress of a run, reported on a worker's thread.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A file was found finished.
    Found(&'a Path),
    /// A game with this number of new values was written.
    Game(usize),
    /// A file is full and in place.
    Shard(&'a Path),
}

/// A run: what all workers share.
pub struct Run<'a> {
    /// What decides the values.
    pub plan: &'a Plan,
    /// The engine; threads and table size are the plan's.
    pub options: &'a EngineOptions,
    /// The files of games.
    pub sources: &'a [PathBuf],
    /// Number of the first source; other machines may have those before it.
    pub first: u32,
    /// Where the new files go.
    pub folder: &'a Path,
    /// Version of the program, for the files' headers.
    pub program: &'a str,
    /// Raised to end the run.
    pub stop: &'a StopToken,
    /// Receives progress.
    pub observer: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Run<'_> {
    /// Gives new values with `threads` workers, each a file at a time.
    ///
    /// # Errors
    /// [`RelabelError`]; finished games are kept.
    pub fn run(&self, threads: usize) -> Result<(), RelabelError> {
        std::fs::create_dir_all(self.folder).map_err(ShardError::io(self.folder))?;
        let next = AtomicUsize::new(0);
        let over = self.stop.child();
        std::thread::scope(|scope| {
            let worker = || {
                let result = self.work(&next, &over);
                if result.is_err() {
                    over.stop();
                }
                result
            };
            let builder = || std::thread::Builder::new().stack_size(STACK_BYTES);
            let workers: Vec<_> = (0..threads.clamp(1, self.sources.len().max(1)))
                .map(|_| builder().spawn_scoped(scope, worker))
                .collect::<Result<_, _>>()?;
            // All are joined before the first error is given out.
            let ends: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
            ends.into_iter().try_for_each(|end| end.map_err(|_| RelabelError::Worker)?)
        })
    }

    fn work(&self, next: &AtomicUsize, over: &StopToken) -> Result<(), RelabelError> {
        let options = EngineOptions { threads: 1, hash: self.plan.hash, ..self.options.clone() };
        let mut engine = Engine::new(options);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = self.sources.get(number) else { return Ok(()) };
            if over.is_stopped() || !self.file(&mut engine, self.first + number as u32, source)? {
                return Ok(());
            }
        }
    }

    /// Makes the new file of one source; `false` when the run was stopped.
    fn file(&self, engine: &mut Engine, number: u32, source: &Path) -> Result<bool, RelabelError> {
        let old = shard::read(source)?;
        let header = Header {
            shard: number,
            first_game: old.header.first_game,
            program: self.program.to_owned(),
            plan: serde_json::json!({ "relabel": self.plan, "of": old.header }),
        };
        if let Some(path) = self.finished(&header, old.games.len())? {
            (self.observer)(Event::Found(&path));
            return Ok(true);
        }
        let mut writer = Writer::open(self.folder, &header)?;
        let bad = |game: &Game| {
            let (path, number) = (source.to_owned(), game.number);
            move |cause| RelabelError::Game { path, number, cause }
        };
        for game in &old.games[writer.games().min(old.games.len())..] {
            let chosen = self.plan.choose(game).map_err(bad(game))?;
            let Some(values) = self.values(engine, &chosen)? else { return Ok(false) };
            (self.observer)(Event::Game(values.len()));
            writer.append(&with_values(game, values))?;
        }
        (self.observer)(Event::Shard(&writer.finish()?));
        Ok(true)
    }

    /// The new file if it exists and is complete; a partial one must come from
    /// the same games and plan.
    fn finished(&self, header: &Header, games: usize) -> Result<Option<PathBuf>, RelabelError> {
        let names = [shard::full_name(header.shard), shard::part_name(header.shard)];
        for (name, is_full) in names.into_iter().zip([true, false]) {
            let path = self.folder.join(name);
            if !path.exists() {
                continue;
            }
            let there = match shard::read(&path) {
                Err(ShardError::Empty(_)) => continue,
                read => read?,
            };
            let same = there.header.plan == header.plan && there.games.len() <= games;
            if !same || is_full && there.games.len() != games {
                return Err(RelabelError::OtherPlan(path));
            }
            if is_full {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// New values of chosen positions with their places among the scores; `None` when the run was
    /// stopped.
    fn values(
        &self,
        engine: &mut Engine,
        chosen: &[(usize, Position)],
    ) -> Result<Option<Vec<(usize, i16)>>, RelabelError> {
        let limits = SearchLimits::nodes(self.plan.nodes);
        let mut values = Vec::with_capacity(chosen.len());
        engine.new_game();
        for (place, position) in chosen {
            engine.set_position(position.clone())?;
            let result = engine.search(SearchRequest::from(&limits).stopped_by(self.stop))?;
            if self.stop.is_stopped() {
                return Ok(None);
            }
            let bound = i32::from(i16::MAX);
            values.push((*place, result.score.value().clamp(-bound, bound) as i16));
        }
        Ok(Some(values))
    }
}

/// The game with these values at their places among the scores and no others.
fn with_values(game: &Game, values: Vec<(usize, i16)>) -> Game {
    let mut scores = vec![UNSCORED; game.scores.len()];
    for (place, value) in values {
        scores[place] = value;
    }
    Game { scores, ..game.clone() }
}
