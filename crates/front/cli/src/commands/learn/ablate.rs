//! `zenpuku learn ablate`: the effect of each group of features of the classic evaluation.

use std::path::PathBuf;

use serde::Serialize;
use zenpuku_shogi_eval::classic::{Group, GroupSet, Weights};
use zenpuku_shogi_learn::compare::curve::Judgement;
use zenpuku_shogi_learn::compare::objective::Shape;
use zenpuku_shogi_learn::compare::trainer::judge;

use super::experts::Experts;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku learn ablate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku learn ablate --games games.sfen --validation 90\n\n\
    Judges the validation positions of `zenpuku learn comparison` with all groups of features, then \
    without each of them, the others unchanged. The objective is about the number of moves that \
    the evaluation prefers to the expert's.")]
pub(super) struct Args {
    #[command(flatten)]
    experts: Experts,
    /// Weights to judge; default: those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Steepness of the objective: centipawns for odds of e to 1
    #[arg(long, default_value_t = 40.0, value_name = "CP")]
    steepness: f64,
    /// Moves that are farther from the expert's than this count as wholly better or worse
    #[arg(long, default_value_t = 250, value_name = "CP",
        value_parser = clap::value_parser!(i32).range(1..=10_000))]
    window: i32,
    /// Threads
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn ablate`.
#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
}

/// A row of `zenpuku learn ablate`.
#[derive(Serialize)]
struct Row {
    /// The group left out; `none` for the first row.
    without: &'static str,
    #[serde(flatten)]
    judgement: Judgement,
}

/// Judges and prints.
///
/// # Errors
/// If no game or the weights cannot be read.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if !(1.0..=10_000.0).contains(&args.steepness) {
        return Err(Usage::new("--steepness is from 1 to 10000".to_owned()).into());
    }
    let stop = context.stop()?;
    let (games, _) = args.experts.read(context, &stop)?;
    anyhow::ensure!(
        !games.validation.is_empty(),
        "no position to judge by in {} games",
        games.len()
    );
    let weights = match &args.weights {
        Some(path) => Weights::load(path)?,
        None => Weights::built_in().as_ref().clone(),
    };
    let shape = Shape { steepness: args.steepness, window: args.window };
    let groups = weights.used().or(GroupSet::APPENDIX);
    let left_out = Group::ALL
        .into_iter()
        .filter(|&group| groups.has(group))
        .map(|group| (group.name(), GroupSet::ALL.without(group)));
    let mut rows = Vec::new();
    for (without, groups) in [("none", GroupSet::ALL)].into_iter().chain(left_out) {
        let chosen = weights.within(groups);
        let judged = judge(&games, &chosen, shape, usize::from(args.threads), &stop.clone());
        let Some(judgement) = judged else { return Ok(Exit::Interrupted) };
        rows.push(Row { without, judgement });
    }
    if args.json {
        output::json(&Report { rows })?;
        return Ok(Exit::Done);
    }
    output::line("without          positions  objective  worse by  expert's first %  not worse")?;
    let all = rows[0].judgement.objective;
    for Row { without, judgement } in &rows {
        let Judgement { positions, objective, agreement, preferred } = judgement;
        output::line(format_args!(
            "{without:<15} {positions:>10} {objective:>10.3} {:>9.3} {:>17.1} {preferred:>10.2}",
            objective - all,
            100.0 * agreement
        ))?;
    }
    Ok(Exit::Done)
}
