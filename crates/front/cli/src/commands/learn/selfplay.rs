//! `zenpuku learn selfplay`: games of the engine against itself.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::openings;
use zenpuku_shogi_engine::EngineOptions;
use zenpuku_shogi_learn::selfplay::{Event, OpeningSet, Plan, Run, Target, Totals};

use crate::context::Context;
use crate::engine_args::SettingArgs;
use crate::exit::Exit;
use crate::{files, output, priority};

/// Arguments of `zenpuku learn selfplay`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn selfplay --out games --games 10000 --threads 2\n  \
    zenpuku learn selfplay --out games --positions 1000000 --nodes 5000 --openings lines.sfen\n  \
    zenpuku learn selfplay --out games --games 500 --set Evaluation=material --random-plies 4,8\n  \
    zenpuku learn selfplay --out games --positions 60000000 --nodes 1000 --threads 2 --background \\\n      \
    --openings even.sfen,share=9 --openings handicaps.sfen,share=1,limit=off\n\n\
    The same command with the same folder resumes after a stop or a kill. Every game \
    follows from the seed and its number: workers and interruptions have no effect.")]
pub(super) struct Args {
    /// Folder for the games
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    target: TargetArgs,
    /// Nodes a move
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of all openings
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Games at a time, one thread each
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Start lines, one a line (`startpos moves ...` or SFEN); a random prefix of a random one
    /// is played. Of several files each gets games by its `share` [default: 1]; its `limit` in
    /// centipawns, or `off`, goes before --opening-limit (repeatable)
    #[arg(long, value_name = "FILE[,share=N][,limit=CP]")]
    openings: Vec<OpeningsFile>,
    /// Random moves after that: fewest and most
    #[arg(long, default_value = "6,10", value_name = "MIN,MAX", value_parser = parse_plies)]
    random_plies: (u16, u16),
    /// Draw another opening when the value is beyond this many centipawns
    #[arg(long, default_value_t = 500, value_name = "CP")]
    opening_limit: i32,
    /// A game of this many plies is a draw
    #[arg(long, default_value_t = 320, value_name = "PLIES",
        value_parser = clap::value_parser!(u64).range(1..=10_000))]
    max_plies: u64,
    /// End a game when the score is beyond SCORE centipawns for PLIES plies; `off` plays on
    #[arg(long, default_value = "2500,4", value_name = "SCORE,PLIES",
        value_parser = crate::commands::match_::parse_adjudication)]
    adjudicate: Adjudication,
    /// Games of a file
    #[arg(long, default_value_t = 200, value_name = "GAMES",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shard: u32,
    /// Play only the file with this number: a part of the games, for work on several machines
    #[arg(long, value_name = "NUMBER", requires = "games")]
    only_shard: Option<u32>,
    /// Size of each transposition table in MiB
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    /// Work at the lowest priority, so that everything else on the machine goes first
    #[arg(long)]
    background: bool,
    #[command(flatten)]
    setting: SettingArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// How much to play; exactly one way.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct TargetArgs {
    /// Number of games in the folder at which self-play stops
    #[arg(long)]
    games: Option<u64>,
    /// Number of positions with a score at which self-play stops
    #[arg(long)]
    positions: Option<u64>,
}

impl Args {
    /// When the run is complete: with `--only-shard` at the end of that file.
    fn target(&self) -> Target {
        match (self.target.target(), self.only_shard) {
            (Target::Games(games), Some(shard)) => {
                let end = (u64::from(shard) + 1) * u64::from(self.shard);
                Target::Games(games.min(end))
            }
            (target, _) => target,
        }
    }
}

impl TargetArgs {
    fn target(&self) -> Target {
        match (self.games, self.positions) {
            (Some(games), _) => Target::Games(games),
            (None, positions) => Target::Positions(positions.unwrap_or(0)),
        }
    }
}

/// A file of start lines with its settings from `--openings`.
#[derive(Clone, Debug, PartialEq)]
struct OpeningsFile {
    path: PathBuf,
    share: u32,
    limit: Option<i32>,
}

impl FromStr for OpeningsFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut file = Self { path: PathBuf::new(), share: 1, limit: None };
        let mut name = text;
        // From the end, since the name of a file may hold commas.
        while let Some((before, last)) = name.rsplit_once(',') {
            match last.split_once('=') {
                Some(("share", share)) => {
                    let share = share.parse().ok().filter(|share| (1..=1_000_000).contains(share));
                    file.share =
                        share.ok_or_else(|| format!("`{last}`: a share is 1 to 1000000"))?;
                }
                Some(("limit", "off")) => file.limit = Some(i32::MAX),
                Some(("limit", limit)) => {
                    let limit = limit.parse().ok().filter(|limit| (0..=100_000).contains(limit));
                    let problem = || format!("`{last}`: a limit is 0 to 100000 centipawns, or off");
                    file.limit = Some(limit.ok_or_else(problem)?);
                }
                _ => break,
            }
            name = before;
        }
        file.path = PathBuf::from(name);
        Ok(file)
    }
}

impl OpeningsFile {
    fn read(&self) -> anyhow::Result<OpeningSet> {
        let read = || Ok::<_, anyhow::Error>(openings::read(&files::read_text(&self.path)?)?);
        let lines = read().with_context(|| self.path.display().to_string())?;
        Ok(OpeningSet { lines, share: self.share, limit: self.limit })
    }
}

fn parse_plies(text: &str) -> Result<(u16, u16), String> {
    let parse = |part: &str| part.trim().parse().map_err(|_| format!("`{part}` is not a number"));
    let (fewest, most) = text.split_once(',').unwrap_or((text, text));
    let (fewest, most) = (parse(fewest)?, parse(most)?);
    if fewest <= most { Ok((fewest, most)) } else { Err("MIN is above MAX".into()) }
}

/// The JSON of `zenpuku learn selfplay --json`.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) positions: u64,
    played_games: u64,
    played_positions: u64,
    seconds: f64,
    games_per_hour: f64,
    positions_per_second: f64,
}

/// Plays the games and says so.
///
/// # Errors
/// As [`play`].
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let report = play(args, context)?;
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(Exit::after(&context.stop()?))
}

/// Plays the games that the folder lacks, until the user wants to stop.
///
/// # Errors
/// If the openings or the folder cannot be read, or belong to another plan, or the engine fails.
pub(super) fn play(args: &Args, context: &Context) -> anyhow::Result<Report> {
    if args.background {
        priority::lowest().context("--background")?;
    }
    let options = options(args)?;
    let openings: Vec<_> =
        args.openings.iter().map(OpeningsFile::read).collect::<anyhow::Result<_>>()?;
    let plan = plan(args, &options, &openings);
    let stop = context.stop()?;
    let meter = Meter::new(args.target(), context);
    let run = Run {
        plan: &plan,
        options: &options,
        openings: &openings,
        folder: &args.out,
        first_shard: args.only_shard.unwrap_or(0),
        program: crate::PROGRAM,
        stop: &stop.clone(),
        observer: &|event| meter.note(event),
    };
    let totals = run.run(args.target(), usize::from(args.threads))?;
    Ok(meter.report(totals))
}

/// The engine of a worker: one thread, the table of the plan.
fn options(args: &Args) -> anyhow::Result<EngineOptions> {
    args.setting.options(1, args.hash)
}

fn plan(args: &Args, options: &EngineOptions, openings: &[OpeningSet]) -> Plan {
    let (profile, set) = (&args.setting.profile, args.setting.assignments());
    let engine = format!("Profile={profile} Evaluation={}{set}", options.eval);
    Plan {
        seed: args.seed,
        nodes: args.nodes,
        random_plies: args.random_plies,
        opening_limit: args.opening_limit,
        max_plies: args.max_plies as usize,
        adjudication: args.adjudicate,
        games_per_shard: args.shard,
        hash: args.hash as usize,
        engine,
        openings: Plan::fingerprint(openings),
    }
}

/// Counts the games played and shows the speed.
struct Meter {
    target: Target,
    progress: crate::progress::Progress,
    start: Instant,
    games: AtomicU64,
    positions: AtomicU64,
}

impl Meter {
    fn new(target: Target, context: &Context) -> Self {
        let progress = match target {
            Target::Games(games) => context.progress(Some(games), "games"),
            Target::Positions(positions) => context.progress(Some(positions), "positions"),
        };
        let counter = || AtomicU64::new(0);
        Self { target, progress, start: Instant::now(), games: counter(), positions: counter() }
    }

    fn note(&self, event: Event<'_>) {
        match event {
            Event::Found(found) => self.advance(found.games, found.positions),
            Event::Played(game) => {
                let positions = game.scores.len() as u64;
                self.games.fetch_add(1, Ordering::Relaxed);
                self.positions.fetch_add(positions, Ordering::Relaxed);
                self.advance(1, positions);
                self.progress.message(self.speed());
            }
            Event::Shard(path) => self.progress.suspend(|| {
                output::complain(&format!("{} full; {}", path.display(), self.speed()));
            }),
        }
    }

    fn advance(&self, games: u64, positions: u64) {
        self.progress.advance(match self.target {
            Target::Games(_) => games,
            Target::Positions(_) => positions,
        });
    }

    fn rates(&self) -> (f64, f64, f64) {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let games = self.games.load(Ordering::Relaxed) as f64;
        let positions = self.positions.load(Ordering::Relaxed) as f64;
        (seconds, games * 3600.0 / seconds, positions / seconds)
    }

    fn speed(&self) -> String {
        let (_, games, positions) = self.rates();
        format!("{games:.0} games/h, {positions:.1} positions/s")
    }

    fn report(&self, totals: Totals) -> Report {
        let (seconds, games_per_hour, positions_per_second) = self.rates();
        Report {
            games: totals.games,
            positions: totals.positions,
            played_games: self.games.load(Ordering::Relaxed),
            played_positions: self.positions.load(Ordering::Relaxed),
            seconds,
            games_per_hour,
            positions_per_second,
        }
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    output::line(format_args!(
        "{} games with {} positions, of them {} games with {} positions played now in {:.0} s \
         ({:.0} games/h, {:.1} positions/s)",
        report.games,
        report.positions,
        report.played_games,
        report.played_positions,
        report.seconds,
        report.games_per_hour,
        report.positions_per_second
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_openings_says() {
        let read = |text: &str| text.parse::<OpeningsFile>();
        let file =
            |path: &str, share, limit| Ok(OpeningsFile { path: PathBuf::from(path), share, limit });
        assert_eq!(read("a.sfen"), file("a.sfen", 1, None));
        assert_eq!(read("a,b.sfen,limit=900,share=5"), file("a,b.sfen", 5, Some(900)));
        assert_eq!(read("a.sfen,limit=off"), file("a.sfen", 1, Some(i32::MAX)));
        assert!(read("a.sfen,share=0").unwrap_err().contains("share"));
        assert!(read("a.sfen,limit=-3").unwrap_err().contains("centipawns"));
    }
}
