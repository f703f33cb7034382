//! `zenpuku learn comparison`: the weights of the classic evaluation from the games of experts.

use std::path::PathBuf;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_params::Params;
use zenpuku_shogi_eval::classic::Weights;
use zenpuku_shogi_learn::compare::curve::{self, Epoch};
use zenpuku_shogi_learn::compare::games::ExpertGames;
use zenpuku_shogi_learn::compare::trainer::{MAGIC, Settings, State, Trainer, fingerprint};
use zenpuku_shogi_learn::compare::weights::{PARTS, parts};
use zenpuku_shogi_learn::state::Training as _;

use super::course::{self, CHECKPOINT, WEIGHTS, epochs, show_resumed, write_curve, write_report};
use super::experts::Experts;
use super::network_file::NetworkFile;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku learn comparison`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn comparison --games records --out weights --threads 2\n  \
    zenpuku learn comparison --games games.sfen finals.csa --out weights --epochs 12\n\n\
    Comparison training: the move that an expert played should lead to a better quiet position \
    than the moves not played. Writes into the folder, after every epoch: classic.zpeval (the \
    best epoch by validation, for the option ClassicFile), curve.csv, curve.svg, \
    checkpoint.bin; at the end training.json. The same command resumes after an interruption, \
    at the last complete epoch.")]
pub(super) struct Args {
    #[command(flatten)]
    experts: Experts,
    /// Folder for the weights
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Weights to begin with; default: set by hand
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Learn to be right in the mean with this network (our format), as `Evaluation ensemble` takes
    /// it: weights for that, and none by themselves
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Usual step of a weight at the start, in centipawns
    #[arg(long, default_value_t = 1.0, value_name = "CP")]
    rate: f64,
    /// The same at the end (half a cosine between them)
    #[arg(long, default_value_t = 0.02, value_name = "CP")]
    final_rate: f64,
    /// Gradient at which a step is half of the usual one: smaller ones, of rare features, move in
    /// proportion
    #[arg(long, default_value_t = 2e-5)]
    epsilon: f64,
    /// Penalty on half the squared distance from the start
    #[arg(long, default_value_t = 1e-7)]
    penalty: f64,
    /// Steepness of the objective: centipawns for odds of e to 1
    #[arg(long, default_value_t = 40.0, value_name = "CP")]
    steepness: f64,
    /// Moves that differ from the expert's by more than this have no gradient
    #[arg(long, default_value_t = 250, value_name = "CP",
        value_parser = clap::value_parser!(i32).range(1..=10_000))]
    window: i32,
    /// Share of the training positions in an epoch, drawn again each time
    #[arg(long, default_value_t = 1.0)]
    share: f64,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; results are the same each time for the same number
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn comparison --json`, also training.json.
#[derive(Serialize)]
struct Report<'a> {
    games: usize,
    files_left_out: usize,
    training_positions: usize,
    validation_positions: usize,
    settings: &'a Settings,
    before: Option<&'a Epoch>,
    best: Option<&'a Epoch>,
    epochs: usize,
    bytes: usize,
}

/// Trains and writes the weights.
///
/// # Errors
/// If no game can be read, the checkpoint belongs to another training, or a file cannot be
/// written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    check(args)?;
    let stop = context.stop()?;
    let (games, files_left_out) = args.experts.read(context, &stop)?;
    if stop.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    anyhow::ensure!(
        !games.training.is_empty(),
        "no position is left to learn from in {} games",
        games.len()
    );
    let start = match &args.start {
        Some(path) => Weights::load(path)?,
        None => Weights::by_hand(&Params::default()),
    };
    let beside = args.beside.as_deref().map(NetworkFile::read).transpose()?;
    let checksum = beside.as_ref().map(|network| network.checksum);
    let settings = Settings { beside: checksum, ..settings(args, &games, &start) };
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let path = args.out.join(CHECKPOINT);
    let state = if path.exists() {
        State::read(&path, MAGIC, PARTS, &settings)?
    } else {
        State::new(parts(&start))
    };
    output::complain(&format!(
        "{} games: {} positions to learn from, {} to judge by",
        games.len(),
        games.training.len(),
        games.validation.len()
    ));
    show_resumed(state.curve.last().map(|last| last.epoch));
    let network = beside.map(|network| network.network()).transpose()?;
    let mut trainer =
        Trainer::new(&settings, &games, (&start, network), state, usize::from(args.threads));
    let mut bytes = write_weights(args, &settings, &trainer)?;
    let done = epochs(&mut trainer, (context, &stop), |trainer| {
        let state = trainer.state();
        show_epoch(state.curve.last());
        state.write(&path, MAGIC, &settings)?;
        write_curve(&args.out, &curve::csv(&state.curve), &curve::svg(&state.curve)?)?;
        bytes = write_weights(args, &settings, trainer)?;
        Ok(())
    })?;
    if !done {
        return Ok(Exit::Interrupted);
    }
    let curve = &trainer.state().curve;
    let best = trainer.state().best.as_ref().map(|best| best.0);
    let report = Report {
        games: games.len(),
        files_left_out,
        training_positions: games.training.len(),
        validation_positions: games.validation.len(),
        settings: &settings,
        before: curve.first(),
        best: curve.iter().find(|epoch| Some(epoch.validation.objective) == best),
        epochs: curve.len().saturating_sub(1),
        bytes,
    };
    write_report(&args.out, &report)?;
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(Exit::Done)
}

fn check(args: &Args) -> anyhow::Result<()> {
    let wrong = |what: &str| Err(Usage::new(what.to_owned()).into());
    let positive = |number: f64| number > 0.0 && number.is_finite();
    if !(positive(args.rate) && positive(args.final_rate)) {
        return wrong("--rate and --final-rate are above 0");
    }
    if !positive(args.epsilon) {
        return wrong("--epsilon is above 0");
    }
    if !(args.penalty >= 0.0 && args.penalty.is_finite()) {
        return wrong("--penalty is not below 0");
    }
    if !(1.0..=10_000.0).contains(&args.steepness) {
        return wrong("--steepness is from 1 to 10000");
    }
    if !(args.share > 0.0 && args.share <= 1.0) {
        return wrong("--share is above 0, at most 1");
    }
    Ok(())
}

fn settings(args: &Args, games: &ExpertGames, start: &Weights) -> Settings {
    Settings {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        final_rate: args.final_rate,
        epsilon: args.epsilon,
        penalty: args.penalty,
        steepness: args.steepness,
        window: args.window,
        share: args.share,
        seed: args.seed,
        data: games.fingerprint(),
        start: fingerprint(start),
        beside: None,
    }
}

fn show_epoch(epoch: Option<&Epoch>) {
    let Some(Epoch { epoch, rate, training, validation, seconds }) = epoch else { return };
    output::complain(&format!(
        "epoch {epoch}: training {:.4}, agreement {:.2} %; validation {:.4}, agreement {:.2} %, \
         {:.2} moves preferred; rate {rate:.1e}, {seconds:.1} s",
        training.objective,
        100.0 * training.agreement,
        validation.objective,
        100.0 * validation.agreement,
        validation.preferred
    ));
}

/// Writes the best weights; their size.
fn write_weights(args: &Args, settings: &Settings, trainer: &Trainer<'_>) -> anyhow::Result<usize> {
    let weights = trainer.best().context("weights of another layout")?;
    let agreement = trainer.state().best.as_ref().and_then(|best| {
        let mut curve = trainer.state().curve.iter();
        curve.find(|epoch| epoch.validation.objective == best.0)
    });
    let agreement = agreement.map_or(0.0, |epoch| epoch.validation.agreement);
    let notes = [
        ("data", &*format!("{:016x}", settings.data)),
        ("epochs", &*trainer.state().curve.len().saturating_sub(1).to_string()),
        ("seed", &*settings.seed.to_string()),
        ("validation-agreement", &*format!("{agreement:.4}")),
    ];
    course::write_weights(&args.out, &weights, "comparison with the moves of experts", &notes)
}

fn print(report: &Report<'_>) -> anyhow::Result<()> {
    if let Some((before, best)) = report.before.zip(report.best) {
        output::line(format_args!(
            "best epoch {} of {}: the expert's move is ranked first in {:.2} % of the validation \
             positions, before in {:.2} %",
            best.epoch,
            report.epochs,
            100.0 * best.validation.agreement,
            100.0 * before.validation.agreement
        ))?;
    }
    output::line(format_args!("{WEIGHTS} has {} bytes", report.bytes))
}
