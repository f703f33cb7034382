//! `zenpuku learn relabel`: old games with values of a deeper search or a newer network.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use zenpuku_shogi_engine::{Engine, evaluation_checksum};
use zenpuku_shogi_learn::folder;
use zenpuku_shogi_learn::relabel::{Event, Plan, Run};

use crate::context::Context;
use crate::engine_args::SettingArgs;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku learn relabel`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn relabel games --out deeper --nodes 20000 --threads 2\n  \
    zenpuku learn relabel games-1 games-2 --out again --set EvalFile=new.zpnet\n  \
    zenpuku learn relabel games --out few --nodes 5000 --every 5 --trainable-only --threads 2\n  \
    zenpuku learn relabel games/games-000007.zst --first 7 --out deeper\n\n\
    Moves and results stay; scored positions are searched again, the others are left without a \
    value. The same command with the same folder resumes an interrupted or killed run, and \
    ends with the same bytes.")]
pub(super) struct Args {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Folder for the games with new values
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Number of the first new file: for a part of the files on another machine
    #[arg(long, default_value_t = 0, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(..1_000_000))]
    first: u32,
    /// Nodes of each search
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Search one in this number of positions of a game, because neighbours are similar
    #[arg(long, default_value_t = 1, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Search only what training takes: no check, no capture or promotion played, and an old value
    /// within 3,000 centipawns
    #[arg(long)]
    trainable_only: bool,
    /// Files at a time, one thread each
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of each transposition table in MiB
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    #[command(flatten)]
    setting: SettingArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn relabel --json`.
#[derive(Serialize)]
struct Report {
    files: usize,
    games: u64,
    positions: u64,
    seconds: f64,
}

/// Searches and writes.
///
/// # Errors
/// If games cannot be read, the folder holds others, or the engine fails.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let options = args.setting.options(1, args.hash)?;
    let sources = folder::files(&args.games)?;
    if sources.is_empty() {
        return Err(Usage::new("no games there").into());
    }
    if args.games.iter().any(|path| path.is_dir() && same_folder(path, &args.out)) {
        return Err(Usage::new("--out: the games' own folder; choose another").into());
    }
    let mut engine = Engine::new(options.clone());
    engine.prepare()?;
    output::notices(&mut engine);
    let (set, profile) = (args.setting.assignments(), &args.setting.profile);
    let plan = Plan {
        nodes: args.nodes,
        every: args.every,
        trainable_only: args.trainable_only,
        hash: args.hash as usize,
        engine: format!("Profile={profile} Evaluation={}{set}", options.eval),
        checksum: evaluation_checksum(options.eval, &options.params, engine.eval_data()),
    };
    let stop = context.stop()?;
    let progress = context.progress(Some(sources.len() as u64), "files");
    let (games, positions, start) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    let run = Run {
        plan: &plan,
        options: &options,
        sources: &sources,
        first: args.first,
        folder: &args.out,
        program: crate::PROGRAM,
        stop: &stop.clone(),
        observer: &|event| match event {
            Event::Found(_) | Event::Shard(_) => progress.advance(1),
            Event::Game(more) => {
                games.fetch_add(1, Ordering::Relaxed);
                let more = more as u64;
                let all = positions.fetch_add(more, Ordering::Relaxed) + more;
                let speed = all as f64 / start.elapsed().as_secs_f64().max(1e-3);
                progress.message(format!("{speed:.1} positions/s"));
            }
        },
    };
    run.run(usize::from(args.threads))?;
    let report = Report {
        files: sources.len(),
        games: games.load(Ordering::Relaxed),
        positions: positions.load(Ordering::Relaxed),
        seconds: start.elapsed().as_secs_f64(),
    };
    if args.json {
        output::json(&report)?;
    } else {
        output::line(format_args!(
            "{} files; {} games with {} positions got new values now, in {:.0} s",
            report.files, report.games, report.positions, report.seconds
        ))?;
    }
    Ok(Exit::after(&stop))
}

fn same_folder(one: &std::path::Path, other: &std::path::Path) -> bool {
    let real = |path: &std::path::Path| path.canonicalize().ok();
    real(one).is_some_and(|one| Some(one) == real(other))
}
