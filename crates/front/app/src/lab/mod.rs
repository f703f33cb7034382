//! The laboratory's room: what experiments found, here or when they were committed.

mod handler;
mod job;
pub(crate) mod messages;
mod readings;

pub(crate) use handler::carry_out;

use crate::protocol::{LabExperiment, LabFindings, LabPlot, LabTable};
use crate::state::lock;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Mutex;
use zenpuku_lab::journal::Journal;
use zenpuku_lab::{Findings, LabError, RunOptions};

/// Full results, as committed in `experiments/`.
const COMMITTED: [(&str, &str); 19] = [
    ("tree", include_str!("../../assets/lab/tree.json")),
    ("futility", include_str!("../../assets/lab/futility.json")),
    ("techniques", include_str!("../../assets/lab/techniques.json")),
    ("goals-match", include_str!("../../assets/lab/goals-match.json")),
    ("goals-ablation", include_str!("../../assets/lab/goals-ablation.json")),
    ("goals-consistency", include_str!("../../assets/lab/goals-consistency.json")),
    ("goals-problems", include_str!("../../assets/lab/goals-problems.json")),
    ("goals-cost", include_str!("../../assets/lab/goals-cost.json")),
    ("goals-castles", include_str!("../../assets/lab/goals-castles.json")),
    ("goals-openings", include_str!("../../assets/lab/goals-openings.json")),
    ("probcut-regression", include_str!("../../assets/lab/probcut-regression.json")),
    ("probcut-transform", include_str!("../../assets/lab/probcut-transform.json")),
    ("probcut-percentile", include_str!("../../assets/lab/probcut-percentile.json")),
    ("probcut-reduction", include_str!("../../assets/lab/probcut-reduction.json")),
    ("kakeme-effect", include_str!("../../assets/lab/kakeme-effect.json")),
    ("kakeme-methods", include_str!("../../assets/lab/kakeme-methods.json")),
    ("kakeme-book", include_str!("../../assets/lab/kakeme-book.json")),
    ("kakeme-mathgo", include_str!("../../assets/lab/kakeme-mathgo.json")),
    ("pruning-errors", include_str!("../../assets/lab/pruning-errors.json")),
];

/// Results of one experiment by unit of work.
type Units = HashMap<String, Value>;

/// Results since the start of the server.
#[derive(Default)]
pub(crate) struct Lab {
    findings: Mutex<HashMap<String, LabFindings>>,
    units: Mutex<HashMap<String, Units>>,
}

/// Keeps the finished units of an experiment.
struct Kept<'a> {
    lab: &'a Lab,
    name: String,
}

impl<'a> Kept<'a> {
    fn of(lab: &'a Lab, name: &str) -> Self {
        Self { lab, name: name.to_owned() }
    }
}

impl Journal for Kept<'_> {
    fn recall(&self, key: &str) -> Option<Value> {
        lock(&self.lab.units).get(&self.name)?.get(key).cloned()
    }

    fn keep(&mut self, key: &str, result: &Value) -> Result<(), LabError> {
        let mut all = lock(&self.lab.units);
        all.entry(self.name.clone()).or_default().insert(key.to_owned(), result.clone());
        Ok(())
    }
}

impl Lab {
    /// Deletes the units, so that the next run starts from scratch.
    fn begin_anew(&self, name: &str) {
        lock(&self.units).remove(name);
    }

    /// All experiments.
    fn experiments(&self) -> Vec<LabExperiment> {
        let quick = RunOptions { quick: true, ..RunOptions::default() };
        let info = |experiment: &&dyn zenpuku_lab::Experiment| LabExperiment {
            name: experiment.name().to_owned(),
            summary: experiment.summary().to_owned(),
            command: quick.command(experiment.name()),
            found: self.found(experiment.name()).is_some(),
        };
        zenpuku_lab::experiments().iter().map(info).collect()
    }

    /// The results of this machine, or else the committed ones.
    fn found(&self, name: &str) -> Option<LabFindings> {
        let here = lock(&self.findings).get(name).cloned();
        here.or_else(|| committed(name))
    }
}

/// The results of a run, for the page.
fn findings_of(name: &str, options: &RunOptions, found: &Findings, seconds: f64) -> LabFindings {
    let tables = |tables: &[zenpuku_report::Table]| tables.iter().map(table).collect();
    let plots = found.plots.iter();
    let broken = found.checks.iter().filter(|check| !check.holds()).count();
    LabFindings {
        name: name.to_owned(),
        commit: String::new(),
        command: options.command(name),
        quick: options.quick,
        seconds,
        paper: tables(&found.paper),
        ours: tables(&found.ours),
        plots: plots
            .map(|plot| LabPlot { name: plot.name.clone(), svg: plot.svg.clone() })
            .collect(),
        broken: u32::try_from(broken).unwrap_or(u32::MAX),
    }
}

fn table(table: &zenpuku_report::Table) -> LabTable {
    let row =
        |row: &Vec<zenpuku_report::Cell>| row.iter().map(zenpuku_report::Cell::text).collect();
    LabTable {
        title: table.title().to_owned(),
        columns: table.columns().to_vec(),
        rows: table.rows().iter().map(row).collect(),
    }
}

/// The committed results of the full version.
fn committed(name: &str) -> Option<LabFindings> {
    let (_, text) = COMMITTED.iter().find(|(known, _)| *known == name)?;
    let report: Value = serde_json::from_str(text).ok()?;
    let checks = report["checks"].as_array().map_or(&[][..], Vec::as_slice);
    let broken = checks.iter().filter(|check| check["holds"] != Value::Bool(true)).count();
    let [mut paper, mut ours] = ["paper", "ours"].map(|whose| json_tables(&report[whose]));
    if name == "futility" {
        paper.insert(0, readings::paper());
        ours.insert(0, readings::table());
    }
    Some(LabFindings {
        name: name.to_owned(),
        commit: report["commit"].as_str().unwrap_or_default().to_owned(),
        command: report["command"]
            .as_str()
            .map_or_else(|| RunOptions::default().command(name), str::to_owned),
        quick: false,
        seconds: report["seconds"].as_f64().unwrap_or_default(),
        paper,
        ours,
        plots: Vec::new(),
        broken: u32::try_from(broken).unwrap_or(u32::MAX),
    })
}

/// Tables as `lab --json` writes them: a row is an object with a field for each column.
fn json_tables(tables: &Value) -> Vec<LabTable> {
    let all = tables.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(json_table).collect()
}

fn json_table(table: &Value) -> LabTable {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let columns: Vec<String> =
        list(&table["columns"]).iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect();
    let cell = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let row = |row: &Value| columns.iter().map(|name| cell(&row[name])).collect();
    let rows = list(&table["rows"]).iter().map(row).collect();
    LabTable { title: table["title"].as_str().unwrap_or_default().to_owned(), columns, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_committed_tables_of_the_paper_and_ours() {
        for (name, _) in COMMITTED {
            assert!(zenpuku_lab::find(name).is_some(), "{name}");
            let found = committed(name).unwrap();
            assert!(!found.ours.is_empty() && found.command.contains(name), "{name}");
            let full = |table: &LabTable| {
                !table.rows.is_empty()
                    && table.rows.iter().any(|row| row.iter().any(Option::is_some))
            };
            assert!(found.paper.iter().chain(&found.ours).all(full), "{name}");
            assert_eq!(found.broken, 0, "{name}");
            assert!(found.commit.len() >= 7, "{name} says of which commit it is");
        }
    }

    /// The cells of a table of a page, by its title.
    fn page_rows<'a>(page: &'a str, title: &str) -> Vec<Vec<&'a str>> {
        let after = page.split_once(&format!("**{title}**\n")).map_or("", |(_, rest)| rest);
        let lines = after.trim_start().lines().take_while(|line| line.starts_with('|'));
        let cells = |line: &'a str| line.trim_matches('|').split(" | ").map(str::trim).collect();
        lines.skip(2).map(cells).collect()
    }

    /// Do a cell of a page and one of a report say the same? A page rounds.
    fn agree(page: &str, report: Option<&str>) -> bool {
        let report = report.unwrap_or("-");
        let rounded = || {
            let (shown, whole): (f64, f64) = (page.parse().ok()?, report.parse().ok()?);
            let decimals = page.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            Some((shown - whole).abs() <= 0.500_001 * 0.1_f64.powi(decimals as i32))
        };
        page == report || rounded().unwrap_or(false)
    }

    #[test]
    fn the_tables_are_those_of_the_files_of_the_experiments() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../experiments");
        let all = files(&folder);
        let mut compared = 0;
        for (name, text) in COMMITTED {
            let report = format!("{name}.json");
            let path = all.iter().find(|path| path.ends_with(&report)).expect(name);
            assert_eq!(std::fs::read_to_string(path).unwrap(), text, "{name} as it was built in");
            let page = path.with_file_name(format!("{name}-tables.md"));
            let page = std::fs::read_to_string(page).unwrap();
            let (_, page) = page.split_once("## Ours").expect("our tables");
            let report: Value = serde_json::from_str(text).unwrap();
            for table in json_tables(&report["ours"]) {
                let rows = page_rows(page, &table.title);
                assert_eq!(rows.len(), table.rows.len(), "{name}: {}", table.title);
                for (page, own) in rows.iter().zip(&table.rows) {
                    let pairs = page.iter().zip(own).all(|(page, own)| agree(page, own.as_deref()));
                    assert!(pairs && page.len() == own.len(), "{name}: {page:?} and {own:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_500, "{compared}");
    }

    fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }
}
