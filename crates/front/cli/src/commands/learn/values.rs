//! `zenpuku learn values`: the weights of the classic evaluation from the values of self-play.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_params::Params;
use zenpuku_shogi_eval::AnyEvaluator;
use zenpuku_shogi_eval::classic::Weights;
use zenpuku_shogi_learn::compare::trainer::fingerprint;
use zenpuku_shogi_learn::leaf::LeafSearch;
use zenpuku_shogi_learn::train::linear::ClassicModel;
use zenpuku_shogi_learn::train::trainer::{Settings, State};

use super::course::{self, Course, Rates, Summary, WEIGHTS, write_report};
use super::network_file::NetworkFile;
use super::sources::{Helpers, Sources};
use crate::context::Context;
use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku learn values`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn values --games games --out weights --leaves --threads 2\n  \
    zenpuku learn values --games games --start weights/classic.zpeval --out more --lambda 0.7\n\n\
    A position takes about 1.5 kB of memory. Writes into the folder, after every epoch: \
    classic.zpeval (the best epoch by validation loss, for the option ClassicFile), curve.csv, \
    curve.svg, checkpoint.bin; at the end training.json. The same command resumes after an \
    interruption, at the last complete epoch.")]
pub(super) struct Args {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    course: Course,
    /// Folder for the weights
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Weights to begin with; default: those built in
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Learn to be right in the mean with this network (our format), as `Evaluation ensemble` takes
    /// it: weights for that, and none by themselves
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// Usual step of a weight at the start, in centipawns
    #[arg(long, default_value_t = 4.0, value_name = "CP")]
    rate: f64,
    /// The same at the end (half a cosine between them)
    #[arg(long, default_value_t = 0.08, value_name = "CP")]
    final_rate: f64,
    /// Penalty on half the squared distance from the start
    #[arg(long, default_value_t = 0.0)]
    decay: f64,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn values --json`, also training.json.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    bytes: usize,
}

/// Trains and writes the weights.
///
/// # Errors
/// If games or the weights of `--start` cannot be read, the checkpoint belongs to another
/// training, or a file cannot be written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let rates = Rates { first: args.rate, last: args.final_rate, decay: args.decay };
    args.course.check(&rates)?;
    let stop = context.stop()?;
    let start = match &args.start {
        Some(path) => Arc::new(Weights::load(path)?),
        None => Weights::built_in(),
    };
    let network = args.beside.as_deref().map(NetworkFile::read).transpose()?;
    let helpers = helpers(args, &start, network.as_ref())?;
    let positions = args.sources.read(&args.course, helpers, context, &stop)?;
    if stop.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    let settings = args.course.settings(&rates, &positions, fingerprint(&start))?;
    let settings = Settings { beside: network.map(|network| network.checksum), ..settings };
    let mut bytes = 0;
    let write = |model: &ClassicModel, state: &State| {
        bytes = write_weights(args, &settings, model, state)?;
        Ok(())
    };
    let model = ClassicModel::new(&start, args.beside.is_none(), settings.scale);
    let params = model.start();
    let (data, with) = ((&settings, &positions.0), (context, &stop));
    let summary = args.course.run(model, params, data, &args.out, with, write)?;
    let Some(summary) = summary else { return Ok(Exit::Interrupted) };
    let report = Report { summary, bytes };
    write_report(&args.out, &report)?;
    if args.json {
        output::json(&report)?;
    } else {
        report.summary.print()?;
        output::line(format_args!("{WEIGHTS} has {bytes} bytes"))?;
    }
    Ok(Exit::Done)
}

/// Finds the leaves of positions: by the initial weights, in the mean with `network` if given.
///
/// # Errors
/// If the network's weights do not fit the engine's shape.
fn helpers(
    args: &Args,
    start: &Arc<Weights>,
    network: Option<&NetworkFile<'_>>,
) -> anyhow::Result<Helpers> {
    let search = || {
        let whole = match network {
            Some(network) => network.evaluator(Some(start))?,
            None => AnyEvaluator::classic(Arc::clone(start)),
        };
        anyhow::Ok(LeafSearch::new(whole, &Params::default()))
    };
    let leaves = args.sources.leaves.then(search).transpose()?;
    let beside = network.map(|network| network.evaluator(None)).transpose()?;
    Ok(Helpers { leaves, beside, ..Helpers::default() })
}

/// Writes the best weights; their size.
fn write_weights(
    args: &Args,
    settings: &Settings,
    model: &ClassicModel,
    state: &State,
) -> anyhow::Result<usize> {
    let weights = model.rounded(state.best_params()).context("weights of another layout")?;
    let notes = [
        ("data", &*format!("{:016x}", settings.data)),
        ("epochs", &*state.curve.len().to_string()),
        ("seed", &*settings.seed.to_string()),
    ];
    course::write_weights(&args.out, &weights, "values of self-play", &notes)
}
