//! `zenpuku learn train`: an evaluation network from games.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use zenpuku_params::Params;
use zenpuku_shogi_eval::classic::Weights;
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind};
use zenpuku_shogi_learn::compare::trainer::fingerprint;
use zenpuku_shogi_learn::leaf::LeafSearch;
use zenpuku_shogi_learn::train::lists::FeatureLists;
use zenpuku_shogi_learn::train::network::NetworkModel;
use zenpuku_shogi_learn::train::params::Layout;
use zenpuku_shogi_learn::train::quantise::{QuantisationError, compare, quantise};
use zenpuku_shogi_learn::train::ranking::Ranker;
use zenpuku_shogi_learn::train::samples::Samples;
use zenpuku_shogi_learn::train::shape::TrainedShape;
use zenpuku_shogi_learn::train::trainer::{Settings, State};

use super::course::{Course, Rates, Summary, write_report};
use super::network_file::NetworkFile;
use super::sources::{Helpers, Sources};
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// The network of the best epoch.
pub(super) const NETWORK: &str = "network.zpnet";

/// Arguments of `zenpuku learn train`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn train --games games --out net --threads 2\n  \
    zenpuku learn train --games games more-games --out net --epochs 20 --lambda 0.5 --nn-bin\n  \
    zenpuku learn train --games games --start net/network.zpnet --leaves --lambda 0 \\\n    \
    --horizon 120 --scale 600 --epochs 1 --out better\n\n\
    Writes into the folder, after every epoch: network.zpnet (the best epoch by validation \
    loss), curve.csv, curve.svg, checkpoint.bin; at the end training.json. The same command \
    resumes after an interruption, at the last complete epoch.")]
pub(super) struct Args {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    course: Course,
    /// Folder for the network
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Shape of the network: 256x2-32-32, or with products of pairs of the first layer's outputs
    /// 256-15-32 or 512-15-32 (YaneuraOu's SFNN_KP_256_15_32 and SFNN_KP_512_15_32)
    #[arg(long, default_value_t = TrainedShape::default())]
    shape: TrainedShape,
    /// Network to begin with (our format, K-P and --shape); default: random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Also learn the order of moves: in one of four positions the quiet leaf of the move
    /// played must beat those of two others; WEIGHT is the weight of a ranked position
    /// relative to the value of a position (1: equal; 0: only report how often the move
    /// played is first). Leaves are found by the network of --start (in the mean with
    /// --beside), or else by piece-square values
    #[arg(long, value_name = "WEIGHT")]
    ranking: Option<f64>,
    /// Train on the loss of the mean with these weights of the classic
    /// evaluation, for `Evaluation ensemble`; the network is not meant to be
    /// used alone
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// Learning rate at the start
    #[arg(long, default_value_t = 2e-3)]
    rate: f64,
    /// Learning rate at the end (half a cosine between them)
    #[arg(long, default_value_t = 1e-5)]
    final_rate: f64,
    /// Weight decay, in parts of a weight per unit of the learning rate
    #[arg(long, default_value_t = 0.0)]
    decay: f64,
    /// Learn from positions as they are, without exchanging left and right at random
    #[arg(long)]
    no_mirror: bool,
    /// Name of the network
    #[arg(long, default_value = "zenpuku")]
    name: String,
    /// Write nn.bin too, for the edition of YaneuraOu that has the shape
    #[arg(long)]
    nn_bin: bool,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn train --json`, also training.json.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) summary: Summary,
    quantisation: QuantisationReport,
    network_bytes: usize,
}

#[derive(Serialize)]
struct QuantisationReport {
    positions: usize,
    mean_cp: f64,
    greatest_cp: f64,
}

/// Trains and says so.
///
/// # Errors
/// As [`train`].
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let Some(report) = train(args, context)? else { return Ok(Exit::Interrupted) };
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(Exit::Done)
}

/// Trains and writes the network; `None` when the user stopped it.
///
/// # Errors
/// If games or the network of `--start` cannot be read, the checkpoint belongs to another
/// training, or a file cannot be written.
pub(super) fn train(args: &Args, context: &Context) -> anyhow::Result<Option<Report>> {
    let rates = Rates { first: args.rate, last: args.final_rate, decay: args.decay };
    args.course.check(&rates)?;
    if args.sources.leaves && args.start.is_none() {
        return Err(Usage::new("--leaves is for a training with --start").into());
    }
    if args.ranking.is_some_and(|weight| !(0.0..=1000.0).contains(&weight)) {
        return Err(Usage::new("--ranking is from 0 to 1000").into());
    }
    let stop = context.stop()?;
    let start = args.start.as_deref().map(NetworkFile::read).transpose()?;
    let classic = args.beside.as_deref().map(Weights::load).transpose()?.map(Arc::new);
    let helpers = helpers(args, start.as_ref(), classic.as_ref())?;
    let positions = args.sources.read(&args.course, helpers, context, &stop)?;
    if stop.is_stopped() {
        return Ok(None);
    }
    let checksum = start.as_ref().map_or(0, |start| start.checksum);
    let settings = args.course.settings(&rates, &positions, checksum)?;
    let (shape, ranking) = (Some(args.shape), args.ranking);
    let beside = classic.map(|weights| fingerprint(&weights));
    let settings = Settings { mirror: !args.no_mirror, shape, ranking, beside, ..settings };
    let layout = Layout::new(args.shape);
    let params = match &start {
        Some(start) => start.params(&layout, settings.scale)?,
        None => layout.random(settings.seed),
    };
    let samples = &positions.0;
    let mut written = None;
    let write = |_: &NetworkModel, state: &State| {
        written = Some(write_network(args, &settings, state, samples)?);
        Ok(())
    };
    let model = NetworkModel::new(args.shape, settings.scale);
    let with = (context, &stop);
    let summary = args.course.run(model, params, (&settings, samples), &args.out, with, write)?;
    let Some((summary, (network_bytes, quantisation))) = summary.zip(written) else {
        return Ok(None);
    };
    let report = Report { summary, quantisation: quantisation.into(), network_bytes };
    write_report(&args.out, &report)?;
    Ok(Some(report))
}

/// Finds the leaves of positions: by the initial network, in the mean with the
/// `classic` weights if given, or without a network by piece-square values.
///
/// # Errors
/// If the network's weights do not fit the engine's shape.
fn helpers(
    args: &Args,
    start: Option<&NetworkFile<'_>>,
    classic: Option<&Arc<Weights>>,
) -> anyhow::Result<Helpers> {
    let params = Params::default();
    let search = || {
        let whole = match start {
            Some(start) => start.evaluator(classic)?,
            None => AnyEvaluator::new(EvalKind::PieceSquare, &params),
        };
        anyhow::Ok(LeafSearch::new(whole, &params))
    };
    let leaves = args.sources.leaves.then(search).transpose()?;
    let search = args.ranking.map(|_| search()).transpose()?;
    let ranker = search.map(|search| Ranker::new(search, args.course.seed));
    Ok(Helpers { leaves, ranker, beside: classic.cloned().map(AnyEvaluator::classic) })
}

impl From<QuantisationError> for QuantisationReport {
    fn from(error: QuantisationError) -> Self {
        Self { positions: error.positions, mean_cp: error.mean, greatest_cp: error.greatest }
    }
}

/// Writes the best network; returns its size and the deviation of its integers from floating point.
fn write_network(
    args: &Args,
    settings: &Settings,
    state: &State,
    samples: &Samples<FeatureLists>,
) -> anyhow::Result<(usize, QuantisationError)> {
    let params = state.best_params();
    let layout = Layout::new(args.shape);
    let weights = quantise(&layout, params, settings.scale, &args.name);
    let error = compare(&layout, params, settings.scale, &weights, &samples.probes)?;
    let notes = [
        ("program", crate::PROGRAM),
        ("positions", &samples.training.len().to_string()),
        ("epochs", &state.curve.len().to_string()),
        ("lambda", &settings.lambda.to_string()),
        ("win-rate-scale", &settings.scale.to_string()),
    ];
    let bytes = weights.file(&notes)?;
    files::replace(&args.out.join(NETWORK), &bytes)?;
    if args.nn_bin {
        files::replace(&args.out.join("nn.bin"), &weights.nn_bin()?)?;
    }
    Ok((bytes.len(), error))
}

fn print(report: &Report) -> anyhow::Result<()> {
    report.summary.print()?;
    output::line(format_args!(
        "integers differ from floating point by {:.2} centipawns on average, {:.0} at most \
         ({} positions); network.zpnet has {} bytes",
        report.quantisation.mean_cp,
        report.quantisation.greatest_cp,
        report.quantisation.positions,
        report.network_bytes
    ))
}
