//! `zenpuku lab` from the outside.

use crate::program::{Assert, Command, contains};

fn lab(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("lab").args(arguments).assert()
}

#[test]
fn the_tree_experiment_proves_the_papers_facts() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let assert = lab(&["tree", "--quick", "--json", "--out", out]).success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    for key in ["name", "paper", "ours", "commit", "seed", "options", "seconds"] {
        assert!(report.get(key).is_some(), "the contract has {key}");
    }
    let checks = report["checks"].as_array().unwrap();
    assert!(checks.len() > 5 && checks.iter().all(|check| check["holds"] == true));
    let files = std::fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert!(names.iter().any(|name| name.to_string_lossy().ends_with(".svg")), "{names:?}");
    assert!(names.iter().any(|name| name == "tree.json"), "{names:?}");
}

#[test]
fn the_techniques_are_written_as_a_page() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    lab(&["techniques", "--quick", "--matches", out, "--out", out]).success();
    let page = std::fs::read_to_string(folder.path().join("techniques.md")).unwrap();
    assert!(page.starts_with("# Techniques\n") && page.contains("| `NullMovePruning` |"));
    lab(&["futility", "--quick", "--movetime", "0"]).code(2);
}

#[test]
fn experiments_are_listed_and_unknown_ones_are_bad_usage() {
    lab(&["--list"]).success().stdout(contains("tree"));
    lab(&["tree", "two"]).code(2).stderr(contains("no experiment `tree-two`"));
    lab(&["three"]).code(2).stderr(contains("there are: tree"));
    lab(&[]).code(2);
}

#[test]
fn options_that_an_experiment_does_not_use_are_bad_usage_and_missing_files_fail() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("data");
    std::fs::write(&file, "x").unwrap();
    let file = file.to_str().unwrap();
    lab(&["tree", "--quick", "--data", file]).code(2).stderr(contains("does not use --data"));
    lab(&["run", "tree", "--profile", "plain"]).code(2).stderr(contains("--profile"));
    lab(&["goals", "castles", "--data", "no/such/file"]).code(1).stderr(contains("no/such/file"));
    lab(&["run", "search-profile", "--profile", "nosuch"]).code(2).stderr(contains("nosuch"));
    lab(&["run", "futility", "--positions", file, "--quick"]).code(1).stderr(contains("data"));
}

#[test]
fn positions_are_read_from_stdin() {
    let mut command = Command::zenpuku();
    command.args(["lab", "compare", "default", "default", "--depth", "1", "--json"]);
    command.args(["--positions", "-"]).write_stdin("startpos\nstartpos moves 7g7f\n");
    let assert = command.assert().success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let told = report["command"].as_str().unwrap_or_default();
    assert!(told.contains("--positions stdin"), "{told}");
}

#[test]
fn two_settings_are_compared_and_written_with_a_row_for_each_position() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let sides = ["Evaluation=material", "Evaluation=material,Quiescence=off"];
    let limits = ["--depth", "2", "--quick", "--json", "--out", out];
    let assert = lab(&[&["compare"], &sides[..], &limits[..]].concat()).success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let nodes = &report["ours"][0]["rows"][0];
    assert!(nodes["what"] == "nodes" && nodes["95 %"].as_str().unwrap().contains(" to "));
    for key in ["date", "cpu", "compiler", "flags", "identity", "threads"] {
        assert!(report[key] != "" && !report[key].is_null(), "{key}");
    }
    let rows = std::fs::read_to_string(folder.path().join("compare-positions.csv")).unwrap();
    assert_eq!(rows.lines().count(), 7);
    lab(&["compare", "default", "no-such-engine"]).code(2).stderr(contains("no-such-engine"));
    lab(&["compare", "default", "bonanza2006", "--b-set", "A=1"]).code(2);
}

#[test]
fn sides_are_compared_by_equal_processor_time_with_one_thread_each() {
    let time = ["--movetime", "5", "--processor-time", "--quick", "--json"];
    let sides = ["Evaluation=material", "Evaluation=piece-square"];
    let assert = lab(&[&["compare"], &sides[..], &time[..]].concat()).success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let seconds = &report["ours"][0]["rows"][1];
    assert_eq!(seconds["what"], "seconds");
    // Six positions of 5 ms each.
    for side in ["A", "B"] {
        assert!(seconds[side].as_f64().unwrap() >= 0.03, "{seconds}");
    }
    let sides = ["default", "Threads=2"];
    lab(&[&["compare"], &sides[..], &time[..]].concat()).code(2).stderr(contains("one thread"));
    lab(&["compare", "default", "default", "--processor-time"]).code(2);
}
