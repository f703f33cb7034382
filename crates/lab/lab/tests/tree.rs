//! `lab tree`: exact facts, equal runs, stopping, files.

use std::cell::Cell;
use std::sync::LazyLock;

use zenpuku_lab::journal::Forgetful;
use zenpuku_lab::{Findings, LabError, RunOptions, Session, find, output};
use zenpuku_report::RunManifest;

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

#[test]
fn files_are_written_and_the_json_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let findings = &*QUICK;
    let manifest = RunManifest {
        name: "tree".into(),
        command: quick().command("tree"),
        ..RunManifest::default()
    };
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
