//! `zenpuku lab`: the papers' experiments, and two settings or engines compared.

mod compare;

use std::path::{Path, PathBuf};

use zenpuku_arena::usi_process::UsiCommand;
use zenpuku_lab::output::to_json;
use zenpuku_lab::{
    Build, Experiment, Findings, LabError, Outcome, Progress, RunOptions, experiments, find,
};
use zenpuku_shogi_engine::EvalKind;

use crate::arguments::{self, TimeArgs};
use crate::context::Context;
use crate::engine_args::assignments;
use crate::exit::{Exit, Usage};
use crate::output;
use crate::standard_input::StandardInput;

/// Arguments of `zenpuku lab`.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
    zenpuku lab --list\n  \
    zenpuku lab tree --quick\n  \
    zenpuku lab run futility --profile bonanza2006 --evaluation classic --quick\n  \
    zenpuku lab run futility --positions mine.sfen --problems mine.jsonl --out results\n  \
    zenpuku lab techniques --out experiments/techniques/results\n  \
    zenpuku lab goals match --set HistoryHeuristic=off --out results\n  \
    zenpuku lab probcut regression --data games.jsonl\n  \
    zenpuku lab probcut percentile --nodes 20000 --games 800 --out results\n  \
    zenpuku lab compare default 'Profile=default,NullMovePruning=off' --nodes 20000\n  \
    zenpuku lab search-profile --against ./other-engine --against-set Threads=1 \\\n      \
    --against-set PvInterval=0 --out profile\n\n\
    Prints the paper's tables next to ours; \
    with --out also CSV, JSON, SVG and pages, with the run's identity in the JSON. \
    An interrupted run with --out resumes where it stopped; \
    another run, be it of other data, settings or program, never does. An option that the experiment \
    does not use is an error. An experiment of your own: examples/own-experiment."
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArgs,
}

/// Action of the laboratory.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Run an experiment (the word may be left out)
    #[command(after_help = "Examples:\n  \
        zenpuku lab run futility --set FutilityNode=off --quick\n  \
        zenpuku lab run search-profile --positions mine.sfen --profile bonanza2006 --out results")]
    Run(RunArgs),
    /// Two settings of our engine, or two engines, on the same positions and problems
    Compare(compare::Args),
}

/// The experiment and its options.
#[derive(Debug, clap::Args)]
struct RunArgs {
    /// The experiment, as `--list` names it or in words: `probcut reduction`
    #[arg(required_unless_present = "list", num_args = 1..=2)]
    name: Vec<String>,
    /// List the experiments
    #[arg(long)]
    list: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = RunOptions::DEFAULT_SEED)]
    seed: u64,
    /// Measure by time as well where the paper does.
    #[command(flatten)]
    time: TimeArgs,
    /// Nodes a move in games, instead of the experiment's own number
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games for each setting, instead of the experiment's own number
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Folder with results of `zenpuku match --json`, for Elo [default: experiments/techniques/games]
    #[arg(long, value_name = "FOLDER")]
    matches: Option<PathBuf>,
    /// File that the experiment reads instead of the built-in data: start
    /// positions, games, labelled games
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Profile that our engine starts from, instead of the experiment's own
    #[arg(long, ignore_case = true, value_parser = arguments::profile())]
    profile: Option<String>,
    /// Evaluation of our engine, instead of the experiment's own
    #[arg(long)]
    evaluation: Option<EvalKind>,
    /// Option of our engine, or @FILE, a profile file (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// USI program to measure in addition to ours: search-profile
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// Option of that program (repeatable)
    #[arg(long, value_name = "NAME=VALUE", requires = "against")]
    against_set: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// Options of every run.
#[derive(Debug, clap::Args)]
struct Common {
    /// A smaller run, under a minute
    #[arg(short, long)]
    quick: bool,
    /// Positions to search: SFEN or `startpos moves ...` a line, or JSON lines with `sfen`; `-` reads
    /// stdin
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Problems to solve: JSON lines with `sfen` and `bm`, the right move in USI; `-` reads stdin
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
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
/// If there is no such experiment, it does not use an option, it fails, or a file cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    match &args.command {
        Some(Command::Compare(args)) => compare::run(args, context),
        Some(Command::Run(args)) => run_named(args, context),
        None => run_named(&args.run, context),
    }
}

fn run_named(args: &RunArgs, context: &Context) -> anyhow::Result<Exit> {
    if args.list {
        for experiment in experiments() {
            let inputs: Vec<_> = experiment.inputs().iter().map(|input| input.option()).collect();
            output::line(format_args!("{:<20} {}", experiment.name(), experiment.summary()))?;
            if !inputs.is_empty() {
                output::line(format_args!("{:<20}   takes {}", "", inputs.join(", ")))?;
            }
        }
        return Ok(Exit::Done);
    }
    let experiment = named(&args.name.join("-"))?;
    let options = RunOptions {
        seed: args.seed,
        movetime: args.time.milliseconds(),
        nodes: args.nodes,
        games: args.games,
        matches: args.matches.clone(),
        data: args.data.clone(),
        profile: args.profile.clone(),
        evaluation: args.evaluation,
        set: assignments("--set", args.set.iter().map(String::as_str))?,
        against: args.against.as_ref().map(|program| opponent(program, args)).transpose()?,
        ..RunOptions::default()
    };
    carry_out(experiment, options, &args.common, context)
}

/// Runs `experiment` and shows its results.
fn carry_out(
    experiment: &dyn Experiment,
    options: RunOptions,
    common: &Common,
    context: &Context,
) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let mut stdin = StandardInput::default();
    let mut read = |file: &Option<PathBuf>| file.as_ref().map(|file| stdin.file(file)).transpose();
    let options = RunOptions {
        quick: common.quick,
        positions: read(&common.positions)?,
        problems: read(&common.problems)?,
        stop: stop.clone(),
        ..options
    };
    // Bad usage, before any work.
    if let Err(error) = zenpuku_lab::check(experiment, &options) {
        return Err(match error {
            LabError::Unused { .. } => Usage::new(error.to_string()).into(),
            other => other.into(),
        });
    }
    options.engine().map_err(|error| Usage::new(error.to_string()))?;
    let progress = context.progress(None, experiment.name());
    let report = |now: Progress<'_>| {
        progress.advance(1);
        progress.message(format!("{}/{} {}", now.done, now.total, now.what));
    };
    let folder = common.out.as_deref();
    let result = zenpuku_lab::run(experiment, &options, &build(), folder, report);
    drop(progress);
    let Outcome { findings, manifest, written } = match result {
        Err(LabError::Stopped(_)) if stop.is_stopped() => return Ok(Exit::Interrupted),
        result => result?,
    };
    if let Some(folder) = folder {
        output::complain(&format!("{} files written to {}", written.len(), folder.display()));
    }
    if common.json {
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

/// This program.
fn build() -> Build {
    Build {
        commit: crate::COMMIT.to_owned(),
        dirty: env!("ZENPUKU_DIRTY") != "0",
        compiler: env!("ZENPUKU_COMPILER").to_owned(),
        flags: env!("ZENPUKU_FLAGS").to_owned(),
    }
}

fn opponent(program: &Path, args: &RunArgs) -> anyhow::Result<UsiCommand> {
    let options = assignments("--against-set", args.against_set.iter().map(String::as_str))?;
    Ok(UsiCommand::new(program.to_owned(), Vec::new(), options))
}

fn named(name: &str) -> anyhow::Result<&'static dyn Experiment> {
    find(name).ok_or_else(|| {
        let names: Vec<_> = experiments().iter().map(|experiment| experiment.name()).collect();
        Usage::new(format!("no experiment `{name}`; there are: {}", names.join(", "))).into()
    })
}

fn show(findings: &Findings) -> anyhow::Result<()> {
    for (whose, tables) in [("The paper", &findings.paper), ("Ours", &findings.ours)] {
        for table in tables {
            output::line(format_args!("{whose}: {}", table.to_text()))?;
        }
    }
    Ok(())
}
