//! The course of a training of values: its options, epochs, messages and files.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_core::StopToken;
use zenpuku_shogi_eval::classic::Weights;
use zenpuku_shogi_learn::state::Training;
use zenpuku_shogi_learn::train::curve::{self, Epoch, Judgement};
use zenpuku_shogi_learn::train::model::{Features, Model};
use zenpuku_shogi_learn::train::outcome::Horizon;
use zenpuku_shogi_learn::train::samples::{Samples, Tally};
use zenpuku_shogi_learn::train::scale;
use zenpuku_shogi_learn::train::trainer::{Settings, State, Trainer, judge_search};

use crate::context::Context;
use crate::exit::Usage;
use crate::{files, output};

/// A point at which a training can resume.
pub(super) const CHECKPOINT: &str = "checkpoint.bin";
/// Weights of the classic evaluation.
pub(super) const WEIGHTS: &str = "classic.zpeval";

/// Options of every course.
#[derive(Debug, clap::Args)]
pub(super) struct Course {
    /// Passes over the positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Share of the search's score in the label, 0 to 1; the rest is the game's
    /// result, or with --horizon later values of the game. Results know what no
    /// search has seen, but are a noisy bit a game: a part of 0.5 takes tens of
    /// thousands of games
    #[arg(long, default_value_t = 1.0)]
    lambda: f64,
    /// With --lambda below 1: use the following scores of the game as later
    /// values, and the result with more weight the sooner it comes; a score has
    /// 1/PLIES less weight than the one before it
    #[arg(long, value_name = "PLIES", requires = "scale")]
    horizon: Option<f64>,
    /// Centipawns for odds of e to 1; default: fitted to the games
    #[arg(long, value_name = "CP")]
    scale: Option<f64>,
    /// Random seed for the initial parameters and the order of the positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads; results are the same each time for the same number
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

/// How fast the parameters move, in the model's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Learning rate at the start.
    pub(super) first: f64,
    /// Learning rate at the end.
    pub(super) last: f64,
    /// See [`Settings::decay`].
    pub(super) decay: f64,
}

/// The result of a training: a part of the JSON.
#[derive(Serialize)]
pub(super) struct Summary {
    games: u64,
    pub(super) training_positions: usize,
    validation_positions: usize,
    /// Of both together, the leaves of positions that are not quiet.
    leaves: u64,
    /// Of both together, those with pieces taken off.
    thinned: u64,
    /// Positions whose moves are ranked, to learn from and to judge by.
    ranked: [usize; 2],
    left_out: LeftOut,
    settings: Settings,
    /// How well the search's own scores judge the validation positions.
    search: Judgement,
    pub(super) best: Option<Epoch>,
    epochs: usize,
}

#[derive(Serialize)]
struct LeftOut {
    unscored: u64,
    unquiet: u64,
    decided: u64,
    repeated: u64,
}

impl Course {
    /// Refuses absurd options.
    ///
    /// # Errors
    /// [`Usage`] names the option.
    pub(super) fn check(&self, rates: &Rates) -> anyhow::Result<()> {
        let wrong = |what: &str| Err(Usage::new(what.to_owned()).into());
        if !(0.0..=1.0).contains(&self.lambda) {
            return wrong("--lambda is from 0 to 1");
        }
        if self.horizon.is_some_and(|plies| !(1.0..=10_000.0).contains(&plies)) {
            return wrong("--horizon is from 1 to 10000");
        }
        if !(rates.first > 0.0 && rates.last > 0.0 && rates.first.is_finite()) {
            return wrong("--rate and --final-rate are above 0");
        }
        if !(0.0..1000.0).contains(&rates.decay) {
            return wrong("--decay is from 0 to 1000");
        }
        match self.scale {
            Some(scale) if !(20.0..=5000.0).contains(&scale) => wrong("--scale is from 20 to 5000"),
            _ => Ok(()),
        }
    }

    /// The horizon of the labels, in plies.
    pub(super) fn horizon(&self) -> Option<Horizon> {
        self.horizon.zip(self.scale).map(|(plies, scale)| Horizon { plies, scale: scale.round() })
    }

    /// The settings of a training on `samples` with the fingerprint `data`, which begins with
    /// something that has the fingerprint `start`.
    ///
    /// # Errors
    /// [`Usage`] if there is no scale and the games do not determine it.
    pub(super) fn settings<F: Features>(
        &self,
        rates: &Rates,
        (samples, data): &(Samples<F>, u64),
        start: u64,
    ) -> anyhow::Result<Settings> {
        let pairs = samples.training.iter();
        let pairs = pairs.filter_map(|sample| Some((sample.score, sample.outcome?.result)));
        let scale = self.scale.or_else(|| scale::fit(pairs)).ok_or_else(|| {
            Usage::new("the games' results do not determine the scale of the scores: give --scale")
        })?;
        Ok(Settings {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: rates.first,
            final_rate: rates.last,
            lambda: self.lambda,
            horizon: self.horizon,
            // Whole centipawns, so that it can be named.
            scale: scale.round(),
            decay: rates.decay,
            mirror: true,
            seed: self.seed,
            data: *data,
            start,
            shape: None,
            ranking: None,
            beside: None,
        })
    }

    /// Trains `model` from `params` on, or from the point at which a training
    /// in the folder `out` was interrupted, and calls `write` with the state
    /// after each epoch; `None` if the user stopped it.
    ///
    /// # Errors
    /// If the checkpoint belongs to another training, or a file cannot be written.
    pub(super) fn run<M: Model>(
        &self,
        model: M,
        params: Vec<f32>,
        (settings, samples): (&Settings, &Samples<M::Features>),
        out: &Path,
        (context, stop): (&Context, &StopToken),
        mut write: impl FnMut(&M, &State) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Summary>> {
        std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        let path = out.join(CHECKPOINT);
        let resumes = path.exists();
        let state = if resumes {
            State::read(&path, &M::MAGIC, model.count(), settings)?
        } else {
            State::new(params)
        };
        let search = judge_search(&samples.validation, settings);
        show_start(samples, settings, &search, &state);
        let mut trainer = Trainer::new(settings, samples, model, state, self.threads.into());
        if trainer.is_done() {
            write(trainer.model(), trainer.state())?;
        }
        let done = epochs(&mut trainer, (context, stop), |trainer| {
            let state = trainer.state();
            show_epoch(state.curve.last());
            state.write(&path, &M::MAGIC, settings)?;
            write_curve(out, &curve::csv(&state.curve), &curve::svg(&state.curve)?)?;
            write(trainer.model(), state)
        })?;
        Ok(done.then(|| Summary::new(settings, samples, search, trainer.state())))
    }
}

impl Summary {
    fn new<F>(settings: &Settings, samples: &Samples<F>, search: Judgement, state: &State) -> Self {
        let Tally { games, leaves, thinned, unscored, unquiet, decided, repeated, .. } =
            samples.tally;
        Self {
            games,
            training_positions: samples.training.len(),
            validation_positions: samples.validation.len(),
            leaves,
            thinned,
            ranked: [samples.ranked.len(), samples.ranked_validation.len()],
            left_out: LeftOut { unscored, unquiet, decided, repeated },
            settings: settings.clone(),
            search,
            best: state.best_epoch().cloned(),
            epochs: state.curve.len(),
        }
    }

    /// Says which epoch was best.
    ///
    /// # Errors
    /// If the output is closed.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let Some(best) = &self.best else { return Ok(()) };
        output::line(format_args!(
            "best epoch {} of {}: validation loss {:.5}, result loss {:.5}, winner named {:.2} %",
            best.epoch,
            self.epochs,
            best.validation.loss,
            best.validation.result_loss,
            100.0 * best.validation.agreement
        ))
    }
}

/// Writes training.json into the folder.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_report(out: &Path, report: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_vec_pretty(report).context("training.json")?;
    files::replace(&out.join("training.json"), &json)
}

fn show_start<F>(samples: &Samples<F>, settings: &Settings, search: &Judgement, state: &State) {
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
    show_resumed(state.curve.last().map(|last| last.epoch));
}

fn show_epoch(epoch: Option<&Epoch>) {
    let Some(epoch) = epoch else { return };
    let Epoch { epoch, rate, training_loss, validation, positions_per_second, seconds, units } =
        epoch;
    let (dead, saturated) = units.unwrap_or_default().silent();
    output::complain(&format!(
        "epoch {epoch}: training {training_loss:.5}, validation {:.5}, result {:.5}, winner named \
         {:.2} %, rate {rate:.1e}, {dead} units dead, {saturated} saturated, \
         {positions_per_second:.0} positions/s, {seconds:.1} s",
        validation.loss,
        validation.result_loss,
        100.0 * validation.agreement
    ));
    if let Some(part) = validation.played_first {
        output::complain(&format!(
            "  in {:.2} % the move played is ahead of two others",
            100.0 * part
        ));
    }
}

/// Reports after which epoch a training resumes.
pub(super) fn show_resumed(last: Option<u32>) {
    if let Some(last) = last {
        output::complain(&format!("going on after epoch {last}"));
    }
}

/// Does the epochs that are left, each followed by `after`; `false` when the user stopped them.
///
/// # Errors
/// Those of `after`.
pub(super) fn epochs<T: Training>(
    trainer: &mut T,
    (context, stop): (&Context, &StopToken),
    mut after: impl FnMut(&T) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    while !trainer.is_done() {
        let progress = context.progress(Some(trainer.epoch_positions() as u64), "positions");
        if !trainer.epoch(&stop.clone(), &mut |positions| progress.advance(positions as u64)) {
            output::complain(
                "the last complete epoch is kept; the same command continues after it",
            );
            return Ok(false);
        }
        drop(progress);
        after(trainer)?;
    }
    Ok(true)
}

/// Writes the learning curve into the folder.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_curve(folder: &Path, csv: &str, svg: &str) -> anyhow::Result<()> {
    files::replace(&folder.join("curve.csv"), csv.as_bytes())?;
    files::replace(&folder.join("curve.svg"), svg.as_bytes())
}

/// Writes weights of the classic evaluation with their source into the folder; returns their size.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_weights(
    folder: &Path,
    weights: &Weights,
    training: &str,
    more: &[(&str, &str)],
) -> anyhow::Result<usize> {
    let program = crate::PROGRAM;
    let notes = [&[("program", program), ("training", training)], more].concat();
    let bytes = weights.write(&notes)?;
    files::replace(&folder.join(WEIGHTS), &bytes)?;
    Ok(bytes.len())
}
