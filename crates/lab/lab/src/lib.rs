//! The laboratory: every table of the papers, next to our own figures.
//!
//! An [`Experiment`] is found by [`find`], run with [`RunOptions`] and a [`Session`]
//! (progress, journal), and returns [`Findings`]: the paper's table, ours, plots,
//! and checks of the facts that must be exact. Nothing is printed; [`output::write`]
//! puts CSV, JSON and SVG into a folder.
//!
//! ```
//! use zenpuku_lab::{RunOptions, Session};
//!
//! let experiment = zenpuku_lab::find("tree").ok_or("no such experiment")?;
//! let options = RunOptions { quick: true, ..RunOptions::default() };
//! let findings = experiment.run(&options, &mut Session::silent())?;
//! assert!(findings.checks.iter().all(|check| check.holds()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod compare;
mod error;
mod experiment;
mod findings;
pub mod futility;
pub mod go_real;
pub mod goals;
mod identity;
mod inputs;
pub mod journal;
pub mod kakeme;
pub mod measure;
mod options;
pub mod output;
mod own;
pub mod probcut;
pub mod pruning_errors;
mod refusal;
mod run;
pub mod search_profile;
pub mod statistics;
pub mod techniques;
pub mod tree;
pub mod verdict;

pub use error::LabError;
pub use experiment::{Experiment, Progress, Session};
pub use findings::{Check, Findings, Page, Plot};
pub use identity::{Build, Identity};
pub use inputs::Input;
pub use options::RunOptions;
pub use own::OwnExperiment;
pub use refusal::check;
pub use run::{Machine, Outcome, run};
pub use zenpuku_report::{Cell, Table};

/// All experiments, in the order of the papers.
#[must_use]
pub fn experiments() -> &'static [&'static dyn Experiment] {
    &[
        &tree::TreeExperiment,
        &futility::FutilityExperiment,
        &techniques::TechniquesExperiment,
        &search_profile::SearchProfileExperiment,
        &goals::ProblemsExperiment,
        &goals::MatchExperiment,
        &goals::ConsistencyExperiment,
        &goals::AblationExperiment,
        &goals::CastlesExperiment,
        &goals::OpeningsExperiment,
        &goals::CostExperiment,
        &probcut::RegressionExperiment,
        &probcut::TransformExperiment,
        &probcut::SpreadExperiment,
        &probcut::PercentileExperiment,
        &probcut::ReductionExperiment,
        &kakeme::EffectExperiment,
        &kakeme::MethodsExperiment,
        &kakeme::BookExperiment,
        &kakeme::MathGoExperiment,
        &go_real::RealExperiment,
        &pruning_errors::PruningErrorsExperiment,
    ]
}

/// The experiment of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Experiment> {
    experiments().iter().copied().find(|experiment| experiment.name() == name)
}
