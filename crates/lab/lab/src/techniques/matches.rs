//! Results of matches that were played with and without a technique: the JSON of `zenpuku match --json`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use zenpuku_params::Params;
use zenpuku_shogi_engine::{EngineOptions, EvalKind};

use crate::error::LabError;

/// The fields of a result that are read.
#[derive(Deserialize)]
struct Report {
    a: String,
    b: String,
    games: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    bench: Option<u64>,
}

/// A match between two configurations of our own engine.
#[derive(Clone, Debug)]
struct MatchResult {
    a: EngineOptions,
    b: EngineOptions,
    games: u64,
    elo: f64,
    error: f64,
    /// The signature of the program that played it.
    bench: Option<u64>,
}

/// An Elo difference with its 95 % error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elo {
    pub(crate) elo: f64,
    pub(crate) error: f64,
    pub(crate) games: u64,
    /// The evaluation that both sides had.
    pub(crate) eval: EvalKind,
    /// The signature of the program that played, if it is not the one that shows the result.
    pub(crate) foreign: Option<Signature>,
}

/// The signature of another program, or no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signature(Option<u64>);

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.0} ± {:.0} ({} games, {}", self.elo, self.error, self.games, self.eval)?;
        match self.foreign {
            None => write!(f, ")"),
            Some(Signature(Some(bench))) => write!(f, ", **not this program**: bench {bench})"),
            Some(Signature(None)) => write!(f, ", **not this program**: no bench)"),
        }
    }
}

/// The results found in a folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches(Vec<MatchResult>);

impl Matches {
    /// Reads every `*.json` of a folder. Files other than matches between two
    /// configurations of this engine are skipped; a missing folder has no
    /// matches.
    ///
    /// # Errors
    /// [`LabError::File`], or [`LabError::MatchResult`] for a file that is not JSON.
    pub(crate) fn read(folder: &Path) -> Result<Matches, LabError> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Matches::default());
            }
            Err(error) => return Err(LabError::file(folder)(error)),
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(LabError::file(folder))?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                paths.push(path);
            }
        }
        paths.sort();
        let mut results = Vec::new();
        for path in paths {
            let text = fs::read_to_string(&path).map_err(LabError::file(&path))?;
            let value: serde_json::Value = serde_json::from_str(&text)
                .map_err(|error| LabError::MatchResult { path, reason: error.to_string() })?;
            results.extend(result(value));
        }
        Ok(Matches(results))
    }

    /// Is there any?
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The Elo of `with` above `without`, by the match with the most games; one played by the program
    /// of signature `bench` before any other, which is marked.
    pub(crate) fn elo(&self, with: &Params, without: &Params, bench: u64) -> Option<Elo> {
        let found = self.0.iter().filter_map(|one| {
            let direct = one.a.params == *with && one.b.params == *without;
            let turned = one.b.params == *with && one.a.params == *without;
            let sign = match (direct, turned) {
                (true, false) => 1.0,
                (false, true) => -1.0,
                _ => return None,
            };
            let foreign = (one.bench != Some(bench)).then_some(Signature(one.bench));
            let (elo, error, games, eval) = (sign * one.elo, one.error, one.games, one.a.eval);
            Some(Elo { elo, error, games, eval, foreign })
        });
        found.max_by_key(|elo| (elo.foreign.is_none(), elo.games))
    }
}

/// The match in a JSON object, if both sides are this engine and differ only in
/// the table of switches and parameters.
fn result(value: serde_json::Value) -> Option<MatchResult> {
    let report: Report = serde_json::from_value(value).ok()?;
    let (a, b) = (options(&report.a)?, options(&report.b)?);
    let aligned = EngineOptions { params: b.params, ..a.clone() };
    (aligned == b).then_some(MatchResult {
        a,
        b,
        games: report.games,
        elo: report.elo?,
        error: report.elo_error?,
        bench: report.bench,
    })
}

/// The engine's options from `NAME=VALUE` separated by blanks, commas or semicolons.
fn options(text: &str) -> Option<EngineOptions> {
    let mut options = EngineOptions::default();
    for word in text.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=')?;
        options.set(name, value).ok()?;
    }
    Some(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::profile;

    fn write(folder: &Path, name: &str, a: &str, b: &str, games: u64, elo: f64) {
        let json = serde_json::json!({
            "a": a, "b": b, "games": games, "elo": elo, "elo_error": 12.6, "bench": 1,
        });
        fs::write(folder.join(name), json.to_string()).unwrap();
    }

    #[test]
    fn a_match_counts_in_both_directions_and_the_longest_wins() {
        let folder = tempfile::TempDir::new().unwrap();
        let folder = folder.path();
        let on = "Profile=bonanza2006";
        let off = "Profile=bonanza2006,NullMovePruning=false";
        write(folder, "a.json", on, off, 100, 30.0);
        write(folder, "b.json", off, on, 400, -40.0);
        write(folder, "c.json", "Threads=2", "", 900, 70.0);
        write(folder, "d.json", "./other-engine", "", 900, 70.0);
        fs::write(folder.join("e.json"), "{\"paper\": []}").unwrap();
        fs::write(folder.join("games.jsonl"), "not read").unwrap();
        let matches = Matches::read(folder).unwrap();
        let with = profile("bonanza2006").unwrap();
        let without = Params { null_move_pruning: false, ..with };
        let found = matches.elo(&with, &without, 1).unwrap();
        assert_eq!(found.to_string(), "+40 ± 13 (400 games, piece-square)");
        assert_eq!(matches.elo(&with, &with, 1), None);
        let default = Params::default();
        let changed = Params { null_move_pruning: false, ..default };
        assert_eq!(matches.elo(&default, &changed, 1), None);
    }

    #[test]
    fn a_match_of_another_program_is_marked_and_comes_last() {
        let folder = tempfile::TempDir::new().unwrap();
        let folder = folder.path();
        let on = "Profile=bonanza2006,Evaluation=classic";
        let off = "Profile=bonanza2006,NullMovePruning=false,Evaluation=classic";
        write(folder, "a.json", on, off, 900, 30.0);
        let with = profile("bonanza2006").unwrap();
        let without = Params { null_move_pruning: false, ..with };
        let matches = Matches::read(folder).unwrap();
        let foreign = matches.elo(&with, &without, 2).unwrap().to_string();
        assert_eq!(foreign, "+30 ± 13 (900 games, classic, **not this program**: bench 1)");
        let json = serde_json::json!({
            "a": on, "b": off, "games": 10, "elo": 5.0, "elo_error": 99.0, "bench": 2,
        });
        fs::write(folder.join("b.json"), json.to_string()).unwrap();
        let matches = Matches::read(folder).unwrap();
        let own = matches.elo(&with, &without, 2).unwrap().to_string();
        assert_eq!(own, "+5 ± 99 (10 games, classic)");
        let nowhere = matches.elo(&with, &without, 3).unwrap().to_string();
        assert!(nowhere.contains("900 games") && nowhere.contains("not this program"), "{nowhere}");
    }

    #[test]
    fn no_folder_holds_none_and_a_broken_file_is_named() {
        let folder = tempfile::TempDir::new().unwrap();
        assert!(Matches::read(&folder.path().join("none")).unwrap().0.is_empty());
        fs::write(folder.path().join("x.json"), "{").unwrap();
        let error = Matches::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("x.json"), "{error}");
    }
}
