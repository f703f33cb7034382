//! `zenpuku tune`: tunes rows of the parameter table by games.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::GameRules;
use zenpuku_shogi_engine::Timer;
use zenpuku_shogi_learn::tune::{Event, Spsa, TunePlan, choose, run as tune, show};

use crate::arguments::TimeArgs;
use crate::commands::match_::read_openings;
use crate::context::Context;
use crate::engine_args::assign_all;
use crate::exit::{Exit, Usage};
use crate::output;

/// The result in the folder: a profile file.
const PROFILE: &str = "profile.txt";

/// Arguments of `zenpuku tune`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku tune --rows 'Lmr*,NullMove*' --games 20000 --nodes 1500 --concurrency 2 --out tuned\n  \
    zenpuku tune --rows 'group:Late move*,-LmrMinDepth' --games 5000 --time 0.02 --out tuned\n  \
    zenpuku tune --rows '*Margin' --set EvalFile=net.nnue --set ProbCut=off --out tuned\n  \
    zenpuku match --a @tuned/profile.txt --b '' --time 0.1 --sprt 0,10\n\n\
    Two settings around the present one play a pair of games; every row moves a little towards \
    what won (SPSA). The folder holds the journal, profile.txt for `--set @FILE`, `zenpuku match` \
    and the USI option ProfileFile, a table and a plot of each row. An interrupted tuning \
    resumes when the same command names the same folder; its result needs a match as \
    confirmation.")]
pub struct Args {
    /// Rows: names, patterns with `*`, `group:NAME`, with `-` before it to leave out; by commas
    #[arg(long, value_name = "ROWS")]
    rows: String,
    /// Folder of the tuning
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// List the rows with value, range and step, without playing
    #[arg(long)]
    list: bool,
    /// Games in all, two a step
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    games: u64,
    /// Nodes a move [default: 1500]
    #[arg(long, conflicts_with = "TimeArgs", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Processor time a move.
    #[command(flatten)]
    time: TimeArgs,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Pairs of games from the same values before these move
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    batch: u16,
    /// Step of a row for a pair won at the end, in squared perturbations
    #[arg(long, default_value_t = 0.003, value_name = "GAIN")]
    gain: f64,
    /// Perturbation at the end, in steps of the table
    #[arg(long, default_value_t = 1.0, value_name = "STEPS")]
    perturbation: f64,
    /// Chooses perturbations and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start lines, one a line (`startpos moves ...` or SFEN) [default: 800 lines of 16 plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A game of this many plies is a draw
    #[arg(long, default_value_t = 256, value_name = "PLIES")]
    max_plies: usize,
    /// End a game when both sides agree on SCORE centipawns for PLIES plies; `off` plays on
    #[arg(long, default_value = "1500,6", value_name = "SCORE,PLIES",
        value_parser = crate::commands::match_::parse_adjudication)]
    adjudicate: Adjudication,
    /// Size of each transposition table in MiB
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    /// Any engine option, or @FILE, a profile file to begin with (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku tune --json`.
#[derive(Serialize)]
struct Report {
    games: u64,
    rows: Vec<RowReport>,
    profile: PathBuf,
    seed: u64,
    gain: f64,
    perturbation: f64,
    fingerprint: String,
    finished: bool,
}

#[derive(Serialize)]
struct RowReport {
    name: &'static str,
    from: String,
    to: String,
}

/// Tunes, or lists the rows.
///
/// # Errors
/// If the arguments are wrong, a file cannot be read or written, or the engine fails.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let plan = plan(args)?;
    let Some(folder) = args.out.as_ref().filter(|_| !args.list) else {
        list(&plan)?;
        return Ok(Exit::Done);
    };
    let lines = read_openings(args.openings.as_deref())?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let stop = context.stop()?;
    let progress = context.progress(Some(plan.pairs), "pairs");
    let mut done = 0;
    let (spsa, course) = tune(&plan, &lines, folder, &stop.clone(), |event| {
        if let Event::Learned(spsa) = event {
            progress.advance(spsa.done() - done);
            done = spsa.done();
            progress.message(brief(&plan, spsa));
        }
    })?;
    drop(progress);
    write(&plan, &spsa, &course, folder)?;
    let finished = spsa.done() >= plan.pairs;
    if args.json {
        output::json(&report(args, &plan, &spsa, folder)?)?;
    } else {
        output::line(show::table(&plan, &spsa)?.to_text())?;
        if !finished {
            output::line("interrupted; the same command resumes it")?;
        }
    }
    Ok(if finished { Exit::Done } else { Exit::after(&stop) })
}

fn plan(args: &Args) -> anyhow::Result<TunePlan> {
    let positive = |name: &str, value: f64| {
        let usable = value.is_finite() && value > 0.0;
        anyhow::ensure!(usable, Usage::new(format!("--{name} is a number above 0")));
        Ok(value)
    };
    let mut options = super::match_::options("")?;
    options.hash = args.hash as usize;
    assign_all(&mut options, "--set", &args.set)?;
    anyhow::ensure!(options.threads == 1, Usage::new("games are tuned by one thread each"));
    let rows = choose(&args.rows).map_err(|error| Usage::new(format!("--rows: {error}")))?;
    let (time, timer) = match args.time.milliseconds() {
        Some(ms) => (TimeControl::MoveTime(ms), Timer::Processor),
        None => (TimeControl::Nodes(args.nodes.unwrap_or(1500)), Timer::Wall),
    };
    Ok(TunePlan {
        rows,
        options,
        rules: GameRules::even(time, args.max_plies, args.adjudicate),
        timer,
        pairs: args.games.div_ceil(2),
        gain: positive("gain", args.gain)?,
        scale: positive("perturbation", args.perturbation)?,
        seed: args.seed,
        batch: usize::from(args.batch),
        threads: usize::from(args.concurrency),
    })
}

fn list(plan: &TunePlan) -> anyhow::Result<()> {
    for row in &plan.rows {
        output::line(format_args!(
            "{:<32} {:>8} in {} to {}, step {} {} ({})",
            row.name,
            row.text(row.raw(&plan.options.params)),
            row.text(row.min),
            row.text(row.max),
            row.text(row.step),
            row.unit,
            row.group
        ))?;
    }
    Ok(())
}

/// The rows that have moved most, for the progress bar.
fn brief(plan: &TunePlan, spsa: &Spsa) -> String {
    let start = plan.spsa();
    let moved = |index: usize| {
        (spsa.values()[index] - start.values()[index]) / f64::from(plan.rows[index].step.max(1))
    };
    let mut order: Vec<usize> = (0..plan.rows.len()).collect();
    order.sort_by(|&a, &b| moved(b).abs().total_cmp(&moved(a).abs()));
    let words = order
        .iter()
        .take(3)
        .map(|&index| format!("{} {:+.1} steps", plan.rows[index].name, moved(index)));
    words.collect::<Vec<_>>().join(", ")
}

/// Writes profile, table and plots.
fn write(plan: &TunePlan, spsa: &Spsa, course: &show::Course, folder: &Path) -> anyhow::Result<()> {
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    save(PROFILE, &show::profile(plan, spsa))?;
    let table = show::table(plan, spsa)?;
    save("tune.csv", &table.to_csv())?;
    for (name, svg) in show::plots(plan, course)? {
        save(&format!("{name}.svg"), &svg)?;
    }
    Ok(())
}

fn report(args: &Args, plan: &TunePlan, spsa: &Spsa, folder: &Path) -> anyhow::Result<Report> {
    let values = spsa.rounded();
    let row = |(index, row): (usize, &&'static zenpuku_params::Row)| RowReport {
        name: row.name,
        from: row.text(row.raw(&plan.options.params)),
        to: row.text(values[index]),
    };
    Ok(Report {
        games: spsa.done() * 2,
        rows: plan.rows.iter().enumerate().map(row).collect(),
        profile: folder.join(PROFILE),
        seed: args.seed,
        gain: args.gain,
        perturbation: args.perturbation,
        fingerprint: format!("{:016x}", zenpuku_shogi_engine::fingerprint(&plan.options)?),
        finished: spsa.done() >= plan.pairs,
    })
}
