//! Shared code of the examples: arguments, exit codes, files of JSON lines.

use serde_json::Value;
use std::process::ExitCode;

/// Runs a program with its arguments; errors are printed to stderr.
pub(crate) fn main(name: &str, run: impl FnOnce(&[String]) -> Result<(), String>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A line of a file.
pub(crate) struct Row {
    /// Its JSON.
    pub(crate) json: Value,
    /// `FILE:LINE: `.
    pub(crate) place: String,
}

impl Row {
    /// A field that must be a text.
    pub(crate) fn text(&self, field: &str) -> Result<&str, String> {
        self.json[field].as_str().ok_or_else(|| format!("{}no field `{field}`", self.place))
    }

    /// The first of these fields that is a whole number.
    pub(crate) fn number(&self, fields: &[&str]) -> Option<u64> {
        fields.iter().find_map(|&field| self.json[field].as_u64())
    }
}

/// The lines of a file, each a JSON object.
pub(crate) fn rows(file: &str) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let row = |(number, line): (usize, &str)| {
        let place = format!("{file}:{}: ", number + 1);
        let json = serde_json::from_str(line).map_err(|error| format!("{place}{error}"))?;
        Ok(Row { json, place })
    };
    text.lines().enumerate().map(row).collect()
}
