//! `lab tree`: exact facts, equal runs, stopping and resuming.

use std::cell::Cell;
use std::path::Path;
use std::sync::LazyLock;

use zenpuku_lab::journal::{Forgetful, JournalFile};
use zenpuku_lab::{Findings, LabError, RunOptions, Session, find, output};

fn quick() -> RunOptions {
    RunOptions { quick: true, ..RunOptions::default() }
}

fn run(options: &RunOptions) -> Findings {
    find("tree").unwrap().run(options, &mut Session::silent()).unwrap()
}

static QUICK: LazyLock<Findings> = LazyLock::new(|| run(&quick()));

#[test]
fn every_fact_of_the_papers_comes_out() {
    let findings = &*QUICK;
    for check in &findings.checks {
        assert!(check.holds(), "{}: {} stated, {} found", check.fact, check.stated, check.found);
    }
    let found: Vec<&str> = findings.checks.iter().map(|check| check.found.as_str()).collect();
    for fact in ["10101", "9801", "13", "7", "B", "A B E F G C H D K", "I J L M"] {
        assert!(found.contains(&fact), "{fact}");
    }
}

#[test]
fn minimal_trees_have_the_leaves_of_the_formula() {
    let findings = &*QUICK;
    let table = findings.ours.iter().find(|table| table.title() == "Minimal trees").unwrap();
    assert!(table.rows().len() > 20);
    for row in table.rows() {
        assert_eq!((&row[3], &row[5]), (&row[4], &row[6]));
    }
}

#[test]
fn the_drawing_crosses_exactly_the_four_branches() {
    let findings = &*QUICK;
    let figure = findings.plots.iter().find(|plot| plot.name == "bonanza-fig2").unwrap();
    assert_eq!(figure.svg.matches("#c00000").count(), 4 * 2);
    assert_eq!(figure.svg.matches("<circle").count(), 13);
}

#[test]
fn equal_options_give_equal_findings_and_the_seed_matters() {
    assert_eq!(*QUICK, run(&quick()));
    assert_ne!(*QUICK, run(&RunOptions { seed: 2, ..quick() }));
}

#[test]
fn progress_reaches_its_total() {
    let (last, steps) = (Cell::new((0, 0)), Cell::new(0));
    let report = |progress: zenpuku_lab::Progress<'_>| {
        last.set((progress.done, progress.total));
        steps.set(steps.get() + 1);
    };
    find("tree").unwrap().run(&quick(), &mut Session::new(report, Forgetful)).unwrap();
    let (done, total) = last.get();
    assert!(total > 50 && done == total && steps.get() == total);
}

fn journal(path: &Path) -> JournalFile {
    JournalFile::open(path, "tree", "abc", &quick()).unwrap()
}

/// Runs until `after` units are done.
fn interrupted(path: &Path, after: u64) -> Result<Findings, LabError> {
    let options = quick();
    let stop = options.stop.clone();
    let report = |progress: zenpuku_lab::Progress<'_>| {
        if progress.done == after {
            stop.raise();
        }
    };
    find("tree").unwrap().run(&options, &mut Session::new(report, journal(path)))
}

#[test]
fn a_stopped_run_resumes_with_the_same_findings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(output::JOURNAL);
    for after in [3, 40] {
        assert!(matches!(interrupted(&path, after), Err(LabError::Stopped(_))));
    }
    // A crash in the middle of a line.
    let mut text = std::fs::read_to_string(&path).unwrap();
    let kept = text.lines().count() - 1;
    assert_eq!(kept, 40);
    text.push_str("{\"key\": \"cut sho");
    std::fs::write(&path, text).unwrap();
    let mut session = Session::new(|_| {}, journal(&path));
    let resumed = find("tree").unwrap().run(&quick(), &mut session).unwrap();
    assert_eq!(resumed, *QUICK);
    JournalFile::remove(&path).unwrap();
    JournalFile::remove(&path).unwrap();
}

#[test]
fn a_journal_of_another_run_is_started_anew_and_a_strange_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    assert!(interrupted(&path, 5).is_err());
    JournalFile::open(&path, "tree", "another commit", &quick()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1);
    std::fs::write(&path, "my diary\n").unwrap();
    let error = JournalFile::open(&path, "tree", "abc", &quick()).unwrap_err();
    assert!(matches!(error, LabError::Journal { line: 1, .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary\n", "left alone");
    let nowhere = folder.path().join("no/such/folder");
    assert!(matches!(
        JournalFile::open(&nowhere, "tree", "abc", &quick()),
        Err(LabError::File { .. })
    ));
}

#[test]
fn files_are_written_and_the_json_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let findings = &*QUICK;
    let manifest = quick().manifest("tree", "abc", "a machine", 1.0);
    assert_eq!(manifest.command, "zenpuku lab tree --quick");
    let written = output::write(&folder.path().join("new"), findings, &manifest).unwrap();
    assert_eq!(written.len(), findings.ours.len() + findings.plots.len() + 2);
    let page = std::fs::read_to_string(folder.path().join("new/tree-tables.md")).unwrap();
    for table in findings.paper.iter().chain(&findings.ours) {
        assert!(page.contains(&table.to_markdown()), "{}", table.title());
    }
    let json = std::fs::read_to_string(folder.path().join("new/tree.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for key in ["name", "paper", "ours", "commit", "seed", "options", "seconds"] {
        assert!(json.get(key).is_some(), "{key}");
    }
    assert_eq!(json["ours"][0]["rows"][0]["same"], "yes");
    let blocked = output::write(&folder.path().join("new/tree.json"), findings, &manifest);
    assert!(matches!(blocked, Err(LabError::File { .. })));
}
