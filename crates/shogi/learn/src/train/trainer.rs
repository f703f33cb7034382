//! Batches, threads and validation.

use super::adam::AdamConfig;
use super::curve::{Epoch, Judgement};
use super::model::{Features, Model, Seen};
use super::outcome::Outcome;
use super::ranking::{self, LEAVES, Ranked};
use super::samples::{Sample, Samples};
use super::scale::{chance, cross_entropy, sigmoid};
use super::shape::TrainedShape;
use super::units::Census;
use crate::schedule;
use crate::state::Training;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use zenpuku_core::StopToken;
use zenpuku_core::random::SplitMix64;

/// Everything but the positions that decides a training (with one thread; several add up their
/// sums in another order).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Passes over the training positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// Learning rate at the start, in the model's unit.
    pub rate: f64,
    /// Learning rate at the end; between them half a cosine.
    pub final_rate: f64,
    /// Share of the search's value in the label, 0 to 1; the rest is
    /// [later](Outcome::later) values.
    pub lambda: f64,
    /// See [`Horizon::plies`](super::outcome::Horizon::plies); only for the record, the samples
    /// have it in them.
    #[serde(default)]
    pub horizon: Option<f64>,
    /// Centipawns for odds of e to 1.
    pub scale: f64,
    /// What holds the parameters back, see [`AdamConfig::decay`].
    pub decay: f64,
    /// Exchange left and right at random.
    pub mirror: bool,
    /// Seed of the first weights and of the order of the positions.
    pub seed: u64,
    /// Fingerprint of the training positions.
    pub data: u64,
    /// Fingerprint of its initial weights; 0: random weights.
    #[serde(default)]
    pub start: u64,
    /// Shape of the network; only the classic evaluation has none.
    #[serde(default = "Settings::first_shape", skip_serializing_if = "Option::is_none")]
    pub shape: Option<TrainedShape>,
    /// Weight of the ranking loss of a ranked position relative to the value
    /// loss of a position; `None`: no ranking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<f64>,
    /// Fingerprint of the fixed evaluation ([beside](super::beside)); `None`:
    /// the model is trained alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<u64>,
}

impl Settings {
    /// The shape of a network of before there was a choice.
    #[allow(clippy::unnecessary_wraps)]
    fn first_shape() -> Option<TrainedShape> {
        Some(TrainedShape::default())
    }
}

/// The state of a training.
pub type State = crate::state::State<Epoch>;

/// Marks an index of the order: this time mirrored.
const MIRRORED: u32 = 1 << 31;

/// Positions that a thread processes together: enough to reuse cached weights,
/// few enough to leave room for them.
const BLOCK: usize = 256;

/// A training under way.
pub struct Trainer<'a, M: Model> {
    settings: &'a Settings,
    samples: &'a Samples<M::Features>,
    model: M,
    /// For each thread.
    gradients: Vec<Vec<f32>>,
    blocks: Vec<M::Block>,
    state: State,
}

impl State {
    /// The epoch that the best parameters are from.
    #[must_use]
    pub fn best_epoch(&self) -> Option<&Epoch> {
        let best = self.best.as_ref()?.0;
        self.curve.iter().find(|epoch| epoch.validation.loss == best)
    }
}

impl<'a, M: Model> Trainer<'a, M> {
    /// Continues from `state` with `threads` threads.
    #[must_use]
    pub fn new(
        settings: &'a Settings,
        samples: &'a Samples<M::Features>,
        model: M,
        state: State,
        threads: usize,
    ) -> Self {
        let threads = threads.max(1);
        let gradients = vec![vec![0.0; model.count()]; threads];
        let blocks = (0..threads).map(|_| model.block()).collect();
        Self { settings, samples, model, gradients, blocks, state }
    }

    /// The model, with the parameters that it was last shown.
    #[must_use]
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Numbers below `count` in random order, some mirrored.
    fn order(&self, epoch: u32, count: usize) -> Vec<u32> {
        let mut random = SplitMix64::new(self.settings.seed ^ u64::from(epoch) << 32);
        let mut order: Vec<u32> = (0..count as u32).collect();
        random.shuffle(&mut order);
        if self.settings.mirror {
            for index in &mut order {
                *index |= (random.next_u64() as u32) & MIRRORED;
            }
        }
        order
    }

    fn rate(&self, epoch: u32, batch: usize, batches: usize) -> f64 {
        let Settings { epochs, rate, final_rate, .. } = *self.settings;
        schedule::rate((rate, final_rate), (epoch, epochs), (batch, batches))
    }

    /// One step from the values of `positions` and the order of the moves in `ranked`; the sum of
    /// the value losses before it.
    fn batch(&mut self, positions: &[u32], ranked: &[u32], rate: f64) -> f64 {
        let threads = self.gradients.len();
        self.model.set(&self.state.params);
        let (model, samples, settings) = (&self.model, self.samples, self.settings);
        let weight = settings.ranking.unwrap_or(0.0) * positions.len() as f64;
        let weight = weight / ranked.len().max(1) as f64;
        let learn = |(positions, ranked), (gradient, block): (&mut Vec<f32>, &mut M::Block)| {
            rank(model, &samples.ranked, ranked, (settings, weight), block, gradient);
            slice(model, &samples.training, positions, settings, block, gradient)
        };
        let loss = std::thread::scope(|scope| {
            let memory = self.gradients.iter_mut().zip(&mut self.blocks);
            let mut parts = shares(positions, ranked, threads).zip(memory);
            let own = parts.next();
            let others: Vec<_> =
                parts.map(|(part, memory)| scope.spawn(move || learn(part, memory))).collect();
            let own = own.map_or(0.0, |(part, memory)| learn(part, memory));
            // In a fixed order, so that the sum is the same each time.
            others.into_iter().fold(own, |sum, other| sum + other.join().unwrap_or(f64::NAN))
        });
        let State { params, moments, .. } = &mut self.state;
        let config = AdamConfig { positions: positions.len(), rate, decay: settings.decay };
        self.model.step(params, moments, &mut self.gradients, &config);
        loss
    }

    /// How well the present weights, as integers hold them, judge `samples`.
    #[must_use]
    pub fn judge(&mut self, samples: &[Sample<M::Features>]) -> Judgement {
        self.judged(samples).0
    }

    /// The part of `ranked` in which the leaf of the move played is ahead, by the weights that
    /// [`judged`](Self::judged) has set; `None` of none.
    fn played_first(&mut self, ranked: &[Ranked<M::Features>]) -> Option<f64> {
        let (model, scale) = (&self.model, self.settings.scale);
        let block = self.blocks.first_mut()?;
        let mut first = 0;
        for ranked in ranked.chunks(BLOCK / LEAVES) {
            let seen: Vec<_> =
                ranked.iter().flat_map(|leaves| ranking::seen(leaves, false)).collect();
            let outputs = model.forward(&seen, block).chunks_exact(LEAVES);
            let pairs = ranked.iter().zip(outputs);
            first += pairs.filter(|(leaves, out)| ranking::is_first(leaves, out, scale)).count();
        }
        (!ranked.is_empty()).then(|| first as f64 / ranked.len() as f64)
    }

    /// The same, with the activations of the model's units.
    fn judged(&mut self, samples: &[Sample<M::Features>]) -> (Judgement, Census) {
        self.model.set(&self.state.params);
        let share = samples.len().div_ceil(self.gradients.len()).max(1);
        let (model, settings) = (&self.model, self.settings);
        let parts: Vec<(Sums, Census)> = std::thread::scope(|scope| {
            let parts = samples.chunks(share).zip(&mut self.blocks);
            let workers: Vec<_> = parts
                .map(|(part, block)| scope.spawn(move || judge(model, part, settings, block)))
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
        });
        let mut census = Census::default();
        parts.iter().for_each(|part| census.merge(&part.1));
        let sums = parts.into_iter().map(|part| part.0).collect();
        (Sums::judgement(sums, samples.len()), census)
    }
}

impl<M: Model> Training for Trainer<'_, M> {
    type Epoch = Epoch;

    fn state(&self) -> &State {
        &self.state
    }

    fn is_done(&self) -> bool {
        self.state.curve.len() >= self.settings.epochs as usize
    }

    fn epoch_positions(&self) -> usize {
        self.samples.training.len()
    }

    fn epoch(&mut self, stop: &StopToken, learned: &mut dyn FnMut(usize)) -> bool {
        let start = Instant::now();
        let number = self.state.curve.len() as u32 + 1;
        let order = self.order(number, self.samples.training.len());
        let ranked = self.order(number, self.samples.ranked.len());
        let batch = self.settings.batch.max(1);
        let batches = order.len().div_ceil(batch);
        let mut loss = 0.0;
        let mut rate = self.settings.rate;
        for (index, positions) in order.chunks(batch).enumerate() {
            if stop.is_stopped() {
                return false;
            }
            rate = self.rate(number, index, batches);
            let part = |batch: usize| batch * ranked.len() / batches;
            loss += self.batch(positions, &ranked[part(index)..part(index + 1)], rate);
            learned(positions.len());
        }
        let seconds = start.elapsed().as_secs_f64();
        let samples = self.samples;
        let (mut validation, census) = self.judged(&samples.validation);
        validation.played_first = self.played_first(&samples.ranked_validation);
        self.state.curve.push(Epoch {
            epoch: number,
            rate,
            training_loss: loss / order.len().max(1) as f64,
            validation,
            positions_per_second: order.len() as f64 / seconds.max(1e-9),
            seconds,
            units: census.units(),
        });
        self.state.judge(validation.loss, samples.validation.is_empty());
        true
    }
}

/// The label of a sample: the winning chance.
fn target<F>(sample: &Sample<F>, settings: &Settings) -> f64 {
    let by_search = sigmoid(f64::from(sample.score) / settings.scale);
    let later = sample.outcome.map_or(by_search, |outcome| outcome.later.into());
    settings.lambda * by_search + (1.0 - settings.lambda) * later
}

/// Adds up the gradient over some positions and says the sum of the losses.
fn slice<M: Model>(
    model: &M,
    samples: &[Sample<M::Features>],
    positions: &[u32],
    settings: &Settings,
    block: &mut M::Block,
    gradient: &mut [f32],
) -> f64 {
    let sample = |index: u32| &samples[(index & !MIRRORED) as usize];
    let mut loss = 0.0;
    for positions in positions.chunks(BLOCK) {
        let seen = |&index: &u32| Seen {
            features: &sample(index).features,
            mirrored: index & MIRRORED != 0,
        };
        let seen: Vec<_> = positions.iter().map(seen).collect();
        let outputs = model.forward(&seen, block).iter().zip(positions);
        let slopes: Vec<f32> = outputs
            .map(|(&output, &index)| {
                let sample = sample(index);
                let target = target(sample, settings);
                let output = sample.beside.mean(output.into(), settings.scale);
                loss += cross_entropy(output, target);
                ((sigmoid(output) - target) * sample.beside.slope()) as f32
            })
            .collect();
        model.backward(&seen, &slopes, block, gradient);
    }
    loss
}

/// The shares of `threads` threads in positions and in ranked ones.
fn shares<'a>(
    positions: &'a [u32],
    ranked: &'a [u32],
    threads: usize,
) -> impl Iterator<Item = (&'a [u32], &'a [u32])> {
    let share = move |list: &'a [u32], thread: usize| {
        let size = list.len().div_ceil(threads);
        let end = list.len().min((thread + 1) * size);
        &list[end.min(thread * size)..end]
    };
    let both = (0..threads).map(move |thread| (share(positions, thread), share(ranked, thread)));
    both.filter(|(positions, ranked)| !(positions.is_empty() && ranked.is_empty()))
}

/// Adds up the gradient of `weight` times the ranking losses of some ranked positions.
fn rank<M: Model>(
    model: &M,
    samples: &[Ranked<M::Features>],
    ranked: &[u32],
    (settings, weight): (&Settings, f64),
    block: &mut M::Block,
    gradient: &mut [f32],
) {
    if weight == 0.0 {
        return;
    }
    for ranked in ranked.chunks(BLOCK / LEAVES) {
        let leaves = ranked.iter().map(|&index| &samples[(index & !MIRRORED) as usize]);
        let mirrored = ranked.iter().map(|&index| index & MIRRORED != 0);
        let seen: Vec<_> = leaves
            .clone()
            .zip(mirrored)
            .flat_map(|(leaves, mirrored)| ranking::seen(leaves, mirrored))
            .collect();
        let outputs = model.forward(&seen, block).chunks_exact(LEAVES);
        let slopes: Vec<f32> = leaves
            .zip(outputs)
            .flat_map(|(leaves, outputs)| ranking::loss(leaves, outputs, settings.scale).1)
            .map(|slope| (weight * slope) as f32)
            .collect();
        model.backward(&seen, &slopes, block, gradient);
    }
}

/// Sums over judged positions.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    loss: f64,
    played: u64,
    result_loss: f64,
    decided: u64,
    right: u64,
}

impl Sums {
    fn judgement(parts: Vec<Self>, positions: usize) -> Judgement {
        let count = positions.max(1) as f64;
        let sum = |value: fn(&Self) -> f64| parts.iter().map(value).sum::<f64>();
        let played = sum(|part| part.played as f64).max(1.0);
        let decided = sum(|part| part.decided as f64).max(1.0);
        Judgement {
            loss: sum(|part| part.loss) / count,
            result_loss: sum(|part| part.result_loss) / played,
            agreement: sum(|part| part.right as f64) / decided,
            played_first: None,
        }
    }

    fn add<F>(&mut self, output: f64, sample: &Sample<F>, settings: &Settings) {
        self.loss += cross_entropy(output, target(sample, settings));
        let Some(Outcome { result, .. }) = sample.outcome else { return };
        self.played += 1;
        self.result_loss += cross_entropy(output, chance(result));
        self.decided += u64::from(result != 0);
        self.right += u64::from(output * f64::from(result) > 0.0);
    }
}

fn judge<M: Model>(
    model: &M,
    samples: &[Sample<M::Features>],
    settings: &Settings,
    block: &mut M::Block,
) -> (Sums, Census) {
    let (mut sums, mut census) = (Sums::default(), Census::default());
    for samples in samples.chunks(BLOCK) {
        let seen =
            samples.iter().map(|sample| Seen { features: &sample.features, mirrored: false });
        let seen: Vec<_> = seen.collect();
        for (&output, sample) in model.forward(&seen, block).iter().zip(samples) {
            let output = sample.beside.mean(output.into(), settings.scale);
            sums.add(output, sample, settings);
        }
        model.census(block, &mut census);
    }
    (sums, census)
}

/// The loss of the search's own values on `samples`: the reference for the network.
#[must_use]
pub fn judge_search<F: Features>(samples: &[Sample<F>], settings: &Settings) -> Judgement {
    let mut sums = Sums::default();
    for sample in samples {
        sums.add(f64::from(sample.score) / settings.scale, sample, settings);
    }
    Sums::judgement(vec![sums], samples.len())
}
