//! Manifest of a run: all that is needed to repeat it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::table::Table;

/// The circumstances of a run. The caller fills them in.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunManifest {
    /// The experiment's name, as given on the command line.
    pub name: String,
    /// The command that runs it again.
    pub command: String,
    /// The commit the program was built from.
    pub commit: String,
    /// Were there changes that are in no commit?
    pub dirty: bool,
    /// When it ended: UTC, ISO 8601.
    pub date: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The options in force, in the order given.
    pub options: Map<String, Value>,
    /// Rows of the parameter table that differ from the default.
    pub parameters: Map<String, Value>,
    /// Name and SHA-256 of each file that was read, by the option that named it.
    pub inputs: Map<String, Value>,
    /// The digest of the run's identity.
    pub identity: String,
    /// The machine, in words.
    pub machine: String,
    /// Its processor, in words.
    pub cpu: String,
    /// Threads that the machine has.
    pub threads_available: usize,
    /// Threads of each search.
    pub threads: usize,
    /// The compiler, with its version.
    pub compiler: String,
    /// Flags and optimisation of the build.
    pub flags: String,
    /// Wall time of the run in seconds.
    pub seconds: f64,
}

impl RunManifest {
    /// The manifest alone.
    #[must_use]
    pub fn to_json(&self) -> Value {
        // A structure of strings and numbers is always JSON.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The object that `lab NAME --json` prints: `name`, `paper` and `ours` (arrays of
    /// [`Table::to_json`] objects), and the other fields of the manifest.
    #[must_use]
    pub fn report_json(&self, paper: &[Table], ours: &[Table]) -> Value {
        let tables = |tables: &[Table]| tables.iter().map(Table::to_json).collect::<Vec<_>>();
        let mut report = json!({ "name": self.name, "paper": tables(paper), "ours": tables(ours) });
        if let (Some(report), Value::Object(manifest)) = (report.as_object_mut(), self.to_json()) {
            report.extend(manifest);
        }
        report
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
            ..RunManifest::default()
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
