//! `lab futility`: table 1 of [bonanza2006] and what its text says.
//!
//! - [`figure`]: the position of Fig. 4a, each form of futility pruning off and on;
//! - [`phases`]: nodes and time saved in opening, middle game and endgame, and on next-move problems;
//! - [`null_move`]: savings of the null move, by depth;
//! - [`answers`]: right answers on next-move problems, also with a mate routine and with selective width;
//! - [`brinkmate`]: brinkmates, which only a move without check solves;
//! - [`mates`]: long mates, found by the check extension alone;
//! - the ablation of every technique of the paper's program, by [`crate::techniques`].
//!
//! Two readings of the paper's program are compared: first
//! `bonanza2006-printed` with the evaluation `classic`, whose features are the
//! paper's, and every form with its own Vdiff; then `bonanza2006` with
//! `piece-square`, whose changes by a move are exact, so Vmax(m) is 0.
//! "Without" is the same program with the switches that prune off. Fig. 4b's
//! diagram is lost, and so are the paper's weights and its 2,000 problems:
//! figures can be compared in size only.

mod answers;
mod brinkmate;
mod figure;
mod mates;
mod null_move;
mod phases;
mod plan;
mod wins;

use zenpuku_params::{Params, Row, find_row};
use zenpuku_shogi_engine::EvalKind;

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::measure::{
    Measurer, Reading, TestPosition, forms, positions, problems_of, profile, readings, spread,
    switched,
};
use crate::options::RunOptions;
use crate::techniques::ablation::{
    self, Technique, ablate, nodes_table, profile_base, seconds_table,
};
use plan::Plan;

/// The switch that searches only the most promising moves: 80, 80, 40, 40, 10, 10, 10 by ply [goals2001].
const SELECTIVE_WIDTH: &str = "SelectiveWidth";

/// MiB of the mate solver's table.
const MATE_TABLE: usize = 8;

/// The experiment `futility`.
#[derive(Clone, Copy, Debug)]
pub struct FutilityExperiment;

impl Experiment for FutilityExperiment {
    fn name(&self) -> &'static str {
        "futility"
    }

    fn summary(&self) -> &'static str {
        "Bonanza's futility pruning form by form: nodes, time, moves, right answers; full width against selective width"
    }

    fn inputs(&self) -> &'static [Input] {
        &[
            Input::Positions,
            Input::Problems,
            Input::Profile,
            Input::Evaluation,
            Input::Set,
            Input::Movetime,
        ]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let work = Work::new(options)?;
        session.expect(work.units());
        let mut measurer = Measurer::new(options, work.plan.hash);
        let mut findings = Findings::default();
        figure::run(&work, session, &mut measurer, &mut findings)?;
        phases::run(&work, session, &mut measurer, &mut findings)?;
        null_move::run(&work, session, &mut measurer, &mut findings)?;
        measurer.set_evaluation(EvalKind::UNTRAINED);
        answers::run(&work, options, session, &mut measurer, &mut findings)?;
        brinkmate::run(&work, options, session, &mut measurer, &mut findings)?;
        mates::run(&work, options, session, &mut measurer, &mut findings)?;
        work.ablation(session, &mut measurer, &mut findings)?;
        Ok(findings)
    }
}

/// The settings and positions of a run.
struct Work {
    plan: Plan,
    /// The programs whose futility pruning is measured.
    readings: Vec<Reading>,
    /// Our version of the paper's program, used to search wins.
    with: Params,
    /// The switches of futility pruning.
    forms: Vec<&'static Row>,
    /// Positions of games, some of each phase, and problems.
    places: Vec<TestPosition>,
    /// Few of the positions of games, from each phase.
    few: Vec<TestPosition>,
    problems: Vec<TestPosition>,
    techniques: Vec<Technique>,
}

impl Work {
    fn new(options: &RunOptions) -> Result<Work, LabError> {
        let plan = Plan::new(options.quick);
        let games = positions(options)?;
        let problems = spread(&problems_of(options)?, plan.problems);
        let games = spread(&games, plan.per_phase);
        let few = spread(&games, plan.few);
        let places = [games, spread(&problems, plan.per_phase)].concat();
        Ok(Work {
            readings: readings(options)?,
            with: profile("bonanza2006")?,
            forms: forms(),
            places,
            few,
            problems,
            techniques: ablation::techniques()?,
            plan,
        })
    }

    /// The paper's program with selective width, if the engine has it.
    fn selective(&self) -> Option<Params> {
        find_row(SELECTIVE_WIDTH).map(|row| switched(&self.with, &[row], true))
    }

    fn units(&self) -> u64 {
        figure::units(self)
            + phases::units(self)
            + null_move::units(self)
            + answers::units(self)
            + brinkmate::units(self)
            + mates::units(self)
            + ablation::units(&self.techniques)
    }

    /// All techniques of the paper's program but one, and one more.
    fn ablation(
        &self,
        session: &mut Session<'_>,
        measurer: &mut Measurer,
        findings: &mut Findings,
    ) -> Result<(), LabError> {
        // Less deep than endgames, for some switches multiply the nodes.
        let base = profile_base("bonanza2006", self.plan.depths[2] - 1)?;
        let (techniques, cap) = (&self.techniques, self.plan.cap);
        let effects = ablate(session, measurer, &base, techniques, &self.few, cap)?;
        let title = format!("Techniques of bonanza2006, nodes at depth {}", base.depth);
        findings.ours.push(nodes_table(title, techniques, &effects)?);
        let title = "Techniques of bonanza2006, seconds".to_owned();
        findings.ours.push(seconds_table(title, techniques, &effects)?);
        findings.plots.extend(ablation::plot(
            "techniques of bonanza2006",
            "Ten techniques that change the nodes of bonanza2006 most",
            techniques,
            &effects,
        )?);
        Ok(())
    }
}
