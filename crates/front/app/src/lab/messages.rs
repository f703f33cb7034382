//! The laboratory: experiments with the papers' tables next to ours.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests of the laboratory. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LabRequest {
    /// The experiments of the laboratory (`lab_list`).
    #[serde(rename = "lab_list")]
    List,
    /// The results of an experiment on this machine, or else the committed ones (`lab`).
    #[serde(rename = "lab_get")]
    Get {
        /// Its name.
        name: String,
        /// The committed results, ignoring those of this machine.
        #[serde(default)]
        full: bool,
    },
    /// Runs the quick version of an experiment (`job`).
    #[serde(rename = "lab_run")]
    Run {
        /// Its name.
        name: String,
    },
}

/// An experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabExperiment {
    /// Its name, as on the command line.
    pub name: String,
    /// Its topic, in English.
    pub summary: String,
    /// The command of its quick version.
    pub command: String,
    /// Is there something to show already?
    pub found: bool,
}

/// The results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabFindings {
    /// The experiment.
    pub name: String,
    /// The commit of the program that found it; empty for a run here.
    pub commit: String,
    /// The command that finds it again.
    pub command: String,
    /// Is it the quick version, run here? Otherwise the full one, committed with the program.
    pub quick: bool,
    /// Seconds it took.
    pub seconds: f64,
    /// The papers' tables.
    pub paper: Vec<LabTable>,
    /// Ours.
    pub ours: Vec<LabTable>,
    /// Plots and drawings.
    pub plots: Vec<LabPlot>,
    /// Facts that must be exact but are not.
    pub broken: u32,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabTable {
    /// Its title.
    pub title: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The cells; absent if empty.
    pub rows: Vec<Vec<Option<String>>>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabPlot {
    /// Its name.
    pub name: String,
    /// The picture as SVG.
    pub svg: String,
}
