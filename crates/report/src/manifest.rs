//! What must be known to run an experiment again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::table::Table;

/// The circumstances of a run. The caller fills them in: nothing is found out here.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunManifest {
    /// The experiment's name, as given on the command line.
    pub name: String,
    /// The command that runs it again.
    pub command: String,
    /// The commit the program was built from.
    pub commit: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The options in force, in the order given.
    pub options: Map<String, Value>,
    /// The machine, in words.
    pub machine: String,
    /// Wall time of the run in seconds.
    pub seconds: f64,
}

impl RunManifest {
    /// The manifest alone.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "command": self.command,
            "commit": self.commit,
            "seed": self.seed,
            "options": self.options,
            "machine": self.machine,
            "seconds": self.seconds,
        })
    }

    /// The object that `lab NAME --json` prints: `name`, `paper` and `ours` (arrays of
    /// [`Table::to_json`] objects), `commit`, `seed`, `options`, `seconds`, and besides
    /// them `command` and `machine`.
    #[must_use]
    pub fn report_json(&self, paper: &[Table], ours: &[Table]) -> Value {
        let tables = |tables: &[Table]| tables.iter().map(Table::to_json).collect::<Vec<_>>();
        json!({
            "name": self.name,
            "paper": tables(paper),
            "ours": tables(ours),
            "commit": self.commit,
            "seed": self.seed,
            "options": self.options,
            "seconds": self.seconds,
            "command": self.command,
            "machine": self.machine,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_keeps_the_contract_and_the_manifest_can_be_read_back() {
        let manifest = RunManifest {
            name: "tree".into(),
            command: "zenpuku lab tree --quick".into(),
            commit: "abc".into(),
            seed: u64::MAX,
            options: Map::from_iter([("quick".into(), Value::Bool(true))]),
            machine: "2 cores".into(),
            seconds: 1.5,
        };
        let report = manifest.report_json(&[], &[Table::new("t", ["a"])]);
        for key in ["name", "paper", "ours", "commit", "seed", "options", "seconds"] {
            assert!(report.get(key).is_some(), "{key}");
        }
        assert_eq!(report["ours"][0]["columns"], json!(["a"]));
        let back: RunManifest = serde_json::from_value(manifest.to_json()).unwrap();
        assert_eq!(back, manifest);
    }
}
