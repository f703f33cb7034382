//! `zenpuku lab`: the papers' experiments.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use zenpuku_arena::usi_process::UsiCommand;
use zenpuku_lab::journal::{Forgetful, JournalFile};
use zenpuku_lab::output::{JOURNAL, to_json, write};
use zenpuku_lab::{
    Experiment, Findings, LabError, Progress, RunOptions, Session, experiments, find,
};

use crate::context::Context;
use crate::engine_args::assignments;
use crate::exit::{Exit, Usage};
use crate::output;

/// The commit this binary was built from, or `unknown`.
const COMMIT: &str = env!("ZENPUKU_COMMIT");

/// Arguments of `zenpuku lab`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku lab --list\n  \
    zenpuku lab tree --quick\n  \
    zenpuku lab tree --out results/tree\n  \
    zenpuku lab futility --movetime 1000\n  \
    zenpuku lab techniques --out experiments\n  \
    zenpuku lab probcut regression --data games.jsonl\n  \
    zenpuku lab search-profile --against ./other-engine --against-set Threads=1 \\\n      \
    --against-set PvInterval=0 --out profile\n\n\
    Prints the paper's tables beside ours; with --out also CSV, JSON, SVG and pages.\n\
    A run with --out that was interrupted goes on where it was.")]
pub struct Args {
    /// The experiment, as `--list` names it or in words: `probcut reduction`
    #[arg(required_unless_present = "list", num_args = 1..=2)]
    name: Vec<String>,
    /// List the experiments
    #[arg(long)]
    list: bool,
    /// A smaller run, under a minute
    #[arg(short, long)]
    quick: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = RunOptions::DEFAULT_SEED)]
    seed: u64,
    /// Measure by time as well where the paper does: milliseconds a position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Folder with results of `zenpuku match --json`, for Elo [default: experiments/techniques]
    #[arg(long, value_name = "FOLDER")]
    matches: Option<PathBuf>,
    /// File that the experiment reads instead of its own data: start positions, games, labelled games
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Option of our engine, or @FILE, a profile file, where the experiment lets it be chosen:
    /// search-profile (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// USI program to measure beside ours: search-profile
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// Option of that program (repeatable)
    #[arg(long, value_name = "NAME=VALUE", requires = "against")]
    against_set: Vec<String>,
    /// Folder for CSV, JSON, SVG and pages
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// Runs the experiment and shows its findings.
///
/// # Errors
/// If there is no such experiment, it fails, or a file cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if args.list {
        for experiment in experiments() {
            output::line(format_args!("{:<15} {}", experiment.name(), experiment.summary()))?;
        }
        return Ok(Exit::Done);
    }
    let experiment = named(&args.name.join("-"))?;
    let stop = context.stop()?;
    let options = RunOptions {
        quick: args.quick,
        seed: args.seed,
        movetime: args.movetime,
        matches: args.matches.clone(),
        data: args.data.clone(),
        set: assignments("--set", args.set.iter().map(String::as_str))?,
        against: args.against.as_ref().map(|program| opponent(program, args)).transpose()?,
        stop: stop.flag().into(),
    };
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let start = Instant::now();
    let findings = match perform(experiment, args, &options, context) {
        Err(LabError::Stopped(_)) if stop.requested() => return Ok(Exit::Interrupted),
        result => result?,
    };
    let seconds = start.elapsed().as_secs_f64();
    let manifest = options.manifest(experiment.name(), COMMIT, &machine(), seconds);
    if let Some(folder) = &args.out {
        let written = write(folder, &findings, &manifest)?;
        JournalFile::remove(&folder.join(JOURNAL))?;
        output::complain(&format!("{} files written to {}", written.len(), folder.display()));
    }
    if args.json {
        output::json(&to_json(&findings, &manifest))?;
    } else {
        show(&findings)?;
    }
    if findings.all_hold() {
        Ok(Exit::Done)
    } else {
        output::complain("error: a fact that must come out exactly did not, see the tables");
        Ok(Exit::Failed)
    }
}

fn opponent(program: &Path, args: &Args) -> anyhow::Result<UsiCommand> {
    let options = assignments("--against-set", args.against_set.iter().map(String::as_str))?;
    Ok(UsiCommand { program: program.to_owned(), arguments: Vec::new(), options })
}

fn named(name: &str) -> anyhow::Result<&'static dyn Experiment> {
    find(name).ok_or_else(|| {
        let names: Vec<_> = experiments().iter().map(|experiment| experiment.name()).collect();
        Usage::new(format!("no experiment `{name}`; there are: {}", names.join(", "))).into()
    })
}

fn perform(
    experiment: &dyn Experiment,
    args: &Args,
    options: &RunOptions,
    context: &Context,
) -> Result<Findings, LabError> {
    let progress = context.progress(None, experiment.name());
    let report = |now: Progress<'_>| {
        progress.advance(1);
        progress.message(format!("{}/{} {}", now.done, now.total, now.what));
    };
    let mut session = match &args.out {
        Some(folder) => {
            let journal = folder.join(JOURNAL);
            let journal = JournalFile::open(&journal, experiment.name(), COMMIT, options)?;
            Session::new(report, journal)
        }
        None => Session::new(report, Forgetful),
    };
    experiment.run(options, &mut session)
}

fn show(findings: &Findings) -> anyhow::Result<()> {
    for (whose, tables) in [("The paper", &findings.paper), ("Ours", &findings.ours)] {
        for table in tables {
            output::line(format_args!("{whose}: {}", table.to_text()))?;
        }
    }
    Ok(())
}

/// The machine in words, for the manifest.
fn machine() -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {threads} threads", std::env::consts::OS, std::env::consts::ARCH)
}
