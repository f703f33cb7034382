//! `zenpuku perft`: counts the leaves of the move tree, the test and the speed
//! of the rules.

use std::time::Instant;

use serde::Serialize;

use zenpuku_shogi::{Move, Position, STARTPOS, divide_parallel, perft_parallel, perft_plain};

use crate::background;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku perft`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku perft --depth 5\n  \
    zenpuku perft --depth 3 --divide --sfen '8k/9/8K/9/9/9/9/9/9 b R 1'\n  \
    zenpuku perft --depth 6 --threads 2 --json")]
pub struct Args {
    /// Plies to look ahead
    #[arg(short, long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// Position in SFEN; default: the even start position
    #[arg(short, long)]
    sfen: Option<String>,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Play every move, also the last one, instead of counting lists
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    plain: bool,
    /// Threads that share the moves of the position
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku perft --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Perft"))]
pub(crate) struct Report {
    /// Plies.
    depth: u8,
    /// Leaves.
    nodes: u64,
    /// Time used.
    seconds: f64,
    /// Leaves a second.
    nps: u64,
    /// The leaves below each move; absent without `--divide`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Branch>>", optional))]
    moves: Vec<Branch>,
}

/// The leaves below one move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PerftMove"))]
struct Branch {
    /// The move.
    usi: String,
    /// Leaves below it.
    nodes: u64,
}

/// Counts and prints.
///
/// # Errors
/// If the SFEN is not a position, or stdout cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let position = Position::from_sfen(args.sfen.as_deref().unwrap_or(STARTPOS))
        .map_err(|error| Usage::new(format!("--sfen: {error}")))?;
    let stop = context.stop()?;
    let progress = context.progress(None, "perft");
    let start = Instant::now();
    let (depth, plain, divide, threads) =
        (args.depth, args.plain, args.divide, usize::from(args.threads));
    let counting = move || count(&position, depth, plain, divide, threads);
    let Some((nodes, branches)) = background::until_stopped(&stop, counting)? else {
        return Ok(Exit::Interrupted);
    };
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);
    let moves = branches.iter().map(|&(mv, nodes)| Branch { usi: mv.to_string(), nodes }).collect();
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    print(&Report { depth, nodes, seconds, nps, moves }, args.json)?;
    Ok(Exit::Done)
}

fn count(
    position: &Position,
    depth: u8,
    plain: bool,
    divide: bool,
    threads: usize,
) -> (u64, Vec<(Move, u64)>) {
    if plain {
        (perft_plain(position, depth), Vec::new())
    } else if divide {
        let branches = divide_parallel(position, depth, threads);
        (branches.iter().map(|(_, leaves)| leaves).sum(), branches)
    } else {
        (perft_parallel(position, depth, threads), Vec::new())
    }
}

fn print(report: &Report, json: bool) -> anyhow::Result<()> {
    if json {
        return output::json(report);
    }
    for branch in &report.moves {
        output::line(format_args!("{}: {}", branch.usi, branch.nodes))?;
    }
    output::line(format_args!(
        "depth {}: {} nodes in {:.3} s, {} nodes/s",
        report.depth, report.nodes, report.seconds, report.nps
    ))
}
