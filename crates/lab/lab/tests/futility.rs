//! `lab futility` and `lab techniques`: the facts, the shape of tables and page, resuming, stopping.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;
use zenpuku_lab::journal::Journal;
use zenpuku_lab::{Findings, LabError, RunOptions, Session, find};

fn quick() -> RunOptions {
    RunOptions { quick: true, ..RunOptions::default() }
}

fn run(name: &str, options: &RunOptions) -> Findings {
    find(name).unwrap().run(options, &mut Session::silent()).unwrap()
}

/// The tables without times.
fn steady(findings: &Findings) -> Vec<String> {
    let tables = findings.ours.iter().filter(|table| !table.title().contains("second"));
    tables.map(|table| format!("{}\n{}", table.title(), table.to_csv())).collect()
}

#[test]
fn the_papers_tables_stand_beside_ours_and_every_brinkmate_holds() {
    let findings = run("futility", &quick());
    assert!(findings.all_hold(), "{:?}", findings.checks);
    assert_eq!(findings.checks.len(), 8);
    let title = |table: &zenpuku_report::Table| table.title().to_owned();
    let titles: Vec<String> = findings.ours.iter().map(title).collect();
    for part in [
        "Table 1",
        "Saved by futility",
        "null move",
        "Right answers",
        "Brinkmates",
        "Mates",
        "Techniques",
    ] {
        assert!(titles.iter().any(|title| title.contains(part)), "{part}: {titles:?}");
    }
    assert!(!titles.iter().any(|title| title.contains("by time")), "{titles:?}");
    let phases = findings.ours.iter().find(|table| table.title().starts_with("Saved by futility"));
    let phases = phases.unwrap();
    assert_eq!(phases.rows().len(), 8);
    // The paper's method comes first, with growing margins that its evaluation needs.
    assert_eq!(phases.rows()[0][0].text().unwrap(), "bonanza2006-printed, classic");
    assert_eq!(phases.rows()[4][0].text().unwrap(), "bonanza2006, piece-square");
    let rows: Vec<_> = findings.rows.iter().map(|table| table.rows().len()).collect();
    // Each of 12 positions for both readings; 8 problems for 8 settings with two budgets.
    assert_eq!(rows, [2 * 12, 8 * 8 * 2]);
    assert_eq!(findings.paper.len(), 2);
    assert!(!findings.plots.is_empty());
}

/// Keeps results in memory.
#[derive(Default)]
struct Kept(HashMap<String, Value>);

impl Journal for &mut Kept {
    fn recall(&self, key: &str) -> Option<Value> {
        self.0.get(key).cloned()
    }
    fn keep(&mut self, key: &str, result: &Value) -> Result<(), LabError> {
        assert!(self.0.insert(key.to_owned(), result.clone()).is_none(), "{key} twice");
        Ok(())
    }
}

#[test]
fn a_second_run_gives_the_same_and_a_resumed_one_too() {
    let techniques = find("techniques").unwrap();
    let mut kept = Kept::default();
    let (mut done, mut total) = (0, 0);
    let first = {
        let report = |now: zenpuku_lab::Progress<'_>| (done, total) = (now.done, now.total);
        techniques.run(&quick(), &mut Session::new(report, &mut kept)).unwrap()
    };
    assert!(done == total && done > 0, "{done} of {total} announced");
    let units = kept.0.len();
    // Drop half: the remaining units are recalled, the rest recomputed.
    let mut keys: Vec<String> = kept.0.keys().cloned().collect();
    keys.sort();
    keys.iter().step_by(2).for_each(|key| drop(kept.0.remove(key)));
    let resumed = techniques.run(&quick(), &mut Session::new(|_| {}, &mut kept)).unwrap();
    assert_eq!(kept.0.len(), units);
    assert_eq!(steady(&first), steady(&resumed));
    assert_eq!(first.pages, resumed.pages);
}

#[test]
fn the_page_has_a_row_for_every_switch_and_the_elo_of_matches() {
    let folder = tempfile::TempDir::new().unwrap();
    let result = r#"{"a": "Profile=bonanza2006", "b": "Profile=bonanza2006 NullMovePruning=false",
        "games": 400, "elo": 90.4, "elo_error": 20.2}"#;
    fs::write(folder.path().join("null-move.json"), result).unwrap();
    let options = RunOptions { matches: Some(folder.path().to_owned()), ..quick() };
    let findings = run("techniques", &options);
    let page = &findings.pages[0];
    assert_eq!(page.name, "techniques");
    for row in zenpuku_params::switches() {
        let start = format!("| `{}` | {} | {} |", row.name, row.doc, row.source);
        assert!(page.markdown.contains(&start), "{start}");
    }
    let row = page.markdown.lines().find(|line| line.starts_with("| `NullMovePruning`")).unwrap();
    assert!(
        row.contains("| +90 ± 20 (400 games, piece-square, **not this program**: no bench) |"),
        "{row}"
    );
    assert!(row.contains("--b Profile=default,NullMovePruning=false"), "{row}");
}

#[test]
fn stopping_stops() {
    for name in ["futility", "techniques"] {
        let options = quick();
        options.stop.stop();
        let ended = find(name).unwrap().run(&options, &mut Session::silent());
        assert!(matches!(ended, Err(LabError::Stopped(_))), "{name}");
    }
}
