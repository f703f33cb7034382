//! `zenpuku learn calibrate`: the win rates of an evaluation's values, from results of games.

use std::path::PathBuf;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_shogi_engine::{Engine, FittedCalibration, evaluation_checksum};
use zenpuku_shogi_learn::calibrate::{Fit, Outcomes};

use super::games::{for_each_shard, game_name};
use crate::context::Context;
use crate::engine_args::SettingArgs;
use crate::exit::Exit;
use crate::{files, output};

/// Arguments of `zenpuku learn calibrate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn calibrate games --out nnue.calibration\n  \
    zenpuku learn calibrate games --level 380 --out nnue.calibration\n  \
    zenpuku learn relabel games --nodes 20000 --set EvalFile=my.nn --out deeper\n  \
    zenpuku learn calibrate deeper --set EvalFile=my.nn --out my.calibration\n  \
    zenpuku analyze game.kif --set EvalFile=my.nn --set CalibrationFile=my.calibration\n\n\
    The chance to win is 1 / (1 + exp(-cp / scale)); the scale goes with ply and pieces in hand. \
    The values are those of the games: of the evaluation that played them, or of the one that \
    `zenpuku learn relabel` gave them. Name the same one with --set, to which the file then belongs.")]
pub(super) struct Args {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Write the fit into this file, for the option CalibrationFile
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Fit only the dependence of the scale on ply and hands, with this mean in
    /// centipawns: games of short searches say little about longer ones
    #[arg(long, value_name = "CP", value_parser = parse_level)]
    level: Option<f64>,
    /// The evaluation whose values the games hold.
    #[command(flatten)]
    setting: SettingArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn parse_level(text: &str) -> Result<f64, String> {
    let level = text.parse().ok().filter(|level| (10.0..=10_000.0).contains(level));
    level.ok_or_else(|| "a number from 10 to 10000 expected".to_owned())
}

/// The JSON of `zenpuku learn calibrate --json`.
#[derive(Serialize)]
struct Report {
    evaluation: String,
    checksum: String,
    #[serde(flatten)]
    fit: Fit,
}

/// Fits, writes and says so.
///
/// # Errors
/// If games cannot be read, contain no usable values, or the file cannot be written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let options = args.setting.options(1, 1)?;
    let mut engine = Engine::new(options.clone());
    engine.prepare()?;
    let checksum = evaluation_checksum(options.eval, &options.params, engine.eval_data());
    let stop = context.stop()?;
    let mut outcomes = Outcomes::default();
    for_each_shard(&args.games, context, &stop, |shard| {
        let mut games = shard.games.iter();
        games.try_for_each(|game| outcomes.add(game).with_context(|| game_name(game)))
    })?;
    if stop.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    let fit = outcomes.fit(args.level).context("the games' ends say nothing about their values")?;
    let evaluation = engine.eval_kind().name().to_owned();
    if let Some(path) = &args.out {
        let fitted = FittedCalibration {
            evaluation: evaluation.clone(),
            checksum,
            calibration: fit.calibration(),
        };
        files::replace(path, text(&fitted, &fit, args).as_bytes())?;
    }
    let report = Report { evaluation, checksum: format!("{checksum:016x}"), fit };
    if args.json {
        output::json(&report)?;
    } else {
        print(&report, args)?;
    }
    Ok(Exit::Done)
}

/// The file: the fit, and its source in a comment.
fn text(fitted: &FittedCalibration, fit: &Fit, args: &Args) -> String {
    let level = args.level.map_or(String::new(), |level| format!(", mean scale set to {level}"));
    let (set, profile) = (args.setting.assignments(), &args.setting.profile);
    let fitted = fitted.to_string();
    let (first, rest) = fitted.split_once('\n').unwrap_or((&fitted, ""));
    format!(
        "{first}\n# made by `zenpuku learn calibrate`\n# Profile={profile}{set}; {} games, {} \
         positions{level}\n{rest}",
        fit.games, fit.positions
    )
}

fn print(report: &Report, args: &Args) -> anyhow::Result<()> {
    let fit = &report.fit;
    output::line(format_args!(
        "{} games, {} positions; scale {:.0} centipawns at ply 80 with 14 points in hand, ply \
         {:+.3}, hands {:+.3}",
        fit.games, fit.positions, fit.scale, fit.ply, fit.hands
    ))?;
    output::line(format_args!(
        "log loss {:.4}; with one scale everywhere, {:.0}, {:.4}",
        fit.log_loss, fit.constant_scale, fit.constant_log_loss
    ))?;
    match &args.out {
        Some(path) => {
            output::line(format_args!("written to {}; use it with CalibrationFile", path.display()))
        }
        None => Ok(()),
    }
}
