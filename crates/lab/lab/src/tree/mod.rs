//! `lab tree`: savings of alpha-beta [primer2012] [bonanza2006] and further
//! savings of the methods of [kakeme].
//!
//! - minimal trees against Knuth and Moore's formula;
//! - Bonanza's Fig. 2 with its cuts, and its example of width 100;
//! - nodes of every method on synthetic trees in best, random and worst order, and on
//!   games, shogi among them, by [`compare_on`].

mod compare;
mod figure;
mod games;
mod minimal;
mod orders;

pub use compare::{Comparison, MethodCost, compare_on, comparison_table};

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, check_tables};
use crate::options::RunOptions;

/// The experiment `tree`.
#[derive(Clone, Copy, Debug)]
pub struct TreeExperiment;

impl Experiment for TreeExperiment {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn summary(&self) -> &'static str {
        "minimal trees, Bonanza's Fig. 2 with its cuts, nodes of every search method"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let minimal_sizes = minimal::sizes(options.quick);
        let plan = orders::plan(options.quick);
        session.expect(minimal_sizes.len() as u64 + plan.units() + games::UNITS);

        let mut findings = Findings::default();
        let figure = figure::bonanza_figure()?;
        findings.checks.extend(figure.checks);
        findings.checks.extend(minimal::width_100_checks(options)?);
        let (table, plot, checks) = minimal::run(options, session, &minimal_sizes)?;
        findings.checks.extend(checks);
        let (stated, found) = check_tables("Facts", &findings.checks)?;
        findings.paper.push(stated);
        findings.ours.extend([found, table]);
        findings.plots.extend([figure.drawing, plot]);

        let (table, plots) = orders::run(options, session, &plan)?;
        findings.ours.push(table);
        findings.plots.extend(plots);
        let games = games::run(options, session)?;
        findings.ours.push(comparison_table("Nodes on games", &games)?);
        Ok(findings)
    }
}
