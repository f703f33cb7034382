//! `zenpuku match`: plays engines against each other and reports Elo with intervals.

mod budget;
mod records;
pub(crate) mod report;
mod save;
mod side;
pub(crate) mod standings;
pub(crate) mod tournament;

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::game::{GameRules, Terms};
use zenpuku_arena::matches::{EngineFactory, MatchPlan, MatchScore, StopRule, run as play_pairs};
use zenpuku_arena::openings::{self, Opening};
use zenpuku_arena::player::MATE_CP;
use zenpuku_arena::sprt::Sprt;
use zenpuku_shogi_engine::{BENCH_DEPTH, EngineOptions, Timer, bench};

use crate::context::Context;
use crate::exit::Exit;
use crate::{files, output};
use budget::{Budget, SecondBudget, parse_pair};
pub(crate) use records::pair_of_file;
use records::{Folder, RecordFormat};
pub(crate) use report::Report;
pub(crate) use save::read_saved;
use side::Side;
pub(crate) use side::{options, prepared};
pub(crate) use standings::{Standings, StandingsReport};

/// Arguments of `zenpuku match`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku match --a Profile=default --b Profile=foundation --nodes 20000 --games 200\n  \
    zenpuku match --a '' --b 'NullMovePruning=off' --movetime 100 --sprt 0,20 --save games.jsonl\n  \
    zenpuku match --a Threads=2 --b-engine ./other-engine --byoyomi 1000 --games 100\n  \
    zenpuku match --b-engine ./other-engine --b Threads=1,USI_OwnBook=false --nodes 50000 \\\n      \
    --b-nodes 100000 --b-score-percent 50 --save games.jsonl\n  \
    zenpuku match --a @tuned.txt --nodes 20000 --sprt 0,5\n  \
    zenpuku match --player 'new: ' --player 'plain: Profile=foundation' \\\n      \
    --player 'other: ./other-engine | Threads=1' --nodes 20000 --games 20 --report table\n\n\
    A configuration is a list of NAME=VALUE (any option of `zenpuku usi` or of the other program),\n\
    separated by blanks or commas; @FILE stands for the lines of a profile file. Values with blanks\n\
    or commas go into --a-set and --b-set. Without a budget every move has 100 ms.\n\n\
    An interrupted match resumes when --save names the same file again, with the same\n\
    search, evaluation and programs. A pair of games that repeats an earlier game move for move is\n\
    reported and left out of every figure.\n\n\
    Three or more --player play a tournament: --games each time two of them meet, under one\n\
    budget. Ratings are by Bradley and Terry, with draws and the worth of the first move.\n\
    `zenpuku ratings` rates finished games: --save files, records, ShogiArena's game.db.\n\n\
    ProbCut is fitted to the built-in evaluations and off with any other: to compare evaluations,\n\
    put ProbCut=off on both sides.")]
pub struct Args {
    /// Options of the first engine
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    a: String,
    /// Options of the second engine
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    b: String,
    /// One more option of the first engine, taken whole (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    a_set: Vec<String>,
    /// One more option of the second engine, taken whole (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    b_set: Vec<String>,
    /// USI program that plays as the first engine instead of our own
    #[arg(long, value_name = "PROGRAM")]
    a_engine: Option<PathBuf>,
    /// USI program that plays as the second engine instead of our own
    #[arg(long, value_name = "PROGRAM")]
    b_engine: Option<PathBuf>,
    /// Argument of the first engine's program (repeatable)
    #[arg(long, value_name = "ARGUMENT", requires = "a_engine", allow_hyphen_values = true)]
    a_arg: Vec<String>,
    /// Argument of the second engine's program (repeatable)
    #[arg(long, value_name = "ARGUMENT", requires = "b_engine", allow_hyphen_values = true)]
    b_arg: Vec<String>,
    /// Games at most, an even number: every opening is played twice, colours swapped
    #[arg(long, default_value_t = 100, value_parser = parse_games)]
    games: u64,
    /// Start lines, one a line (`startpos moves ...` or SFEN) [default: 800 lines of 16 plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    second: SecondBudget,
    /// Milliseconds by which a clock may be overstepped without loss: pipes and a busy machine
    #[arg(long, value_name = "MS", default_value_t = 0)]
    time_margin: u64,
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
    /// Scale the first engine's scores to PERCENT when a game is adjudicated
    #[arg(long, value_name = "PERCENT", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    a_score_percent: u32,
    /// Scale the second engine's scores to PERCENT when a game is adjudicated
    #[arg(long, value_name = "PERCENT", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    b_score_percent: u32,
    /// End a game when both engines agree on SCORE centipawns for PLIES plies; `mate` as SCORE:
    /// when both see the same mate; `off` plays on
    #[arg(long, default_value = "2000,8", value_name = "SCORE,PLIES", value_parser = parse_adjudication)]
    adjudicate: Adjudication,
    /// Stop when H0 (ELO0) or H1 (ELO1) is accepted at error rates of ALPHA and BETA [default: 5 %]
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = parse_sprt, conflicts_with = "at_least")]
    sprt: Option<Sprt>,
    /// Stop when the 95 % interval is above ELO, after at least 50 games
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    at_least: Option<f64>,
    /// Save every pair of games in this file and resume from the pairs in it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A player of a tournament, `NAME: OPTIONS` or `NAME: PROGRAM ARGUMENTS | OPTIONS` (three times
    /// or more)
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["a", "b", "a_set", "b_set", "a_engine",
        "b_engine", "SecondBudget", "a_score_percent", "b_score_percent", "sprt", "at_least",
        "first_pair"])]
    player: Vec<String>,
    /// Who meets whom in a tournament
    #[arg(long, value_enum, default_value_t = Schedule::RoundRobin, requires = "player")]
    schedule: Schedule,
    /// Rounds of a Swiss tournament [default: one more than a knock-out has]
    #[arg(long, requires = "player", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Keep table, ratings with plot, and JSON of a tournament up to date in this folder
    #[arg(long, value_name = "FOLDER", requires = "player")]
    report: Option<PathBuf>,
    /// Write every game as a record into this folder: a file each, or all in game.db. Records of
    /// another match are never overwritten
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Format of the records
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RecordFormat::Kif)]
    record_format: RecordFormat,
    /// Number of the first pair of games: a part of a match that is played on several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 40))]
    first_pair: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Schedule {
    /// Everybody meets everybody
    RoundRobin,
    /// The first player meets every other
    Gauntlet,
    /// In every round players of about equal points meet
    Swiss,
}

impl Args {
    fn timer(&self) -> Timer {
        if self.processor_time { Timer::Processor } else { Timer::Wall }
    }

    fn sides(&self) -> anyhow::Result<[Side; 2]> {
        let a = Side::new(&self.a, &self.a_set, self.a_engine.as_deref(), &self.a_arg);
        let b = Side::new(&self.b, &self.b_set, self.b_engine.as_deref(), &self.b_arg);
        Ok([a.context("--a")?, b.context("--b")?])
    }
}

fn parse_games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(games @ 2..=1_000_000) if games % 2 == 0 => Ok(games),
        Ok(2..=1_000_000) => {
            Err("games are played in pairs with colours swapped: an even number is expected".into())
        }
        _ => Err("an even number from 2 to 1000000 is expected".into()),
    }
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let parse =
        |part: &str| part.trim().parse::<f64>().map_err(|_| format!("`{part}` is not a number"));
    let numbers = text.split(',').map(parse).collect::<Result<Vec<_>, _>>()?;
    let test = match numbers[..] {
        [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
        _ => return Err("two or four numbers with commas are expected".into()),
    };
    test.checked().map_err(|error| error.to_string())
}

pub(crate) fn parse_adjudication(text: &str) -> Result<Adjudication, String> {
    if text == "off" {
        return Ok(Adjudication::OFF);
    }
    let text = text.replace("mate", &MATE_CP.to_string());
    let (win_score, win_plies) = parse_pair(&text)?;
    let win_plies = u32::try_from(win_plies).map_err(|_| "PLIES is out of range".to_owned())?;
    Ok(Adjudication { win_plies, win_score })
}

/// Plays the match and says how it went.
///
/// # Errors
/// As [`play`].
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if !args.player.is_empty() {
        return tournament::run(args, context);
    }
    let report = play(args, context)?;
    if args.json {
        output::json(&report)?;
    } else {
        report.print()?;
    }
    Ok(if report.finished { Exit::Done } else { Exit::after(&context.stop()?) })
}

/// Plays the rest of the match, until the user stops it.
///
/// # Errors
/// If an engine cannot be started or configured, or a file cannot be read or written.
pub(crate) fn play(args: &Args, context: &Context) -> anyhow::Result<Report> {
    let stop = context.stop()?;
    let lines = read_openings(args.openings.as_deref())?;
    let sides = args.sides()?;
    let factories = [
        sides[0].factory("--a", args.timer(), &stop).context("--a")?,
        sides[1].factory("--b", args.timer(), &stop).context("--b")?,
    ];
    let plan = plan(args);
    let bench = bench(&EngineOptions::default(), BENCH_DEPTH)?.nodes;
    let described =
        [sides[0].description(&stop).context("--a")?, sides[1].description(&stop).context("--b")?];
    let signature = save::signature(args, &plan, &described, bench);
    let (done, mut save) = save::open(args.save.as_deref(), &signature)?;
    let mut folder = folder(args, plan.first..plan.first + plan.pairs, &done)?;
    let names = report::names(args).map(report::named);
    let progress = context.progress(Some(plan.pairs * 2), "games");
    let mut failed = None;
    let players: [&dyn EngineFactory; 2] = [factories[0].as_ref(), factories[1].as_ref()];
    let standing = play_pairs(&plan, &lines, players, done, &stop.clone(), |pair, standing| {
        progress.advance(2);
        progress.message(brief(standing));
        if let (Some(saving), None) = (&mut save, &failed) {
            failed = saving.append(pair).err();
        }
        if let (Some(folder), None) = (&mut folder, &failed) {
            let names = names.each_ref().map(String::as_str);
            failed = folder.write(pair.pair, names, &pair.games).err();
        }
    })?;
    drop(progress);
    if let Some(error) = failed {
        return Err(error.context("the games could not be saved"));
    }
    Ok(Report::new(args, &plan, &standing, described, bench))
}

/// The folder of records for pairs of these numbers, of which `done` are known.
fn folder<T: save::Unit>(
    args: &Args,
    numbers: Range<u64>,
    done: &[T],
) -> anyhow::Result<Option<Folder>> {
    let done = done.iter().map(T::number).collect();
    let folder =
        args.records.as_ref().map(|path| Folder::new(path, args.record_format, numbers, done));
    folder.transpose()
}

/// Reads start lines; those of the program without a file. Bad lines are named and skipped.
///
/// # Errors
/// If the file cannot be read or has no valid line.
pub(crate) fn read_openings(path: Option<&Path>) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = path else { return Ok(openings::built_in()) };
    let name = path.display();
    let text = files::read_text(path).with_context(|| name.to_string())?;
    let mut lines = Vec::new();
    for line in openings::read_each(&text) {
        match line {
            Ok(line) => lines.push(line),
            Err(error) => output::complain(&format!("warning: {name}, {error}: skipped")),
        }
    }
    anyhow::ensure!(!lines.is_empty(), "{name}: {}", openings::OpeningError::Empty);
    Ok(lines)
}

/// The rules of every game, with the first engine's terms for both.
fn rules(args: &Args) -> GameRules {
    let terms = Terms { time: args.budget.control(), score_percent: args.a_score_percent };
    GameRules {
        terms: [terms; 2],
        margin_ms: args.time_margin,
        max_plies: args.max_plies,
        adjudication: args.adjudicate,
    }
}

fn plan(args: &Args) -> MatchPlan {
    let stop = match (args.sprt, args.at_least) {
        (Some(sprt), _) => StopRule::Sprt(sprt),
        (None, Some(elo)) => StopRule::AtLeast(elo),
        (None, None) => StopRule::AllPairs,
    };
    let both = rules(args);
    let first = both.terms[0];
    let time = args.second.control().unwrap_or(first.time);
    let second = Terms { time, score_percent: args.b_score_percent };
    MatchPlan {
        rules: GameRules { terms: [first, second], ..both },
        first: args.first_pair,
        pairs: args.games / 2,
        seed: args.seed,
        concurrency: usize::from(args.concurrency),
        stop,
    }
}

fn brief(standing: &MatchScore) -> String {
    let MatchScore { wins, draws, losses, .. } = standing;
    let elo = standing
        .elo()
        .map_or(String::new(), |elo| format!(" Elo {:+.0} to {:+.0}", elo.low, elo.high));
    format!("{wins}-{draws}-{losses}{elo}")
}
