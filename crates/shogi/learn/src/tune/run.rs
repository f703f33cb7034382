//! The games of a tuning: batches of pairs on all threads, a journal of their results.

use super::spsa::{Schedule, Spsa, Trial};
use super::{rows, show};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use zenpuku_arena::game::{GameRules, Winner, play};
use zenpuku_arena::matches::opening_of;
use zenpuku_arena::openings::Opening;
use zenpuku_arena::own_player::{OwnEngineFactory, OwnPlayer};
use zenpuku_arena::player::{Player, PlayerError};
use zenpuku_core::StopToken;
use zenpuku_params::{Params, Row};
use zenpuku_shogi_engine::{BenchError, EngineOptions, Hooks, Timer, fingerprint};

/// The file of results in the folder of a tuning.
pub(crate) const JOURNAL: &str = "journal.jsonl";

/// The plan of a tuning.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// The rows.
    pub rows: Vec<&'static Row>,
    /// Everything else about the engine, and where the rows begin.
    pub options: EngineOptions,
    /// Rules of the games.
    pub rules: GameRules,
    /// What counts as time.
    pub timer: Timer,
    /// Steps of the method, each a pair of games.
    pub pairs: u64,
    /// See [`Schedule::gain`].
    pub gain: f64,
    /// The perturbation at the end, in steps of the table.
    pub scale: f64,
    /// Chooses perturbations and openings.
    pub seed: u64,
    /// Pairs that start from the same values: results do not depend on the number of threads.
    pub batch: usize,
    /// Games at a time.
    pub threads: usize,
}

/// What happens in a tuning.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The number of pairs found in the journal.
    Resumed(u64),
    /// A batch is learned from.
    Learned(&'a Spsa),
}

/// Why a tuning cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The journal is of another tuning, or no journal.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// The engine could not play.
    #[error("a game of the tuning: {0}")]
    Player(#[from] PlayerError),
    /// The engine could not search.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A table or plot could not be made.
    #[error(transparent)]
    Show(#[from] show::ShowError),
}

impl TuneError {
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> TuneError {
        let path = path.to_owned();
        move |source| TuneError::File { path, source }
    }
}

/// A line of the journal after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Played {
    pair: u64,
    /// Games that `plus` won less those it lost, -2 to 2.
    difference: i32,
}

impl TunePlan {
    /// The method before its first step.
    #[must_use]
    pub fn spsa(&self) -> Spsa {
        let axis = |row: &&Row| rows::axis(row, &self.options.params, self.scale);
        let schedule = Schedule { steps: self.pairs, gain: self.gain, seed: self.seed };
        Spsa::new(self.rows.iter().map(axis).collect(), schedule)
    }

    /// The engine's parameters with these values of the rows.
    #[must_use]
    pub(crate) fn params(&self, values: &[i32]) -> Params {
        let mut params = self.options.params;
        self.rows.iter().zip(values).for_each(|(row, &raw)| row.set_raw_clamped(&mut params, raw));
        params
    }

    /// The first line of the journal: the settings that must be equal for its results to count.
    fn header(&self, openings: usize) -> Result<String, TuneError> {
        let names: Vec<_> = self.rows.iter().map(|row| row.name).collect();
        let header = serde_json::json!({
            "rows": names,
            "start": self.spsa().rounded(),
            "fingerprint": format!("{:016x}", fingerprint(&self.options)?),
            "rules": self.rules,
            "processor_time": self.timer == Timer::Processor,
            "pairs": self.pairs,
            "gain": self.gain,
            "scale": self.scale,
            "seed": self.seed,
            "batch": self.batch,
            "openings": openings,
        });
        Ok(header.to_string())
    }
}

/// Plays the rest of the tuning in `folder`, which has its journal, until it is
/// done or `stop` is stopped. With fixed nodes the same plan gives the same
/// values, regardless of interruptions and of the number of threads.
///
/// # Errors
/// [`TuneError`]; the games played are in the journal.
///
/// # Panics
/// If there are no openings.
pub fn run(
    plan: &TunePlan,
    openings: &[Opening],
    folder: &Path,
    stop: &StopToken,
    mut observer: impl FnMut(Event<'_>),
) -> Result<(Spsa, show::Course), TuneError> {
    assert!(!openings.is_empty(), "a tuning needs an opening");
    let (mut journal, known) = open(&folder.join(JOURNAL), &plan.header(openings.len())?)?;
    observer(Event::Resumed(known.len() as u64));
    let team = OwnEngineFactory {
        options: plan.options.clone(),
        hooks: Hooks::default(),
        stop: stop.clone(),
        timer: plan.timer,
    };
    let mut spsa = plan.spsa();
    let mut course = show::Course::new(&spsa, plan.pairs);
    let mut tables: Vec<Option<Table>> = Vec::new();
    tables.resize_with(plan.threads.max(1), || None);
    while spsa.done() < plan.pairs && !stop.is_stopped() {
        let first = spsa.done();
        let last = (first + plan.batch.max(1) as u64).min(plan.pairs);
        let trials: Vec<(u64, Trial)> =
            (first..last).map(|pair| (pair, spsa.trial(pair))).collect();
        let recalled = |pair: u64| known.get(&pair).copied();
        let missing: Vec<_> = trials.iter().filter(|(pair, _)| recalled(*pair).is_none()).collect();
        let results = Mutex::new((Vec::new(), &mut journal));
        batch(plan, &team, openings, &mut tables, &missing, |played| {
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.0.push(played);
            let written = writeln!(results.1, "{}", line(&played));
            written.map_err(TuneError::file(&folder.join(JOURNAL)))
        })?;
        let played = results.into_inner().unwrap_or_else(PoisonError::into_inner).0;
        if played.len() < missing.len() {
            break;
        }
        for (pair, trial) in &trials {
            let fresh = || played.iter().find(|one| one.pair == *pair).map(|one| one.difference);
            let difference = recalled(*pair).or_else(fresh).unwrap_or(0);
            spsa.learn(*pair, trial, f64::from(difference));
        }
        course.note(&spsa);
        observer(Event::Learned(&spsa));
    }
    Ok((spsa, course))
}

/// The two players of a thread.
type Table = [OwnPlayer; 2];

/// Plays the trials on all threads; fewer when the match is stopped.
fn batch(
    plan: &TunePlan,
    team: &OwnEngineFactory,
    openings: &[Opening],
    tables: &mut [Option<Table>],
    trials: &[&(u64, Trial)],
    keep: impl Fn(Played) -> Result<(), TuneError> + Sync,
) -> Result<(), TuneError> {
    let next = AtomicUsize::new(0);
    let work = |table: &mut Option<Table>| -> Result<(), TuneError> {
        while let Some((number, trial)) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
            let table = match table {
                Some(table) => table,
                None => table.insert([team.own_player()?, team.own_player()?]),
            };
            let opening = &openings[opening_of(*number, plan.seed, openings.len())];
            match pair(plan, table, opening, trial) {
                Ok(difference) => keep(Played { pair: *number, difference })?,
                Err(PlayerError::Stopped) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = tables.iter_mut().map(|table| scope.spawn(|| work(table))).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

/// Games that `plus` wins less those it loses, of two with colours swapped.
fn pair(
    plan: &TunePlan,
    [plus, minus]: &mut Table,
    opening: &Opening,
    trial: &Trial,
) -> Result<i32, PlayerError> {
    plus.set_params(&plan.params(&trial.plus));
    minus.set_params(&plan.params(&trial.minus));
    let game = |black: &mut dyn Player, white: &mut dyn Player, plus: Winner| {
        let record = play(&opening.start, &opening.moves, &mut [black, white], &plan.rules)?;
        if record.ending.is_fault() {
            let detail = record.detail.unwrap_or_default();
            return Err(PlayerError::Crash(format!("{:?}: {detail}", record.ending)));
        }
        Ok(record.winner.map_or(0, |winner| if winner == plus { 1 } else { -1 }))
    };
    let first = game(plus, minus, Winner::Black)?;
    Ok(first + game(minus, plus, Winner::White)?)
}

fn line(played: &Played) -> String {
    format!("{{\"pair\":{},\"difference\":{}}}", played.pair, played.difference)
}

type Known = std::collections::HashMap<u64, i32>;

/// Opens the journal, or begins one; the results in it.
fn open(path: &Path, header: &str) -> Result<(File, Known), TuneError> {
    let mut known = Known::new();
    let lines: Vec<String> = match File::open(path) {
        Ok(file) => {
            BufReader::new(file).lines().collect::<Result<_, _>>().map_err(TuneError::file(path))?
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(TuneError::file(path)(error)),
    };
    let wrong =
        |line: usize, reason: String| TuneError::Journal { path: path.to_owned(), line, reason };
    if lines.first().is_some_and(|first| first != header) {
        let reason = format!(
            "another tuning, or the search has changed since; it was {}, now {header}",
            lines[0]
        );
        return Err(wrong(1, reason));
    }
    for (index, text) in lines.iter().enumerate().skip(1) {
        match serde_json::from_str::<Played>(text) {
            Ok(played) => {
                known.insert(played.pair, played.difference);
            }
            // The last line of an interrupted run may be cut off.
            Err(_) if index + 1 == lines.len() => {}
            Err(error) => return Err(wrong(index + 1, error.to_string())),
        }
    }
    let mut file = File::create(path).map_err(TuneError::file(path))?;
    let mut text = format!("{header}\n");
    let mut pairs: Vec<_> = known.iter().collect();
    pairs.sort();
    for (&pair, &difference) in pairs {
        text.push_str(&line(&Played { pair, difference }));
        text.push('\n');
    }
    file.write_all(text.as_bytes()).map_err(TuneError::file(path))?;
    drop(file);
    let file = OpenOptions::new().append(true).open(path).map_err(TuneError::file(path))?;
    Ok((file, known))
}
