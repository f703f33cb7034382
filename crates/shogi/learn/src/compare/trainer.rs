//! Batches, threads and validation.

use super::curve::{Epoch, Judgement};
use super::descent::{Descent, StepSize};
use super::games::{ExpertGames, Place};
use super::objective::{Finder, Shape, objective};
use super::weights::{Families, PARTS, parts, rounded};
use crate::schedule;
use crate::state::Training;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;
use zenpuku_core::StopToken;
use zenpuku_core::hash::fnv1a;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi_eval::classic::{WEIGHTS, Weights};
use zenpuku_shogi_eval::nnue::Network;

/// Begins a checkpoint.
pub const MAGIC: &[u8; 8] = b"ZPCOMPA1";

/// Everything but the positions that decides a training (with one thread; several add up their
/// sums in another order).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Passes over the training positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// Usual step of a weight at the start, in centipawns.
    pub rate: f64,
    /// The same at the end; between them half a cosine.
    pub final_rate: f64,
    /// Gradient at which a step is half of the usual one.
    pub epsilon: f64,
    /// Weight of half the squared distance from the start, per squared centipawn.
    pub penalty: f64,
    /// See [`Shape::steepness`].
    pub steepness: f64,
    /// See [`Shape::window`].
    pub window: i32,
    /// Share of the training positions used in an epoch, above 0 to 1.
    pub share: f64,
    /// Seed of the order of the positions.
    pub seed: u64,
    /// Fingerprint of the positions.
    pub data: u64,
    /// Fingerprint of the weights at the start.
    pub start: u64,
    /// Checksum of the network that the weights are trained with, if any.
    #[serde(default)]
    pub beside: Option<u64>,
}

/// The state of a training: the parameters are the parts of the weights, see
/// [`super::weights`], the first epoch is the validation before any learning.
pub type State = crate::state::State<Epoch>;

/// A training under way.
pub struct Trainer<'a> {
    settings: &'a Settings,
    games: &'a ExpertGames,
    beside: Option<Arc<Network>>,
    descent: Descent,
    gradients: Vec<Vec<f32>>,
    state: State,
}

/// A number that other weights would change.
#[must_use]
pub fn fingerprint(weights: &Weights) -> u64 {
    let bytes: Vec<u8> = weights.numbers().iter().flat_map(|number| number.to_le_bytes()).collect();
    fnv1a(&bytes)
}

impl<'a> Trainer<'a> {
    /// Continues from `state` with `threads` threads; the training began with
    /// `start`. With a network `beside` the weights, the mean of both is what
    /// judges.
    #[must_use]
    pub fn new(
        settings: &'a Settings,
        games: &'a ExpertGames,
        (start, beside): (&Weights, Option<Arc<Network>>),
        state: State,
        threads: usize,
    ) -> Self {
        Self {
            settings,
            games,
            descent: Descent::new(start, beside.is_none()),
            beside,
            gradients: vec![vec![0.0; PARTS]; threads.max(1)],
            state,
        }
    }

    /// The best weights by validation, or the latest without one.
    #[must_use]
    pub fn best(&self) -> Option<Weights> {
        self.descent.rounded(self.state.best_params())
    }

    /// The training positions of an epoch in random order.
    fn order(&self, epoch: u32) -> Vec<Place> {
        let mut random = SplitMix64::new(self.settings.seed ^ u64::from(epoch) << 32);
        let mut order = self.games.training.clone();
        random.shuffle(&mut order);
        order.truncate(self.epoch_positions());
        order
    }

    fn rate(&self, epoch: u32, batch: usize, batches: usize) -> f64 {
        let Settings { epochs, rate, final_rate, .. } = *self.settings;
        schedule::rate((rate, final_rate), (epoch, epochs), (batch, batches))
    }

    /// One step; returns the results of the present weights on its positions.
    fn batch(&mut self, places: &[Place], rate: f64) -> Sums {
        let sums = self.look_at(places);
        let size = StepSize {
            rate: rate as f32,
            epsilon: self.settings.epsilon as f32,
            penalty: self.settings.penalty as f32,
        };
        let State { params, moments, .. } = &mut self.state;
        // Each position has come with its share.
        self.descent.step(params, moments, &mut self.gradients, 1.0, &size);
        sums
    }

    /// How well the present weights judge the validation positions; `None` when stopped.
    fn validate(&mut self, stop: &StopToken) -> Option<Judgement> {
        let weights = self.descent.weights(&self.state.params);
        let Some(integers) = rounded(&weights) else { return Some(Judgement::default()) };
        let work = self.work(&weights, 0.0);
        work.judge(&Arc::new(integers), &mut self.gradients, stop)
    }

    /// Finds the leaves at `places` under the present weights and judges them; adds to the
    /// gradients of the threads.
    fn look_at(&mut self, places: &[Place]) -> Sums {
        let weights = self.descent.weights(&self.state.params);
        let Some(integers) = rounded(&weights) else { return Sums::default() };
        let work = self.work(&weights, 1.0 / places.len() as f64);
        work.share_out(places, &Arc::new(integers), &mut self.gradients)
    }

    fn work<'b>(&self, weights: &'b [f32], share: f64) -> Work<'b>
    where
        'a: 'b,
    {
        let Settings { steepness, window, .. } = *self.settings;
        let shape = Shape { steepness, window };
        let beside = self.beside.clone();
        Work { shape, games: self.games, beside, weights, share }
    }
}

impl Training for Trainer<'_> {
    type Epoch = Epoch;

    fn state(&self) -> &State {
        &self.state
    }

    fn is_done(&self) -> bool {
        self.state.curve.len() > self.settings.epochs as usize
    }

    fn epoch_positions(&self) -> usize {
        let all = self.games.training.len();
        ((all as f64 * self.settings.share).ceil() as usize).min(all)
    }

    /// Before the first epoch comes a validation.
    fn epoch(&mut self, stop: &StopToken, learned: &mut dyn FnMut(usize)) -> bool {
        let start = Instant::now();
        let mut rate = self.settings.rate;
        let mut sums = Sums::default();
        let number = self.state.curve.len() as u32;
        if number > 0 {
            let order = self.order(number);
            let batches = order.len().div_ceil(self.settings.batch.max(1));
            for (index, places) in order.chunks(self.settings.batch.max(1)).enumerate() {
                if stop.is_stopped() {
                    return false;
                }
                rate = self.rate(number, index, batches);
                sums.add(&self.batch(places, rate));
                learned(places.len());
            }
        }
        let Some(validation) = self.validate(stop) else { return false };
        self.state.judge(validation.objective, validation.positions == 0);
        self.state.curve.push(Epoch {
            epoch: number,
            rate,
            training: sums.judgement(),
            validation,
            seconds: start.elapsed().as_secs_f64(),
        });
        true
    }
}

/// How well `weights` judge the validation positions of `games`; `None` when `stop` was stopped.
pub fn judge(
    games: &ExpertGames,
    weights: &Weights,
    shape: Shape,
    threads: usize,
    stop: &StopToken,
) -> Option<Judgement> {
    let numbers = Families::new().weights(&parts(weights));
    let mut gradients = vec![vec![0.0; WEIGHTS]; threads.max(1)];
    let work = Work { shape, games, beside: None, weights: &numbers, share: 0.0 };
    work.judge(&Arc::new(weights.clone()), &mut gradients, stop)
}

/// Positions between two checks of the stop token, for each thread.
const VALIDATED_AT_A_TIME: usize = 64;

/// State shared by the threads of a batch.
struct Work<'a> {
    shape: Shape,
    games: &'a ExpertGames,
    beside: Option<Arc<Network>>,
    weights: &'a [f32],
    /// Of a position in the gradient; 0: no gradient.
    share: f64,
}

impl Work<'_> {
    /// The results of the weights on the validation positions.
    fn judge(
        &self,
        integers: &Arc<Weights>,
        gradients: &mut [Vec<f32>],
        stop: &StopToken,
    ) -> Option<Judgement> {
        let mut sums = Sums::default();
        for places in self.games.validation.chunks(VALIDATED_AT_A_TIME * gradients.len()) {
            if stop.is_stopped() {
                return None;
            }
            sums.add(&self.share_out(places, integers, gradients));
        }
        Some(sums.judgement())
    }

    /// Processes `places` with a thread for each gradient.
    fn share_out(
        &self,
        places: &[Place],
        integers: &Arc<Weights>,
        gradients: &mut [Vec<f32>],
    ) -> Sums {
        let part = places.len().div_ceil(gradients.len()).max(1);
        std::thread::scope(|scope| {
            let workers: Vec<_> = places
                .chunks(part)
                .zip(gradients)
                .map(|(places, gradient)| {
                    let integers = Arc::clone(integers);
                    scope.spawn(move || self.look_at(places, integers, gradient))
                })
                .collect();
            let mut sums = Sums::default();
            for worker in workers {
                sums.add(&worker.join().unwrap_or_default());
            }
            sums
        })
    }

    fn look_at(&self, places: &[Place], integers: Arc<Weights>, gradient: &mut [f32]) -> Sums {
        let mut finder = Finder::new(integers, self.beside.as_ref());
        let mut sums = Sums::default();
        for &place in places {
            let (mut position, played) = self.games.at(place);
            let found = finder.leaves(&mut position, played, &self.shape);
            let Some(leaves) = found else { continue };
            let gradient = &mut gradient[..WEIGHTS];
            sums.objective +=
                objective(&leaves, self.weights, self.shape.steepness, self.share, gradient);
            sums.positions += 1;
            sums.first += u64::from(leaves.preferred == 0);
            sums.preferred += leaves.preferred as u64;
        }
        sums
    }
}

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    positions: u64,
    objective: f64,
    first: u64,
    preferred: u64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.objective += other.objective;
        self.first += other.first;
        self.preferred += other.preferred;
    }

    fn judgement(&self) -> Judgement {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        Judgement {
            positions: self.positions,
            objective: mean(self.objective),
            agreement: mean(self.first as f64),
            preferred: mean(self.preferred as f64),
        }
    }
}
