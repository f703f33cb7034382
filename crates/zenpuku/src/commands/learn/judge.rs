//! `zenpuku learn judge`: every evaluation against the results of games.

use std::path::PathBuf;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_shogi_learn::judge::{Positions, Verdict};

use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku learn judge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku learn judge positions.jsonl\n\n\
    A line of the file is a JSON object: sfen, eval (centipawns for the side to move) and\n\
    gameResult (1: Black won, 2: White won). The values of the evaluations are static.")]
pub(super) struct Args {
    /// Positions with an engine's value and the game's result, one a line
    #[arg(value_name = "FILE")]
    positions: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn judge --json`.
#[derive(Serialize)]
struct Report {
    positions: usize,
    evaluations: Vec<Verdict>,
}

/// Judges and prints.
///
/// # Errors
/// If the file cannot be read; a bad line is named.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = || args.positions.display().to_string();
    let text = std::fs::read_to_string(&args.positions).with_context(name)?;
    let mut positions = Positions::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}: line {}", args.positions.display(), index + 1);
        positions.add(line).with_context(place)?;
    }
    anyhow::ensure!(!positions.is_empty(), "{}: no position", args.positions.display());
    let report = Report { positions: positions.len(), evaluations: positions.verdicts() };
    if args.json {
        output::json(&report)?;
        return Ok(Exit::Done);
    }
    output::line("evaluation      correlation  scale  log loss  winner named %")?;
    for Verdict { evaluation, correlation, scale, log_loss, winner_named } in &report.evaluations {
        let scale = scale.map_or_else(|| "-".to_owned(), |scale| format!("{scale:.0}"));
        output::line(format_args!(
            "{evaluation:<15} {correlation:>11.3} {scale:>6} {log_loss:>9.4} {:>15.1}",
            100.0 * winner_named
        ))?;
    }
    Ok(Exit::Done)
}
