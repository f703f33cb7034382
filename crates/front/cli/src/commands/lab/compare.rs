//! `zenpuku lab compare`: two settings of our engine, or two engines.

use std::path::Path;

use zenpuku_arena::usi_process::UsiCommand;
use zenpuku_lab::RunOptions;
use zenpuku_lab::compare::{Budget, CompareExperiment, Games, Side};
use zenpuku_params::{PROFILE_OPTION, PROFILES};

use super::Common;
use crate::arguments::TimeArgs;
use crate::commands::match_;
use crate::context::Context;
use crate::engine_args::assignments;
use crate::exit::{Exit, Usage};

/// Arguments of `zenpuku lab compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku lab compare default bonanza2006 --quick\n  \
    zenpuku lab compare default 'NullMovePruning=off Evaluation=classic' --depth 8 --games 100\n  \
    zenpuku lab compare default ./other-engine --b-set Threads=1 --time 1 \\\n      \
    --positions mine.sfen --problems mine.jsonl --out compared\n\n\
    A side is a profile, options of our engine as in `zenpuku match`, or the path of a USI program. \
    Nodes, seconds and depths are summed over the positions, the quotients have intervals by \
    bootstrap over whole positions, the rates by Wilson. With --out each position is a row of a CSV \
    file. Our engine's seconds are those of the processor, another program's those of the clock.")]
pub(super) struct Args {
    /// The first side
    a: String,
    /// The second side
    b: String,
    /// Nodes a position [default: 20000]
    #[arg(short, long, conflicts_with_all = ["depth", "TimeArgs"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies instead
    #[arg(short, long, conflicts_with = "TimeArgs", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Time instead.
    #[command(flatten)]
    time: TimeArgs,
    /// Count the processor time of a search, not time on the wall: equal time on a busy machine
    #[arg(long, requires = "TimeArgs")]
    processor_time: bool,
    /// Option of the first side, where it is a program (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    a_set: Vec<String>,
    /// Option of the second side, likewise (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    b_set: Vec<String>,
    /// Also play this many games from the built-in openings, two from each with colours swapped
    #[arg(long, default_value_t = 0, value_name = "N")]
    games: u64,
    #[command(flatten)]
    common: Common,
}

/// Compares and shows.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let budget = match (args.depth, args.time.milliseconds()) {
        (Some(plies), _) => Budget::Depth(plies),
        (_, Some(time)) if args.processor_time => Budget::ProcessorTime(time),
        (_, Some(time)) => Budget::Movetime(time),
        _ => Budget::Nodes(args.nodes.unwrap_or(20_000)),
    };
    let a = side(&args.a, ("--a-set", &args.a_set))?;
    let b = side(&args.b, ("--b-set", &args.b_set))?;
    for side in [&a, &b] {
        if args.processor_time && !side.has_processor_time() {
            let name = side.name();
            let hint = format!("--processor-time is for our engine with one thread, not `{name}`");
            return Err(Usage::new(hint).into());
        }
    }
    let games = (args.games > 0).then(|| Games { pairs: args.games.div_ceil(2), budget });
    let experiment = CompareExperiment { a, b, budget, games };
    super::carry_out(&experiment, RunOptions::default(), &args.common, context)
}

/// A side from its word: a profile, options, or a program.
fn side(word: &str, (option, set): (&str, &[String])) -> anyhow::Result<Side> {
    let profile = PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(word));
    if word.contains('=') || profile.is_some() {
        let text = profile.map_or(word.to_owned(), |one| format!("{PROFILE_OPTION}={}", one.name));
        if !set.is_empty() {
            let hint = format!("{option}: `{word}` is our engine; write its options there");
            return Err(Usage::new(hint).into());
        }
        return Ok(Side::own(word, match_::options(&text)?));
    }
    let program = Path::new(word);
    if !program.is_file() {
        let names: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
        return Err(Usage::new(format!(
            "`{word}` is no profile ({}), no option NAME=VALUE and no program",
            names.join(", ")
        ))
        .into());
    }
    let options = assignments(option, set.iter().map(String::as_str))?;
    let command = UsiCommand::new(program.to_owned(), Vec::new(), options);
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Side::Program { name, command })
}
