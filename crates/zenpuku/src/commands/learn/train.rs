//! `zenpuku learn train`: an evaluation network from games.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_eval::nnue::{Weights, file, nn_bin};
use zenpuku_shogi_learn::train::checkpoint;
use zenpuku_shogi_learn::train::curve::{self, Epoch, Judgement};
use zenpuku_shogi_learn::train::quantise::{QuantisationError, compare, quantise};
use zenpuku_shogi_learn::train::samples::{Filter, Samples, Tally};
use zenpuku_shogi_learn::train::scale;
use zenpuku_shogi_learn::train::teacher::Teacher;
use zenpuku_shogi_learn::train::thinned::Thinner;
use zenpuku_shogi_learn::train::trainer::{Settings, State, Trainer, judge_search};

use super::games::{for_each_shard, game_name};
use super::start::Start;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::interrupt::Stop;
use crate::{files, output};

/// Where the training can go on.
const CHECKPOINT: &str = "checkpoint.bin";
/// The network of the best epoch.
pub(super) const NETWORK: &str = "network.zpnet";

/// Arguments of `zenpuku learn train`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn train --games games --out net --threads 2\n  \
    zenpuku learn train --games games more-games --out net --epochs 20 --lambda 0.5 --nn-bin\n\n\
    Writes into the folder, after every epoch: network.zpnet (the best epoch by validation\n\
    loss), curve.csv, curve.svg, checkpoint.bin; at the end training.json. The same command\n\
    goes on after an interruption, at the last whole epoch.")]
pub(super) struct Args {
    /// Files of games, or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Folder for the network
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Network to begin with (our format, K-P); default: random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Learning rate at the start
    #[arg(long, default_value_t = 2e-3)]
    rate: f64,
    /// Learning rate at the end (half a cosine between them)
    #[arg(long, default_value_t = 1e-5)]
    final_rate: f64,
    /// Weight decay, in parts of a weight per unit of the learning rate
    #[arg(long, default_value_t = 0.0)]
    decay: f64,
    /// Part of the search's score in what is learned, 0 to 1; the rest is the game's result, one
    /// noisy bit a game that takes many games to help
    #[arg(long, default_value_t = 1.0)]
    lambda: f64,
    /// Centipawns for odds of e to 1; default: fitted to the games
    #[arg(long, value_name = "CP")]
    scale: Option<f64>,
    /// Learn the static values of this evaluation (of positions near those of the games, too)
    /// instead of the games' scores: plenty of examples without noise, to go on from with --start
    #[arg(long, value_name = "EVALUATION")]
    teacher: Option<EvalKind>,
    /// With --teacher: random walks of one to three plies from each position
    #[arg(long, default_value_t = 8, requires = "teacher",
        value_parser = clap::value_parser!(u32).range(0..=1000))]
    walks: u32,
    /// Of 100 positions learn so many a second time with pieces taken off at random, as handicap
    /// games and thin endings, to which self-play seldom comes
    #[arg(long, default_value_t = 0, value_name = "PERCENT", conflicts_with = "teacher",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    thinned: u8,
    /// Leave out positions with a score beyond this many centipawns
    #[arg(long, default_value_t = 3000, value_name = "CP",
        value_parser = clap::value_parser!(i16).range(1..))]
    score_limit: i16,
    /// Keep positions in check and those where the move played takes or promotes
    #[arg(long)]
    all_positions: bool,
    /// Instead of positions in check and those where the move played takes or promotes, learn from
    /// the quiet ones at the end of their quiescence search by the network of --start
    #[arg(long, requires = "start", conflicts_with_all = ["teacher", "all_positions"])]
    leaves: bool,
    /// Learn from repeated positions as often as they occur
    #[arg(long)]
    repeated: bool,
    /// One game of so many judges the network instead of teaching it; 0: none
    #[arg(long, default_value_t = 20, value_name = "GAMES")]
    validation: u64,
    /// Learn from positions as they are, without exchanging left and right at random
    #[arg(long)]
    no_mirror: bool,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; results are the same each time for the same number
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Name of the network
    #[arg(long, default_value = "zenpuku")]
    name: String,
    /// Write nn.bin too, for YaneuraOu (K-P 256x2-32-32)
    #[arg(long)]
    nn_bin: bool,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn train --json`, also training.json.
#[derive(Serialize)]
pub(super) struct Report {
    games: u64,
    pub(super) training_positions: usize,
    validation_positions: usize,
    /// Of both together, the leaves of positions that are not quiet.
    leaves: u64,
    /// Of both together, those with pieces taken off.
    thinned: u64,
    left_out: LeftOut,
    settings: Settings,
    /// How well the search's own scores judge the validation positions.
    search: Judgement,
    pub(super) best: Option<Epoch>,
    epochs: usize,
    quantisation: QuantisationReport,
    network_bytes: usize,
}

#[derive(Serialize)]
struct LeftOut {
    unscored: u64,
    unquiet: u64,
    decided: u64,
    repeated: u64,
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
    check(args)?;
    let stop = context.stop()?;
    let start = args.start.as_deref().map(Start::read).transpose()?;
    let (samples, data) = read_samples(args, start.as_ref(), context, &stop)?;
    if stop.requested() {
        return Ok(None);
    }
    if samples.training.is_empty() {
        anyhow::bail!("no position is left to learn from: {:?}", samples.tally);
    }
    let (settings, state) = begin(args, start.as_ref(), &samples, data)?;
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let path = args.out.join(CHECKPOINT);
    let state = if path.exists() { checkpoint::read(&path, &settings)? } else { state };
    let search = judge_search(&samples.validation, &settings);
    show_start(&samples, &settings, &search, &state);
    let mut trainer = Trainer::new(&settings, &samples, state, usize::from(args.threads));
    let mut written = None;
    while !trainer.is_done() {
        let progress = context.progress(Some(samples.training.len() as u64), "positions");
        if !trainer.epoch(&stop.flag(), |positions| progress.advance(positions as u64)) {
            output::complain("the last whole epoch is kept; the same command goes on after it");
            return Ok(None);
        }
        drop(progress);
        show_epoch(trainer.state().curve.last());
        checkpoint::write(&path, &settings, trainer.state())?;
        write_curve(&args.out, &trainer.state().curve)?;
        written = Some(write_network(args, &settings, trainer.state(), &samples)?);
    }
    let state = trainer.state();
    let (network_bytes, quantisation) = match written {
        Some(written) => written,
        None => write_network(args, &settings, state, &samples)?,
    };
    let report = report(&settings, &samples, search, state, network_bytes, &quantisation);
    let json = serde_json::to_vec_pretty(&report).context("training.json")?;
    files::replace(&args.out.join("training.json"), &json)?;
    Ok(Some(report))
}

fn check(args: &Args) -> anyhow::Result<()> {
    let wrong = |what: &str| Err(Usage::new(what.to_owned()).into());
    if !(0.0..=1.0).contains(&args.lambda) {
        return wrong("--lambda is from 0 to 1");
    }
    if !(args.rate > 0.0 && args.final_rate > 0.0 && args.rate.is_finite()) {
        return wrong("--rate and --final-rate are above 0");
    }
    if !(0.0..1000.0).contains(&args.decay) {
        return wrong("--decay is from 0 to 1000");
    }
    match args.scale {
        Some(scale) if !(20.0..=5000.0).contains(&scale) => wrong("--scale is from 20 to 5000"),
        _ => Ok(()),
    }
}

/// The samples and a fingerprint of what they were made from.
fn read_samples(
    args: &Args,
    start: Option<&Start<'_>>,
    context: &Context,
    stop: &Stop,
) -> anyhow::Result<(Samples, u64)> {
    let filter = Filter {
        score_limit: args.score_limit,
        quiet_only: !args.all_positions,
        distinct: !args.repeated,
        validation_of: args.validation,
    };
    let mut samples = Samples::default();
    let mut leaves = start.filter(|_| args.leaves).map(Start::leaf_search).transpose()?;
    let mut teacher = args.teacher.map(|kind| Teacher::new(kind, args.walks, args.seed));
    let thinner = || Thinner::new(args.thinned, args.seed);
    let mut thinner = (args.thinned > 0).then(thinner);
    for_each_shard(&args.games, context, stop, |shard| {
        shard.games.iter().try_for_each(|game| {
            let added = match &mut teacher {
                Some(teacher) => samples.add_taught(game, &filter, teacher),
                None => samples.add(game, &filter, leaves.as_mut()),
            };
            added.with_context(|| game_name(game))?;
            let Some(thinner) = &mut thinner else { return Ok(()) };
            samples.add_thinned(game, &filter, thinner).with_context(|| game_name(game))
        })
    })?;
    let data = samples.fingerprint();
    Ok((samples, data))
}

fn settings(args: &Args, samples: &Samples, data: u64) -> anyhow::Result<Settings> {
    let fitted = || scale::fit(samples.training.iter().map(|sample| (sample.score, sample.result)));
    let scale = args.scale.or_else(fitted).ok_or_else(|| {
        Usage::new("the games' results do not tell the scale of the scores: give --scale")
    })?;
    Ok(Settings {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        final_rate: args.final_rate,
        lambda: args.lambda,
        // Whole centipawns, so that it can be named.
        scale: scale.round(),
        decay: args.decay,
        mirror: !args.no_mirror,
        seed: args.seed,
        data,
        start: 0,
    })
}

/// The settings and the state before the first epoch.
fn begin(
    args: &Args,
    start: Option<&Start<'_>>,
    samples: &Samples,
    data: u64,
) -> anyhow::Result<(Settings, State)> {
    let mut settings = settings(args, samples, data)?;
    let Some(start) = start else {
        let state = State::new(settings.seed);
        return Ok((settings, state));
    };
    settings.start = start.checksum;
    let params = start.params(settings.scale)?;
    Ok((settings, State::with(params)))
}

fn show_start(samples: &Samples, settings: &Settings, search: &Judgement, state: &State) {
    let Tally { games, taken, leaves, thinned, unscored, unquiet, decided, repeated } =
        samples.tally;
    output::complain(&format!(
        "{games} games: {taken} positions taken, {leaves} of them leaves, {thinned} thinned; left \
         out {unscored} without score, {unquiet} not quiet, {decided} decided, {repeated} \
         repeated\n\
         {} to learn from, {} to judge by; scale {:.0} centipawns; the search's own scores there: \
         loss {:.5}, result loss {:.5}, winner named {:.2} %",
        samples.training.len(),
        samples.validation.len(),
        settings.scale,
        search.loss,
        search.result_loss,
        100.0 * search.agreement
    ));
    if let Some(last) = state.curve.last() {
        output::complain(&format!("going on after epoch {}", last.epoch));
    }
}

fn show_epoch(epoch: Option<&Epoch>) {
    let Some(Epoch { epoch, rate, training_loss, validation, positions_per_second, seconds }) =
        epoch
    else {
        return;
    };
    output::complain(&format!(
        "epoch {epoch}: training {training_loss:.5}, validation {:.5}, result {:.5}, winner named \
         {:.2} %, rate {rate:.1e}, {positions_per_second:.0} positions/s, {seconds:.1} s",
        validation.loss,
        validation.result_loss,
        100.0 * validation.agreement
    ));
}

fn write_curve(folder: &Path, epochs: &[Epoch]) -> anyhow::Result<()> {
    files::replace(&folder.join("curve.csv"), curve::csv(epochs).as_bytes())?;
    files::replace(&folder.join("curve.svg"), curve::svg(epochs)?.as_bytes())
}

/// Writes the best network; its size and how far its integers are from floating point.
fn write_network(
    args: &Args,
    settings: &Settings,
    state: &State,
    samples: &Samples,
) -> anyhow::Result<(usize, QuantisationError)> {
    let params = state.best.as_ref().map_or(&state.params, |best| &best.1);
    let weights: Weights = quantise(params, settings.scale, &args.name);
    let error = compare(params, settings.scale, &weights, &samples.probes)?;
    let notes = [
        ("program", concat!("zenpuku ", env!("CARGO_PKG_VERSION"), " ", env!("ZENPUKU_COMMIT"))),
        ("positions", &samples.training.len().to_string()),
        ("epochs", &state.curve.len().to_string()),
        ("lambda", &settings.lambda.to_string()),
        ("win-rate-scale", &settings.scale.to_string()),
    ];
    let bytes = file::write(&weights, &notes)?;
    files::replace(&args.out.join(NETWORK), &bytes)?;
    if args.nn_bin {
        files::replace(&args.out.join("nn.bin"), &nn_bin::write(&weights)?)?;
    }
    Ok((bytes.len(), error))
}

fn report(
    settings: &Settings,
    samples: &Samples,
    search: Judgement,
    state: &State,
    network_bytes: usize,
    quantisation: &QuantisationError,
) -> Report {
    let best = state.best.as_ref().map(|best| best.0);
    let Tally { games, unscored, unquiet, decided, repeated, .. } = samples.tally;
    Report {
        games,
        training_positions: samples.training.len(),
        validation_positions: samples.validation.len(),
        leaves: samples.tally.leaves,
        thinned: samples.tally.thinned,
        left_out: LeftOut { unscored, unquiet, decided, repeated },
        settings: settings.clone(),
        search,
        best: state.curve.iter().find(|epoch| Some(epoch.validation.loss) == best).cloned(),
        epochs: state.curve.len(),
        quantisation: QuantisationReport {
            positions: quantisation.positions,
            mean_cp: quantisation.mean,
            greatest_cp: quantisation.greatest,
        },
        network_bytes,
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    if let Some(best) = &report.best {
        output::line(format_args!(
            "best epoch {} of {}: validation loss {:.5}, result loss {:.5}, winner named {:.2} %",
            best.epoch,
            report.epochs,
            best.validation.loss,
            best.validation.result_loss,
            100.0 * best.validation.agreement
        ))?;
    }
    output::line(format_args!(
        "integers differ from floating point by {:.2} centipawns on average, {:.0} at most \
         ({} positions); network.zpnet has {} bytes",
        report.quantisation.mean_cp,
        report.quantisation.greatest_cp,
        report.quantisation.positions,
        report.network_bytes
    ))
}
