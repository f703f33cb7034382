//! `lab pruning-errors`: what futility pruning, ProbCut and the null move save, and how often they are
//! wrong, by the same code in three worlds.
//!
//! - **shogi**: positions of real games. The truth is not known: a cut is compared with the search
//!   without pruning of the same depth from the same node.
//! - **Go endgames**: sums of corridors. Every position is also searched to the end of the game, so
//!   that a cut is compared with the exact value too. The null move is the pass, a real move.
//! - **synthetic trees**: values add up along the branches [newborn1977]; the evaluation errs by a
//!   parameter, little in one world and much in the other. The truth is exact. A pass gains nothing.
//!
//! The search is alpha-beta without a table, moves in the order of the static value after them, so
//! that all that differs is the pruning. A pruning is not used inside its own searches. Margins and
//! lines are fitted to other positions of the same world.

mod fit;
mod judge;
mod rules;
mod scope;
mod tables;
#[cfg(test)]
mod tests;
mod world;
mod worlds;

use std::fmt::Debug;

use zenpuku_gametree::Game;

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Check, Findings};
use crate::inputs::Input;
use crate::options::RunOptions;
use fit::Fit;
use judge::{Judge, Position};
use tables::Depth;
use world::World;

/// The error of the evaluation of the synthetic trees, where a move gains at most 100.
const SMALL_ERROR: u16 = 30;
const GREAT_ERROR: u16 = 300;

/// The experiment `pruning-errors`.
#[derive(Clone, Copy, Debug)]
pub struct PruningErrorsExperiment;

impl Experiment for PruningErrorsExperiment {
    fn name(&self) -> &'static str {
        "pruning-errors"
    }

    fn summary(&self) -> &'static str {
        "futility, ProbCut and null move in shogi, Go endgames and synthetic trees: savings and wrong cuts"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Positions]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let shogi = worlds::shogi(options)?;
        let (go, scores) = worlds::go(options)?;
        let synthetic = |name, error| worlds::synthetic(options, name, error);
        let reliable = synthetic("synthetic, small error", SMALL_ERROR);
        let unreliable = synthetic("synthetic, great error", GREAT_ERROR);
        let units = [&shogi.units(), &go.units(), &reliable.units(), &unreliable.units()];
        session.expect(units.into_iter().sum());

        let mut findings = Findings::default();
        findings.checks.push(stated_scores(&go, &scores, options)?);
        let results = [
            measure(shogi, options, session)?,
            measure(go, options, session)?,
            measure(reliable, options, session)?,
            measure(unreliable, options, session)?,
        ];
        let depths: Vec<Depth<'_>> = results.iter().flat_map(Measured::depths).collect();
        let fits: Vec<_> =
            results.iter().map(|one| (one.world.as_str(), &one.fit, one.deepest())).collect();
        findings.ours.push(tables::savings(&depths)?);
        findings.ours.push(tables::errors(&depths)?);
        findings.ours.push(tables::fits(&fits)?);
        for one in &results {
            let deepest = one.depths().last();
            findings.plots.extend(deepest.map(|depth| tables::plot(&depth)).transpose()?);
        }
        findings.rows.push(tables::rows(&depths)?);
        Ok(findings)
    }
}

impl<G> World<G> {
    /// Units of work: every training position, and every position at every depth.
    fn units(&self) -> u64 {
        (self.training.len() + self.test.len() * self.depths.clone().count()) as u64
    }
}

/// A world's fit and measurements.
struct Measured {
    world: String,
    fit: Fit,
    prunings: Vec<&'static str>,
    by_depth: Vec<(u32, Vec<Position>)>,
}

impl Measured {
    fn deepest(&self) -> u32 {
        self.by_depth.last().map_or(0, |(depth, _)| *depth)
    }

    fn depths(&self) -> impl Iterator<Item = Depth<'_>> {
        self.by_depth.iter().map(|(depth, positions)| Depth {
            world: &self.world,
            depth: *depth,
            prunings: self.prunings.clone(),
            positions: positions.clone(),
        })
    }
}

/// Fits the prunings to a world and measures them there.
fn measure<G: Game + Clone + Debug>(
    mut world: World<G>,
    options: &RunOptions,
    session: &mut Session<'_>,
) -> Result<Measured, LabError> {
    let limits = options.limits();
    let (deepest, evaluate) = (*world.depths.end(), &mut *world.evaluation);
    let mut sampled = Vec::new();
    for (number, root) in (0..).zip(&world.training) {
        let key = format!("{}, training, {}", world.name, root.name);
        let seed = options.seed.wrapping_add(number);
        sampled.extend(
            session
                .unit(&key, || fit::sample(root, evaluate, deepest, world.nodes, seed, &limits))?,
        );
    }
    let fit = Fit::new(sampled);
    let mut prunings = rules::all::<G>(&fit);
    let mut by_depth = Vec::new();
    for depth in world.depths.clone() {
        let mut positions = Vec::new();
        for root in &world.test {
            let key = format!("{}, depth {depth}, {}", world.name, root.name);
            positions.push(session.unit(&key, || {
                let oracle = world.oracle.map(|make| make()).transpose()?;
                let (room, seed) = (world.nodes, options.seed);
                Judge { evaluate, oracle, room, seed, limits: &limits }.position(
                    root,
                    depth,
                    &mut prunings,
                )
            })?);
        }
        by_depth.push((depth, positions));
    }
    let prunings = prunings.iter().map(|(name, _)| *name).collect();
    Ok(Measured { world: world.name, fit, prunings, by_depth })
}

/// The exact values of the Go endgames against their proved scores as sums of games.
fn stated_scores<G>(
    world: &World<G>,
    scores: &[i32],
    options: &RunOptions,
) -> Result<Check, LabError> {
    let mut equal = 0;
    for (root, &score) in world.test.iter().zip(scores) {
        let Some(make) = world.oracle else { continue };
        let found = make()?.value(&root.game, &options.limits())?;
        equal += u64::from(found.is_some_and(|value| value.value() == score));
    }
    let fact = "Go endgames whose value by search is that of the sum of games";
    let source = "corridor-sums-100.jsonl";
    let of = |count: u64| format!("{count} of {}", scores.len());
    Ok(Check::new(fact, source, of(scores.len() as u64), of(equal)))
}
