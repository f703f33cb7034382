//! `lab techniques`: every switch of the search changed alone, and a page with the results.
//!
//! Strength is not measured here: it is read from results of `zenpuku match --json`.

pub(crate) mod ablation;
mod matches;
mod page;

use std::path::Path;

use zenpuku_shogi_engine::{BENCH_DEPTH, EngineOptions, bench};

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Page};
use crate::inputs::Input;
use crate::measure::{Measurer, positions, spread};
use crate::options::RunOptions;
use ablation::{Base, Effect, ablate, nodes_table, plain_base, plot, profile_base, seconds_table};
use matches::Matches;

/// How much is searched.
struct Plan {
    /// Depths of `default`, `bonanza2006` and the plain search.
    depths: [u32; 3],
    /// Positions of each phase.
    per_phase: usize,
    /// Nodes at most for a search.
    cap: u64,
    /// MiB of the table.
    hash: usize,
}

impl Plan {
    fn new(quick: bool) -> Plan {
        if quick {
            Plan { depths: [4, 3, 1], per_phase: 1, cap: 10_000, hash: 1 }
        } else {
            Plan { depths: [7, 4, 2], per_phase: 4, cap: 1_000_000, hash: 16 }
        }
    }

    fn bases(&self) -> Result<[Base; 3], LabError> {
        let [default, bonanza, plain] = self.depths;
        Ok([
            profile_base("default", default)?,
            profile_base("bonanza2006", bonanza)?,
            plain_base(plain)?,
        ])
    }
}

/// The experiment `techniques`.
#[derive(Clone, Copy, Debug)]
pub struct TechniquesExperiment;

impl Experiment for TechniquesExperiment {
    fn name(&self) -> &'static str {
        "techniques"
    }

    fn summary(&self) -> &'static str {
        "every switch of the search turned alone: nodes, Elo where matches were played; a page with a row each"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Matches, Input::Positions]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let plan = Plan::new(options.quick);
        let techniques = ablation::techniques()?;
        let places = spread(&positions(options)?, plan.per_phase);
        let bases = plan.bases()?;
        let folder = options.matches.as_deref().unwrap_or(Path::new(RunOptions::MATCHES));
        let matches = Matches::read(folder)?;
        let units = bases.len() as u64 * ablation::units(&techniques);
        session.expect(units + u64::from(!matches.is_empty()));
        // Without a match there is no signature to compare.
        let bench = if matches.is_empty() {
            0
        } else {
            session.unit("signature of this program", || signature(options))?
        };
        let mut measurer = Measurer::new(options, plan.hash);
        let mut findings = Findings::default();
        let mut measured: Vec<(Base, Vec<Effect>)> = Vec::new();
        for base in bases {
            let effects = ablate(session, &mut measurer, &base, &techniques, &places, plan.cap)?;
            let title = format!("Techniques, {}, nodes at depth {}", base.name, base.depth);
            findings.plots.extend(plot(
                &format!("techniques {}", base.name),
                &format!("Ten techniques that change the nodes most: {}", base.name),
                &techniques,
                &effects,
            )?);
            findings.ours.push(nodes_table(title, &techniques, &effects)?);
            let title = format!("Techniques, {}, seconds", base.name);
            findings.ours.push(seconds_table(title, &techniques, &effects)?);
            measured.push((base, effects));
        }
        let markdown = page::markdown(&page::Material {
            techniques: &techniques,
            bases: &measured,
            matches: &matches,
            bench,
            command: options.command(self.name()),
            size: (places.len(), plan.cap),
        });
        findings.pages.push(Page { name: "techniques".to_owned(), markdown });
        Ok(findings)
    }
}

/// The signature that `zenpuku match` puts into its results.
fn signature(options: &RunOptions) -> Result<u64, LabError> {
    options.check_stop()?;
    Ok(bench(&EngineOptions::default(), BENCH_DEPTH)?.nodes)
}
