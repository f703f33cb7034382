//! `zenpuku learn judge`: every evaluation against the results of games.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, Timer};
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_learn::judge::search::Searches;
use zenpuku_shogi_learn::judge::{Positions, Verdict};

use crate::arguments::TimeArgs;
use crate::context::Context;
use crate::engine_args::SettingArgs;
use crate::exit::Exit;
use crate::{files, output};

/// Arguments of `zenpuku learn judge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn judge positions.jsonl\n  \
    zenpuku learn judge positions.jsonl --search nnue classic --time 1 --sample 500\n  \
    zenpuku learn judge positions.jsonl --search nnue --nodes 1000 --set EvalFile=new.zpnet\n\n\
    A line of the file is a JSON object: sfen, eval (centipawns for the side to move), \
    gameResult (1: Black won, 2: White won) and, for searches, bestmove. The values of the \
    evaluations are static; with --search those of searches are judged, too, and how often \
    they play the listed move.")]
pub(super) struct Args {
    /// Positions with an engine's value and the game's result, one a line
    #[arg(value_name = "FILE")]
    positions: PathBuf,
    /// Search the positions with these evaluations, too
    #[arg(long, num_args = 1.., value_name = "EVALUATION")]
    search: Vec<EvalKind>,
    /// Time of a search; a second without any limit.
    #[command(flatten)]
    time: TimeArgs,
    /// Nodes of a search; without any limit it takes a second
    #[arg(long, conflicts_with = "TimeArgs", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Count the processor time of a search, not time on the wall: equal time on a busy machine
    #[arg(long)]
    processor_time: bool,
    /// Number of positions used, evenly spread over the file
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Positions searched at a time
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// The engine that searches; files of weights that it names are judged statically, too.
    #[command(flatten)]
    engine: SettingArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Time of a search without any limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The JSON of `zenpuku learn judge --json`.
#[derive(Serialize)]
struct Report {
    positions: usize,
    evaluations: Vec<Verdict>,
    searches: Vec<Verdict>,
}

/// Judges and prints.
///
/// # Errors
/// If the file cannot be read; a bad line is named.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let searches = searches(args)?;
    let positions = read(args)?;
    let mut report = Report {
        positions: positions.len(),
        evaluations: statically(&searches.options, &positions)?,
        searches: Vec::new(),
    };
    if !args.json {
        output::line(HEADER)?;
        report.evaluations.iter().try_for_each(|verdict| print(verdict, ""))?;
    }
    let stop = context.stop()?;
    for &kind in &args.search {
        let progress = context.progress(Some(positions.len() as u64), "positions");
        let searched = || progress.advance(1);
        let found = searches.verdict(kind, &positions, &stop.clone(), searched)?;
        drop(progress);
        let Some(verdict) = found else { return Ok(Exit::Interrupted) };
        if !args.json {
            print(&verdict, ", searched")?;
        }
        report.searches.push(verdict);
    }
    if args.json {
        output::json(&report)?;
    }
    Ok(Exit::Done)
}

/// The static values of every evaluation, with the files of weights that the options name.
fn statically(options: &EngineOptions, positions: &Positions) -> anyhow::Result<Vec<Verdict>> {
    let mut engine = Engine::new(options.clone());
    engine.prepare()?;
    Ok(positions.verdicts(&options.params, engine.eval_data()))
}

fn read(args: &Args) -> anyhow::Result<Positions> {
    let name = || args.positions.display().to_string();
    let text = files::read_text(&args.positions).with_context(name)?;
    let mut positions = Positions::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}: line {}", args.positions.display(), index + 1);
        positions.add(line).with_context(place)?;
    }
    anyhow::ensure!(!positions.is_empty(), "{}: no position", args.positions.display());
    if let Some(count) = args.sample {
        positions.thin_out(count as usize);
    }
    Ok(positions)
}

fn searches(args: &Args) -> anyhow::Result<Searches> {
    let movetime = args.nodes.is_none().then(|| args.time.limit().unwrap_or(USUAL_TIME));
    let timer = if args.processor_time { Timer::Processor } else { Timer::Wall };
    Ok(Searches {
        options: args.engine.options(1, HASH)?,
        limits: SearchLimits { nodes: args.nodes, movetime, timer, ..SearchLimits::default() },
        threads: args.threads.into(),
    })
}

/// Transposition table of a search, in MiB: each search clears it first.
const HASH: u32 = 64;

const HEADER: &str =
    "evaluation                correlation  scale  log loss  winner named %  listed move %";

fn print(verdict: &Verdict, how: &str) -> anyhow::Result<()> {
    let Verdict { evaluation, correlation, scale, log_loss, winner_named, agreement } = verdict;
    let scale = scale.map_or_else(|| "-".to_owned(), |scale| format!("{scale:.0}"));
    let agreement = agreement.map_or_else(|| "-".to_owned(), |part| format!("{:.1}", 100.0 * part));
    output::line(format_args!(
        "{:<25} {correlation:>11.3} {scale:>6} {log_loss:>9.4} {:>15.1} {agreement:>14}",
        format!("{evaluation}{how}"),
        100.0 * winner_named
    ))
}
