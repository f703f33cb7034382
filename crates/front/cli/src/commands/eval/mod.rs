//! `zenpuku eval`: the static evaluation of a position explained.

mod picture;
mod worth;

use std::path::PathBuf;

use serde::Serialize;

use zenpuku_shogi::{Position, STARTPOS};
use zenpuku_shogi_engine::{CpScale, Engine, EngineError};
use zenpuku_shogi_eval::{EvalKind, EvalPart};

use crate::engine_args::SettingArgs;
use crate::exit::{Exit, Usage};
use crate::files;
use crate::output;
use worth::Worth;

/// Arguments of `zenpuku eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku eval\n  \
    zenpuku eval 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2' --pieces\n  \
    zenpuku eval --set Evaluation=nnue --set EvalDir=eval --json\n  \
    zenpuku eval --set Evaluation=classic --svg board.svg\n\n\
    All values are centipawns (exchanging a pawn is 100) for the side to move. The value of a \
    piece is the loss of the evaluation for its owner when it is removed.")]
pub struct Args {
    /// Position in SFEN; default: the even start position
    sfen: Option<String>,
    /// Also the worth of every piece
    #[arg(long)]
    pieces: bool,
    /// Write a picture of the board, coloured by the worth of the pieces
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    // Evaluation=NAME chooses which evaluation explains the pieces.
    #[command(flatten)]
    setting: SettingArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku eval --json`, from the view of the side to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Eval"))]
pub(crate) struct Report {
    /// The position.
    sfen: String,
    #[serde(flatten)]
    chosen: Evaluation,
    /// The values of the other evaluations.
    others: Vec<Evaluation>,
    /// The value of each piece; absent without `--pieces`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Worth>>", optional))]
    pieces: Vec<Worth>,
}

/// The value of one evaluation.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Evaluation"))]
struct Evaluation {
    /// Its name.
    evaluation: &'static str,
    /// Centipawns for the side to move.
    eval_cp: i32,
    /// Chance to win of the side to move, 0 to 1.
    win_rate: f64,
    /// The terms that add up to it.
    parts: Vec<Part>,
}

/// One term of an evaluation.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "EvaluationPart"))]
struct Part {
    /// Its name.
    name: &'static str,
    /// Centipawns for the side to move.
    cp: i32,
}

impl Evaluation {
    fn new(kind: EvalKind, parts: Vec<EvalPart>, scale: CpScale) -> Self {
        let eval_cp = parts.iter().map(|part| part.cp).sum();
        let parts = parts.into_iter().map(|EvalPart { name, cp }| Part { name, cp }).collect();
        let win_rate = scale.win_rate(eval_cp);
        Self { evaluation: kind.name(), eval_cp, win_rate, parts }
    }
}

/// Evaluates and prints.
///
/// # Errors
/// If the SFEN is not a position, an option is wrong, a network cannot be read or an output cannot
/// be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let position = Position::from_sfen(args.sfen.as_deref().unwrap_or(STARTPOS))
        .map_err(|error| Usage::new(format!("SFEN: {error}")))?;
    let options = args.setting.options(1, 1)?;
    let mut engine = Engine::new(options);
    engine.prepare()?;
    let chosen = engine.eval_kind();
    let kinds: Vec<EvalKind> = engine.eval_data().kinds().collect();
    output::notices(&mut engine);
    engine.set_position(position.clone())?;
    let mut evaluate = |kind| {
        engine.options_mut().eval = kind;
        engine.prepare()?;
        let scale = engine.calibration().at(&position);
        // A file with a calibration belongs to the evaluation that was chosen, the first one here.
        engine.options_mut().calibration_file.clear();
        Ok::<_, EngineError>(Evaluation::new(kind, engine.evaluate(), scale))
    };
    let first = evaluate(chosen)?;
    let others = kinds.into_iter().filter(|&kind| kind != chosen);
    let others = others.map(&mut evaluate).collect::<Result<_, _>>()?;
    engine.options_mut().eval = chosen;
    let chosen = first;
    let wanted = args.pieces || args.svg.is_some();
    let pieces = if wanted { worth::of_pieces(&mut engine, &position)? } else { Vec::new() };
    if let Some(path) = &args.svg {
        files::replace(path, picture::draw(&position, &pieces).as_bytes())?;
    }
    let pieces = if args.pieces { pieces } else { Vec::new() };
    print(&Report { sfen: position.to_sfen(), chosen, others, pieces }, args.json)?;
    Ok(Exit::Done)
}

fn print(report: &Report, json: bool) -> anyhow::Result<()> {
    if json {
        return output::json(report);
    }
    for evaluation in core::iter::once(&report.chosen).chain(&report.others) {
        let rate = 100.0 * evaluation.win_rate;
        let (name, cp) = (evaluation.evaluation, evaluation.eval_cp);
        output::line(format_args!("{name:<18}{cp:>+7}  win rate {rate:.1} %"))?;
        for part in &evaluation.parts {
            output::line(format_args!("  {:<16}{:>+7}", part.name, part.cp))?;
        }
    }
    for Worth { square, piece, cp, .. } in &report.pieces {
        match cp {
            Some(cp) => output::line(format_args!("{square:<5}{piece:<4}{cp:>+7}"))?,
            None => output::line(format_args!("{square:<5}{piece:<4}      -"))?,
        }
    }
    Ok(())
}
