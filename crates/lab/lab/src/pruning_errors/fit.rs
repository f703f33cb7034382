//! What the prunings learn from the training positions of a world: margins and lines.
//!
//! The sample are nodes that a search without pruning meets below the training positions, as the
//! prunings meet them: some of each depth, drawn at random. Each is searched with an open window.

use serde::{Deserialize, Serialize};
use zenpuku_core::random::SplitMix64;
use zenpuku_core::{Limits, Score, StopReason};
use zenpuku_gametree::{Fail, Game, Method, Pruning, PruningNode, Searcher};
use zenpuku_report::LineFit;

use super::scope::{FUTILITY_DEPTH, PROBCUT_DEPTH, PROBCUT_REDUCTION, is_plain};
use super::world::Root;
use crate::error::LabError;

/// One node of the training sample, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sampled {
    /// Plies that were left at the node.
    pub(super) depth: u32,
    /// Its evaluation at depths up to [`FUTILITY_DEPTH`], else its value at the depth that ProbCut
    /// searches.
    pub(super) before: i32,
    /// Its value at `depth`.
    pub(super) value: i32,
}

/// The line of a deep value on a shallow one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShallowLine {
    pub(super) slope: f64,
    pub(super) intercept: f64,
    pub(super) sigma: f64,
}

/// The training sample of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    sampled: Vec<Sampled>,
}

impl Fit {
    pub(super) fn new(sampled: Vec<Sampled>) -> Fit {
        Fit { sampled }
    }

    fn of_depth(&self, depth: u32) -> impl Iterator<Item = &Sampled> {
        self.sampled.iter().filter(move |node| node.depth == depth)
    }

    /// Nodes of this depth.
    pub(super) fn count(&self, depth: u32) -> usize {
        self.of_depth(depth).count()
    }

    /// The rise of the evaluation by a search of this depth that this share of the nodes does not
    /// exceed; `None` without nodes.
    pub(super) fn margin(&self, depth: u32, quantile: f64) -> Option<i32> {
        let mut rises: Vec<i32> = self.of_depth(depth).map(|one| one.value - one.before).collect();
        rises.sort_unstable();
        let place = (rises.len() as f64 * quantile).ceil() as usize;
        // Nothing is cut that the evaluation alone would not allow.
        rises.get(place.checked_sub(1)?).map(|&rise| rise.max(0))
    }

    /// The margins of all depths of futility pruning.
    pub(super) fn margins(&self, quantile: f64) -> Vec<Option<i32>> {
        (1..=FUTILITY_DEPTH).map(|depth| self.margin(depth, quantile)).collect()
    }

    /// The line of this deep depth; `None` with fewer than two nodes.
    pub(super) fn line(&self, depth: u32) -> Option<LineFit> {
        let points: Vec<(f64, f64)> =
            self.of_depth(depth).map(|one| (one.before.into(), one.value.into())).collect();
        LineFit::least_squares(&points)
    }

    /// The lines of all depths of ProbCut.
    pub(super) fn lines(&self) -> Vec<Option<ShallowLine>> {
        let deepest = self.sampled.iter().map(|one| one.depth).max().unwrap_or(0);
        let line = |depth| {
            let LineFit { slope, intercept, sigma, .. } = self.line(depth)?;
            Some(ShallowLine { slope, intercept, sigma })
        };
        (PROBCUT_DEPTH..=deepest).map(line).collect()
    }
}

/// Keeps a random choice of the nodes of each depth (reservoir sampling), and cuts none.
#[derive(Debug)]
struct Sampler<G> {
    random: SplitMix64,
    /// Nodes kept of each depth.
    room: usize,
    /// By depth: nodes met, and those kept.
    met: Vec<(u64, Vec<G>)>,
}

impl<G: Game + Clone + std::fmt::Debug> Pruning<G> for Sampler<G> {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let (met, kept) = &mut self.met[node.visit().depth as usize];
        keep(&mut self.random, met, kept, self.room, || node.game().clone());
        Ok(None)
    }
}

/// Offers one more item to a reservoir in which each of `met` items is kept with the same chance.
pub(super) fn keep<T>(
    random: &mut SplitMix64,
    met: &mut u64,
    kept: &mut Vec<T>,
    room: usize,
    item: impl FnOnce() -> T,
) {
    *met += 1;
    if kept.len() < room {
        kept.push(item());
    } else if let Some(place) = kept.get_mut(random.below(*met) as usize) {
        *place = item();
    }
}

/// The sample below one training position: at most `room` nodes of each depth below `depth`.
pub(super) fn sample<G: Game + Clone + std::fmt::Debug>(
    root: &Root<G>,
    evaluate: &mut dyn FnMut(&G) -> Score,
    depth: u32,
    room: usize,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Sampled>, LabError> {
    let met = (0..depth).map(|_| (0, Vec::new())).collect();
    let mut sampler = Sampler { random: SplitMix64::new(seed), room, met };
    let mut evaluate = evaluate;
    let mut game = root.game.clone();
    Searcher::new(&mut game, &mut evaluate)
        .with_limits(limits)
        .pruned_by(&mut sampler)
        .run(Method::AlphaBeta(Fail::Soft), depth)?;
    let mut sampled = Vec::new();
    for (depth, (_, nodes)) in sampler.met.into_iter().enumerate().skip(1) {
        for node in nodes {
            sampled.extend(measure(node, &mut evaluate, depth as u32, limits)?);
        }
    }
    Ok(sampled)
}

/// The values of a node; `None` if one of them is decided.
fn measure<G: Game>(
    mut node: G,
    evaluate: &mut &mut dyn FnMut(&G) -> Score,
    depth: u32,
    limits: &Limits,
) -> Result<Option<Sampled>, LabError> {
    let mut value = |depth: u32| {
        let mut searcher = Searcher::new(&mut node, evaluate).with_limits(limits);
        Ok::<_, LabError>(searcher.run(Method::AlphaBeta(Fail::Soft), depth)?.value)
    };
    let before = if depth <= FUTILITY_DEPTH { 0 } else { depth - PROBCUT_REDUCTION };
    let (before, value) = (value(before)?, value(depth)?);
    let plain = is_plain(before) && is_plain(value);
    Ok(plain.then(|| Sampled { depth, before: before.value(), value: value.value() }))
}
