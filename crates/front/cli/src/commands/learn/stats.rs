//! `zenpuku learn stats`: how good games are.

use std::path::PathBuf;

use anyhow::Context as _;
use zenpuku_shogi_learn::stats::{Stats, Summary};

use super::games::{for_each_shard, game_name};
use crate::context::Context;
use crate::exit::Exit;
use crate::{files, output};

/// Arguments of `zenpuku learn stats`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn stats games\n  \
    zenpuku learn stats games --out report --json\n\n\
    With --out: lengths.svg, scores.svg, results.svg, calibration.svg, calibration.csv.")]
pub(super) struct Args {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Folder for plots and the table of scores and results
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Counts and shows.
///
/// # Errors
/// If a file cannot be read, holds an illegal game, or a plot cannot be written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let mut stats = Stats::default();
    for_each_shard(&args.games, context, &stop, |shard| {
        shard.games.iter().try_for_each(|game| stats.add(game).with_context(|| game_name(game)))
    })?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (name, svg) in stats.plots()? {
            files::replace(&folder.join(name), svg.as_bytes())?;
        }
        let table = stats.calibration_table()?;
        files::replace(&folder.join("calibration.csv"), table.to_csv().as_bytes())?;
    }
    let summary = stats.summary();
    if args.json {
        output::json(&summary)?;
    } else {
        print(&summary)?;
    }
    Ok(Exit::after(&stop))
}

fn print(summary: &Summary) -> anyhow::Result<()> {
    output::line(format_args!(
        "games       {} ({} distinct): Black won {}, drawn {}, White won {}",
        summary.games,
        summary.distinct_games,
        summary.black_wins,
        summary.draws,
        summary.white_wins
    ))?;
    let endings: Vec<String> =
        summary.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    output::line(format_args!("endings     {}", endings.join(", ")))?;
    output::line(format_args!(
        "length      {:.1} plies on average, median {}",
        summary.mean_plies, summary.median_plies
    ))?;
    output::line(format_args!(
        "positions   {} with a score, {} distinct",
        summary.positions, summary.distinct_positions
    ))?;
    output::line(format_args!(
        "scores      {:.0} centipawns on average (absolute), the winner favoured in {:.1} %",
        summary.mean_absolute_score,
        100.0 * summary.agreement
    ))?;
    match summary.scale {
        Some(scale) => output::line(format_args!(
            "win rate    1 / (1 + exp(-score / {scale:.0})) fits the results best"
        )),
        None => output::line("win rate    the results do not determine a scale"),
    }
}
