//! `zenpuku match`: plays engines against each other and says what it proves.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::GameRules;
use zenpuku_arena::matches::{MatchPlan, PairRecord, Standing, StopRule, Team, run as play_pairs};
use zenpuku_arena::openings::{self, Opening};
use zenpuku_arena::own_player::OwnTeam;
use zenpuku_arena::sprt::{Sprt, Verdict};
use zenpuku_arena::usi_player::UsiTeam;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{BENCH_DEPTH, Engine, EngineOptions, Timer, bench};

use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::interrupt::Stop;
use crate::output;

/// Table size of our own engine in a match, in MiB, unless an option says otherwise.
const MATCH_HASH: usize = 64;

/// Arguments of `zenpuku match`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku match --a Profile=default --b Profile=foundation --nodes 20000 --games 200\n  \
    zenpuku match --a '' --b 'NullMovePruning=off' --movetime 100 --sprt 0,20 --save games.jsonl\n  \
    zenpuku match --a Threads=2 --b-engine ./other-engine --byoyomi 1000 --games 100\n\n\
    A configuration is a list of NAME=VALUE (any option of `zenpuku usi`), separated by blanks\n\
    or commas. A match that was interrupted goes on when --save names the same file again.\n\n\
    ProbCut is fitted to the built-in evaluations and off with any other: to compare evaluations,\n\
    put ProbCut=off on both sides.")]
pub struct Args {
    /// Options of the first engine
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    a: String,
    /// Options of the second engine
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    b: String,
    /// USI program that plays as the first engine instead of our own
    #[arg(long, value_name = "PROGRAM")]
    a_engine: Option<PathBuf>,
    /// USI program that plays as the second engine instead of our own
    #[arg(long, value_name = "PROGRAM")]
    b_engine: Option<PathBuf>,
    /// Games at most; every opening is played twice, colours swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Start lines, one a line (`startpos moves ...` or SFEN); default: the even start position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
    /// Count the processor time of the thinking thread, not time on the wall: equal time on a busy
    /// machine too. For our own engine with one thread
    #[arg(long, conflicts_with_all = ["a_engine", "b_engine"])]
    processor_time: bool,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Chooses the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game of this many plies is a draw
    #[arg(long, default_value_t = 320, value_name = "PLIES")]
    max_plies: usize,
    /// End a game when both engines agree on SCORE centipawns for PLIES plies; `off` plays on
    #[arg(long, default_value = "2000,8", value_name = "SCORE,PLIES", value_parser = parse_adjudication)]
    adjudicate: Adjudication,
    /// Stop when H0 (ELO0) or H1 (ELO1) is accepted at error rates of 5 %
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, conflicts_with = "at_least")]
    sprt: Option<Sprt>,
    /// Stop when the 95 % interval lies above ELO, after 50 games at least
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    at_least: Option<f64>,
    /// Keep every pair of games in this file and go on with the pairs that are in it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    fn timer(&self) -> Timer {
        if self.processor_time { Timer::Processor } else { Timer::Wall }
    }
}

/// How long a move may take; exactly one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Budget {
    /// Nodes a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds a move, all of it used
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Milliseconds of byoyomi a move
    #[arg(long, value_name = "MS")]
    byoyomi: Option<u64>,
    /// Main time and increment, in milliseconds
    #[arg(long, value_name = "MAIN,INCREMENT", value_parser = parse_pair::<u64>)]
    fischer: Option<(u64, u64)>,
}

impl Budget {
    fn control(&self) -> TimeControl {
        if let Some(nodes) = self.nodes {
            TimeControl::Nodes(nodes)
        } else if let Some(depth) = self.depth {
            TimeControl::Depth(depth)
        } else if let Some((main, increment)) = self.fischer {
            TimeControl::Clock { main, byoyomi: 0, increment }
        } else if let Some(byoyomi) = self.byoyomi {
            TimeControl::Clock { main: 0, byoyomi, increment: 0 }
        } else {
            TimeControl::MoveTime(self.movetime.unwrap_or(100))
        }
    }
}

fn parse_pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let parse = |part: &str| part.trim().parse().map_err(|_| format!("`{part}` is no number"));
    let (first, second) = text.split_once(',').ok_or("two numbers with a comma expected")?;
    Ok((parse(first)?, parse(second)?))
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let (elo0, elo1) = parse_pair(text)?;
    if elo0 < elo1 {
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    } else {
        Err("ELO0 must be below ELO1".into())
    }
}

pub(crate) fn parse_adjudication(text: &str) -> Result<Adjudication, String> {
    if text == "off" {
        return Ok(Adjudication::OFF);
    }
    let (win_score, win_plies) = parse_pair(text)?;
    let win_plies = u32::try_from(win_plies).map_err(|_| "PLIES is out of range".to_owned())?;
    Ok(Adjudication { win_plies, win_score })
}

/// The JSON of `zenpuku match --json`.
#[derive(Serialize)]
pub(crate) struct Report {
    a: String,
    b: String,
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pairs: [u64; 5],
    pub(crate) elo: Option<f64>,
    pub(crate) elo_error: Option<f64>,
    /// Ends of the 95 % interval, which is not even about the estimate.
    elo_interval: Option<[f64; 2]>,
    sprt: Option<SprtReport>,
    faults: [u64; 2],
    time: TimeControl,
    /// Is the time the processor's?
    processor_time: bool,
    seed: u64,
    /// Node signature of the search (`zenpuku bench`); the result holds for it only.
    bench: u64,
    pub(crate) finished: bool,
}

#[derive(Serialize)]
struct SprtReport {
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Verdict,
}

/// Plays the match and says how it went.
///
/// # Errors
/// As [`play`].
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let report = play(args, context)?;
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(if report.finished { Exit::Done } else { context.stop()?.exit() })
}

/// Plays what is left of the match, until the user wants to stop.
///
/// # Errors
/// If an engine cannot be started or configured, or a file cannot be read or written.
pub(crate) fn play(args: &Args, context: &Context) -> anyhow::Result<Report> {
    let stop = context.stop()?;
    let lines = read_openings(args.openings.as_deref())?;
    let teams = [
        team("--a", &args.a, args.a_engine.as_deref(), args.timer(), &stop).context("--a")?,
        team("--b", &args.b, args.b_engine.as_deref(), args.timer(), &stop).context("--b")?,
    ];
    let plan = plan(args);
    let bench = bench(&EngineOptions::default(), BENCH_DEPTH)?.nodes;
    let signature = signature(args, &plan, bench)?;
    let (done, mut save) = open_save(args.save.as_deref(), &signature)?;
    let progress = context.progress(Some(plan.pairs * 2), "games");
    let mut failed = None;
    let players: [&dyn Team; 2] = [teams[0].as_ref(), teams[1].as_ref()];
    let standing = play_pairs(&plan, &lines, players, done, &stop.flag(), |pair, standing| {
        progress.advance(2);
        progress.message(brief(standing));
        if let (Some(file), None) = (&mut save, &failed) {
            failed = append(file, pair).err();
        }
    })?;
    drop(progress);
    if let Some(error) = failed {
        return Err(error.context("the games could not be saved"));
    }
    Ok(report(args, &plan, &standing, bench))
}

fn team(
    side: &str,
    options: &str,
    program: Option<&Path>,
    timer: Timer,
    stop: &Stop,
) -> anyhow::Result<Box<dyn Team>> {
    if let Some(program) = program {
        let (program, options) = (program.to_owned(), assignments(options)?);
        return Ok(Box::new(UsiTeam { program, arguments: Vec::new(), options }));
    }
    let engine = self::options(options)?;
    if timer == Timer::Processor && engine.threads > 1 {
        anyhow::bail!(Usage::new("--processor-time measures one thread; Threads must be 1"));
    }
    if let Some(notice) = notice(&engine)? {
        output::complain(&format!("{side}: {notice}"));
    }
    Ok(Box::new(OwnTeam { options: engine, stop: stop.flag(), timer }))
}

/// What is on but without effect under these options; an error if a file they name is unusable.
fn notice(options: &EngineOptions) -> anyhow::Result<Option<String>> {
    let mut engine = Engine::new(EngineOptions { hash: 1, ..options.clone() });
    engine.prepare()?;
    Ok(engine.take_notice())
}

/// Options of our own engine from a configuration.
///
/// # Errors
/// If a word is not NAME=VALUE, or no option.
pub(crate) fn options(text: &str) -> anyhow::Result<EngineOptions> {
    let mut options = EngineOptions { hash: MATCH_HASH, ..EngineOptions::default() };
    for (name, value) in assignments(text)? {
        options.set(&name, &value).map_err(|error| Usage::new(error.to_string()))?;
    }
    Ok(options)
}

fn assignments(text: &str) -> anyhow::Result<Vec<(String, String)>> {
    let words = text.split([' ', ',', ';']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| Usage::new(format!("`{word}` is not NAME=VALUE")))?;
            Ok((name.to_owned(), value.to_owned()))
        })
        .collect()
}

fn read_openings(path: Option<&Path>) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = path else {
        return Ok(vec![Opening { start: Position::startpos(), moves: Vec::new() }]);
    };
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    openings::read(&text).with_context(|| path.display().to_string())
}

fn plan(args: &Args) -> MatchPlan {
    let stop = match (args.sprt, args.at_least) {
        (Some(sprt), _) => StopRule::Sprt(sprt),
        (None, Some(elo)) => StopRule::AtLeast(elo),
        (None, None) => StopRule::AllPairs,
    };
    MatchPlan {
        rules: GameRules {
            time: args.budget.control(),
            max_plies: args.max_plies,
            adjudication: args.adjudicate,
        },
        pairs: args.games.div_ceil(2),
        seed: args.seed,
        concurrency: usize::from(args.concurrency),
        stop,
    }
}

/// What must be the same for saved games to count: everything but the number
/// of games, the concurrency and the stop rule.
fn signature(args: &Args, plan: &MatchPlan, bench: u64) -> anyhow::Result<String> {
    let mut signature = serde_json::json!({
        "a": [&args.a, &args.a_engine],
        "b": [&args.b, &args.b_engine],
        "bench": bench,
        "openings": args.openings,
        "rules": plan.rules,
        "seed": plan.seed,
    });
    if args.processor_time {
        signature["processor_time"] = true.into();
    }
    Ok(serde_json::to_string(&signature)?)
}

/// Reads the pairs saved by an earlier run, or starts the file.
fn open_save(
    path: Option<&Path>,
    signature: &str,
) -> anyhow::Result<(Vec<PairRecord>, Option<File>)> {
    let Some(path) = path else { return Ok((Vec::new(), None)) };
    let name = || path.display().to_string();
    let mut pairs = Vec::new();
    let old = match File::open(path) {
        Ok(file) => {
            BufReader::new(file).lines().collect::<Result<Vec<_>, _>>().with_context(name)?
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(name),
    };
    if let Some(first) = old.first() {
        anyhow::ensure!(
            first == signature,
            "{} holds another match: other engines, options, time or openings, or the search has \
             changed since",
            name()
        );
        for (index, line) in old.iter().enumerate().skip(1) {
            match serde_json::from_str(line) {
                Ok(pair) => pairs.push(pair),
                // The last line of an interrupted run may be cut off.
                Err(_) if index + 1 == old.len() => {}
                Err(error) => anyhow::bail!("{} line {}: {error}", name(), index + 1),
            }
        }
    }
    let mut file = File::create(path).with_context(name)?;
    writeln!(file, "{signature}").with_context(name)?;
    pairs.iter().try_for_each(|pair| append(&mut file, pair))?;
    drop(file);
    let file = OpenOptions::new().append(true).open(path).with_context(name)?;
    Ok((pairs, Some(file)))
}

fn append(file: &mut File, pair: &PairRecord) -> anyhow::Result<()> {
    writeln!(file, "{}", serde_json::to_string(pair)?)?;
    file.flush()?;
    Ok(())
}

fn brief(standing: &Standing) -> String {
    let Standing { wins, draws, losses, .. } = standing;
    let elo = standing
        .elo()
        .map_or(String::new(), |elo| format!(" Elo {:+.0} ± {:.0}", elo.elo, elo.error));
    format!("{wins}-{draws}-{losses}{elo}")
}

fn report(args: &Args, plan: &MatchPlan, standing: &Standing, bench: u64) -> Report {
    let name = |options: &str, program: &Option<PathBuf>| match program {
        Some(program) => format!("{} {options}", program.display()).trim().to_owned(),
        None => options.to_owned(),
    };
    let elo = standing.elo();
    let sprt = args.sprt.map(|sprt| {
        let (lower, upper) = sprt.bounds();
        let verdict = sprt.verdict(&standing.pairs);
        SprtReport { llr: sprt.llr(&standing.pairs), lower, upper, verdict }
    });
    Report {
        a: name(&args.a, &args.a_engine),
        b: name(&args.b, &args.b_engine),
        games: standing.games,
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
        pairs: standing.pairs.0,
        elo: elo.map(|elo| elo.elo),
        elo_error: elo.map(|elo| elo.error),
        elo_interval: elo.map(|elo| [elo.low, elo.high]),
        sprt,
        faults: standing.faults,
        time: plan.rules.time,
        processor_time: args.processor_time,
        seed: plan.seed,
        bench,
        finished: standing.decided(plan.stop) || standing.games >= plan.pairs * 2,
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    for (name, options) in [("A", &report.a), ("B", &report.b)] {
        let options = if options.is_empty() { "(defaults)" } else { options };
        output::line(format_args!("{name}: {options}"))?;
    }
    output::line(format_args!(
        "{} games: A won {}, drew {}, lost {}; pairs by A's points 0..2: {:?}",
        report.games, report.wins, report.draws, report.losses, report.pairs
    ))?;
    if let (Some(elo), Some(error), Some([low, high])) =
        (report.elo, report.elo_error, report.elo_interval)
    {
        output::line(format_args!(
            "Elo of A above B: {elo:+.1} ± {error:.1} (95 %: {low:+.0} to {high:+.0})"
        ))?;
    }
    if let Some(sprt) = &report.sprt {
        output::line(format_args!(
            "SPRT: {:?}, log likelihood ratio {:.2} in ({:.2}, {:.2})",
            sprt.verdict, sprt.llr, sprt.lower, sprt.upper
        ))?;
    }
    if report.faults != [0, 0] {
        let [a, b] = report.faults;
        output::line(format_args!("Games lost by illegal moves, time or crashes: A {a}, B {b}"))?;
    }
    output::line(format_args!("Bench: {}", report.bench))?;
    if !report.finished {
        output::line("interrupted; the same command with --save goes on where it was")?;
    }
    Ok(())
}
