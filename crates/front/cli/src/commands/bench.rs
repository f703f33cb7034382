//! `zenpuku bench`: the node-count signature of the search, and its speed.

use std::time::Duration;

use serde::Serialize;

use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{BENCH_DEPTH, BENCH_POSITIONS, Engine, SearchLimits, SearchRequest};

use crate::context::Context;
use crate::engine_args::EngineArgs;
use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku bench\n  \
    zenpuku bench --depth 7 --profile foundation --set KillerMoves=off --json\n  \
    zenpuku bench --nodes 1000000 --threads 2\n\n\
    With one thread the number of nodes is a signature: it changes exactly when the search or \
    the evaluation does.")]
pub struct Args {
    /// Plies to search each position to
    #[arg(short, long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: u32,
    /// Nodes to search in each position instead
    #[arg(short, long, conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku bench --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Bench"))]
pub(crate) struct Report<'a> {
    /// Nodes of all positions together: the signature of the search.
    nodes: u64,
    /// Time used.
    seconds: f64,
    /// Nodes a second.
    nps: u64,
    /// Search threads.
    threads: usize,
    /// The profile.
    profile: &'a str,
    /// What `--set` changed.
    set: &'a [String],
    /// The evaluation.
    eval: &'static str,
    /// Number of positions.
    positions: usize,
    /// Plies of each search; absent with `--nodes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    depth: Option<u32>,
    /// Size of the transposition table in MiB.
    hash: usize,
}

/// Searches the fixed positions, each with an empty table, and prints the sums.
///
/// # Errors
/// If the options are wrong, memory is short, or stdout cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let options = args.engine.options()?;
    let limits = match args.nodes {
        Some(nodes) => SearchLimits::nodes(nodes),
        None => SearchLimits::depth(args.depth),
    };
    let stop = context.stop()?;
    let progress = context.progress(Some(BENCH_POSITIONS.len() as u64), "positions");
    let mut engine = Engine::new(options.clone());
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for sfen in BENCH_POSITIONS {
        let Some((more, longer)) = search(&mut engine, sfen, &limits, &stop)? else {
            return Ok(Exit::Interrupted);
        };
        nodes += more;
        time += longer;
        progress.advance(1);
    }
    drop(progress);
    let seconds = time.as_secs_f64();
    let report = Report {
        nodes,
        seconds,
        nps: (nodes as f64 / seconds.max(1e-9)) as u64,
        threads: options.threads,
        profile: &args.engine.setting.profile,
        set: &args.engine.setting.set,
        eval: engine.eval_kind().name(),
        positions: BENCH_POSITIONS.len(),
        depth: limits.depth,
        hash: options.hash,
    };
    print(&report, args.json)?;
    Ok(Exit::Done)
}

/// Nodes and time of one search, `None` after Ctrl-C.
fn search(
    engine: &mut Engine,
    sfen: &str,
    limits: &SearchLimits,
    stop: &StopToken,
) -> anyhow::Result<Option<(u64, Duration)>> {
    engine.new_game();
    engine.set_position(Position::from_sfen(sfen)?)?;
    let search = engine.start(SearchRequest::from(limits).stopped_by(stop))?;
    let result = search.wait().ok_or_else(|| anyhow::anyhow!("the search broke off in {sfen}"))?;
    Ok(Some((result.nodes, result.time)).filter(|_| !stop.is_stopped()))
}

fn print(report: &Report<'_>, json: bool) -> anyhow::Result<()> {
    if json {
        return output::json(report);
    }
    output::line(format_args!(
        "{} nodes in {:.3} s, {} nodes/s ({} positions, {} threads, profile {}, evaluation {})",
        report.nodes,
        report.seconds,
        report.nps,
        report.positions,
        report.threads,
        report.profile,
        report.eval
    ))
}
